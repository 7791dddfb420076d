-- Every version of a legal page, and the owner's own texts in emails.

CREATE TABLE legal_text_versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id uuid NOT NULL REFERENCES shops,
  page text NOT NULL CONSTRAINT legal_text_versions_page_known CHECK (page IN ('privacy', 'terms', 'returns')),
  -- Null: the standard text from this version on.
  sections jsonb CONSTRAINT legal_text_versions_not_empty CHECK (jsonb_array_length(sections) > 0),
  who text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX legal_text_versions_of_page ON legal_text_versions (shop_id, page, id);
INSERT INTO legal_text_versions (shop_id, page, sections, who, at)
  SELECT shop_id, page, sections, 'consola', updated_on::timestamp AT TIME ZONE 'America/Mexico_City' FROM legal_texts;
CREATE TRIGGER legal_text_versions_append_only BEFORE UPDATE OR DELETE ON legal_text_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A shop's own texts in one of its emails. They are added to the email's text.
CREATE TABLE mail_words (
  shop_id uuid NOT NULL REFERENCES shops,
  letter text NOT NULL,
  -- Before and after the email's own paragraphs, and at its end. Empty: no text.
  opening text NOT NULL,
  extra text NOT NULL,
  closing text NOT NULL,
  PRIMARY KEY (shop_id, letter)
);
