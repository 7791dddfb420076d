-- What the back office looks through: invoices and customers by any word, payments by their day; notes about customers.

-- Whose invoice, in the words somebody searches by. LIKE '%…%' on it is what the index is for.
CREATE FUNCTION invoice_words(receiver jsonb, series text, folio text, stamp uuid) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.plain_text(concat_ws(' ', receiver->>'rfc', receiver->>'name', coalesce(series, '') || folio, stamp::text))
$$;
CREATE INDEX invoices_words ON invoices USING gin (invoice_words(receiver, series, folio, uuid) gin_trgm_ops);
CREATE INDEX invoices_of_folio ON invoices (folio);
-- Ids are made in order of time: a list is read along them.
CREATE INDEX invoices_newest_of_shop ON invoices (shop_id, id);
CREATE INDEX invoices_newest_of_state ON invoices (state, id) WHERE state <> 'stamped';
CREATE INDEX invoices_newest_of_kind ON invoices (kind, id) WHERE kind <> 'invoice';
CREATE INDEX invoices_related ON invoices (relates_to_id) WHERE relates_to_id IS NOT NULL;
-- A period's sales begin with the payments of its days.
CREATE INDEX payments_of_day ON payments (paid_at) WHERE state = 'APPROVED';

CREATE FUNCTION customer_words(name text, last_name text, phone text, username text, email text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.plain_text(concat_ws(' ', name, last_name, phone, username, email))
$$;
CREATE INDEX customers_words ON customers
  USING gin (customer_words(name, last_name, phone, username, email) gin_trgm_ops);
CREATE INDEX customers_newest ON customers (created_at DESC, id DESC);

-- Asked to be forgotten: her name is gone, the figures of her orders and her invoices stay.
ALTER TABLE customers ADD COLUMN erased_at timestamptz;

-- What staff know about a customer; she does not see it.
CREATE TABLE customer_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers,
  member_id uuid REFERENCES staff_members,
  -- As the name was then.
  who text NOT NULL,
  body text NOT NULL CONSTRAINT customer_notes_something CHECK (btrim(body) <> ''),
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX customer_notes_of_customer ON customer_notes (customer_id, id);
-- Nobody rewrites what was noted; it goes as a whole where the customer asks to be forgotten.
CREATE TRIGGER customer_notes_not_rewritten BEFORE UPDATE ON customer_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
