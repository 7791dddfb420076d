-- Searches of the back office: invoices and customers by words, payments by day, and notes about customers.

-- The searchable words of an invoice. The index is for LIKE '%…%' on them.
CREATE FUNCTION invoice_words(receiver jsonb, series text, folio text, stamp uuid) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.plain_text(concat_ws(' ', receiver->>'rfc', receiver->>'name', coalesce(series, '') || folio, stamp::text))
$$;
CREATE INDEX invoices_words ON invoices USING gin (invoice_words(receiver, series, folio, uuid) gin_trgm_ops);
CREATE INDEX invoices_of_folio ON invoices (folio);
-- Ids increase with time, so lists are sorted by id.
CREATE INDEX invoices_newest_of_shop ON invoices (shop_id, id);
CREATE INDEX invoices_newest_of_state ON invoices (state, id) WHERE state <> 'stamped';
CREATE INDEX invoices_newest_of_kind ON invoices (kind, id) WHERE kind <> 'invoice';
CREATE INDEX invoices_related ON invoices (relates_to_id) WHERE relates_to_id IS NOT NULL;
-- The sales of a period are found by the payments of its days.
CREATE INDEX payments_of_day ON payments (paid_at) WHERE state = 'APPROVED';

CREATE FUNCTION customer_words(name text, last_name text, phone text, username text, email text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.plain_text(concat_ws(' ', name, last_name, phone, username, email))
$$;
CREATE INDEX customers_words ON customers
  USING gin (customer_words(name, last_name, phone, username, email) gin_trgm_ops);
CREATE INDEX customers_newest ON customers (created_at DESC, id DESC);

-- When the customer was erased at their request. Their personal data are deleted or replaced. The figures of orders and
-- the invoices stay.
ALTER TABLE customers ADD COLUMN erased_at timestamptz;

-- Staff's notes about a customer, who does not see them.
CREATE TABLE customer_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers,
  member_id uuid REFERENCES staff_members,
  -- The member's name at that time.
  who text NOT NULL,
  body text NOT NULL CONSTRAINT customer_notes_something CHECK (btrim(body) <> ''),
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX customer_notes_of_customer ON customer_notes (customer_id, id);
-- The text of a note never changes. Notes are deleted when the customer is erased.
CREATE TRIGGER customer_notes_not_rewritten BEFORE UPDATE ON customer_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
