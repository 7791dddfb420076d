-- A mailbox that a guest proved to read, by a code that was emailed to it. The guest then has a customer's caps
-- (decision 29).
ALTER TABLE customers
  ADD confirmed_email text CONSTRAINT customers_confirmed_email_form
    CHECK (confirmed_email = lower(btrim(confirmed_email)) AND confirmed_email LIKE '%_@_%');
CREATE INDEX customers_of_confirmed_mailbox ON customers (confirmed_email) WHERE confirmed_email IS NOT NULL;

-- The code that was sent: one per customer, the newest.
CREATE TABLE mailbox_codes (
  customer_id uuid PRIMARY KEY REFERENCES customers ON DELETE CASCADE,
  email text NOT NULL CONSTRAINT mailbox_codes_email_form CHECK (email = lower(btrim(email)) AND email LIKE '%_@_%'),
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  sent_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX mailbox_codes_of_mailbox ON mailbox_codes (email, sent_at);

-- Unpaid orders that count for caps have a source. Orders taken by staff have none.
CREATE INDEX orders_unpaid_of_customer ON orders (customer_id) WHERE address_hash IS NOT NULL;
CREATE INDEX orders_unpaid_of_phone ON orders (customer_phone) WHERE address_hash IS NOT NULL;
CREATE INDEX orders_unpaid_of_mailbox ON orders (lower(customer_email)) WHERE address_hash IS NOT NULL;

-- Locks everything that identifies the customer who orders until the transaction ends, and returns for each identifier
-- how many unpaid orders and pieces it has. For a customer with a confirmed mailbox neither the phone nor the mailbox
-- of the order counts, so that other people's orders with the same phone or mailbox do not block them.
CREATE FUNCTION lock_unpaid(for_customer uuid, for_phone text, for_mailbox text, for_address bytea)
RETURNS TABLE (known_by text, orders integer, pieces integer, transfers integer, transfer_pieces integer)
LANGUAGE plpgsql VOLATILE ROWS 4 AS $$
DECLARE
  confirmed text := (SELECT c.confirmed_email FROM customers c WHERE c.id = for_customer);
  lock_key integer;
BEGIN
  FOR lock_key IN
    SELECT DISTINCT hashtext(k) FROM unnest(ARRAY[
      'customer ' || for_customer, CASE WHEN confirmed IS NULL THEN 'phone ' || for_phone END,
      'mailbox ' || coalesce(confirmed, lower(for_mailbox)), 'address ' || encode(for_address, 'hex')]) k
    WHERE k IS NOT NULL ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(41, lock_key);
  END LOOP;
  RETURN QUERY
    SELECT u.known_by, count(*)::int, sum(u.pieces)::int, count(*) FILTER (WHERE u.payment_method = 'TB')::int,
      coalesce(sum(u.pieces) FILTER (WHERE u.payment_method = 'TB'), 0)::int
    FROM (
      SELECT 'customer' AS known_by, o.pieces, o.payment_method FROM orders o
        WHERE o.customer_id = for_customer AND o.address_hash IS NOT NULL
      UNION ALL SELECT 'phone', o.pieces, o.payment_method FROM orders o
        WHERE o.customer_phone = for_phone AND o.address_hash IS NOT NULL AND confirmed IS NULL
      UNION ALL SELECT 'mailbox', o.pieces, o.payment_method FROM orders o
        WHERE lower(o.customer_email) = lower(for_mailbox) AND o.address_hash IS NOT NULL AND confirmed IS NULL
      UNION ALL SELECT 'mailbox', o.pieces, o.payment_method FROM customers c JOIN orders o ON o.customer_id = c.id
        WHERE c.confirmed_email = confirmed AND o.address_hash IS NOT NULL
      UNION ALL SELECT 'address', o.pieces, o.payment_method FROM orders o WHERE o.address_hash = for_address) u
    GROUP BY u.known_by;
END $$;
