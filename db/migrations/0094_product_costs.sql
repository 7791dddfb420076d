-- What a piece of a product costs the shop, for margins that only staff see (rule PROMO-14).
ALTER TABLE products ADD COLUMN cost_cents integer CONSTRAINT products_cost_not_negative CHECK (cost_cents >= 0);

-- The cost of a piece when it was sold. Null: not known at that time.
ALTER TABLE order_lines ADD COLUMN cost_cents integer CONSTRAINT order_lines_cost_not_negative CHECK (cost_cents >= 0);
CREATE FUNCTION keep_cost() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the cost of a sold piece never changes' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER order_lines_cost_kept BEFORE UPDATE OF cost_cents ON order_lines FOR EACH ROW
  WHEN (OLD.cost_cents IS DISTINCT FROM NEW.cost_cents) EXECUTE FUNCTION keep_cost();
