-- The owner's own text of a legal page, which replaces the standard text.
CREATE TABLE legal_texts (
  shop_id uuid NOT NULL REFERENCES shops,
  page text NOT NULL CONSTRAINT legal_texts_page_known CHECK (page IN ('privacy', 'terms', 'returns')),
  sections jsonb NOT NULL CONSTRAINT legal_texts_not_empty CHECK (jsonb_array_length(sections) > 0),
  updated_on date NOT NULL DEFAULT (now() AT TIME ZONE 'America/Mexico_City')::date,
  PRIMARY KEY (shop_id, page)
);
