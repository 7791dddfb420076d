-- The presale: its delivery day, the uses of its codes, and carts whose goods are all of one presale or all of none.

ALTER TABLE presales ADD COLUMN delivers_on date,
  ADD CONSTRAINT presales_deliver_after_start CHECK (delivers_on >= (starts_at AT TIME ZONE 'America/Mexico_City')::date);

-- A use is an order placed with the code. Both counters only increase, in the statement that places the order. Of two
-- concurrent orders on a code's last use one is refused (decision 17).
ALTER TABLE access_codes
  ADD COLUMN uses integer NOT NULL DEFAULT 0,
  ADD COLUMN made_to_order integer NOT NULL DEFAULT 0
    CONSTRAINT access_codes_made_to_order_not_negative CHECK (made_to_order >= 0),
  ADD CONSTRAINT access_codes_uses_within CHECK (uses >= 0 AND uses <= coalesce(max_uses, uses));
CREATE INDEX access_codes_of_presale ON access_codes (presale_id);

-- The delivery day when the order was placed. It does not change afterwards.
ALTER TABLE orders
  ADD COLUMN presale_id uuid REFERENCES presales,
  ADD COLUMN access_code text REFERENCES access_codes,
  ADD COLUMN delivers_on date;
CREATE INDEX orders_of_access_code ON orders (access_code) WHERE access_code IS NOT NULL;

-- Refuses mixed carts even if the application fails to: all lines are of the cart's presale, or none is of a presale,
-- and only lines of a presale are made to order. Checked once per statement and by keys alone, because a join could be
-- planned as a scan of all carts. The error is a serialization failure: a product may enter a presale while a statement
-- waits for it, and a retry does not find it any more.
CREATE FUNCTION refuse_mixed_cart() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added a
    WHERE (SELECT p.presale_id FROM sizes s JOIN products p ON p.id = s.product_id WHERE s.id = a.size_id)
        IS DISTINCT FROM (SELECT c.presale_id FROM carts c WHERE c.id = a.cart_id)
      OR (a.held = 0 AND (SELECT c.presale_id FROM carts c WHERE c.id = a.cart_id) IS NULL))
  THEN
    RAISE EXCEPTION 'a cart would mix presale and normal lines'
      USING ERRCODE = 'serialization_failure', CONSTRAINT = 'cart_lines_not_mixed';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER cart_lines_not_mixed AFTER INSERT ON cart_lines
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_mixed_cart();
