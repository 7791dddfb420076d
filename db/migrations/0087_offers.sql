-- Offers with a price, a former price and a time, and the prices that were charged (decision 48).

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Every price that a product had. Only triggers write it. Null cents: no wholesale price, or none of the branch's own.
CREATE TABLE price_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT price_history_kind_known CHECK (kind IN ('price', 'wholesale', 'branch')),
  -- The branch of an own price. Null: a list price.
  shop_id uuid REFERENCES shops,
  cents integer,
  since timestamptz NOT NULL,
  CONSTRAINT price_history_shop_of_branch CHECK ((kind = 'branch') = (shop_id IS NOT NULL)),
  CONSTRAINT price_history_price_known CHECK (kind <> 'price' OR cents IS NOT NULL)
);
CREATE INDEX price_history_of_product ON price_history (product_id, kind, shop_id, since);

-- The history of existing products starts with their current prices.
INSERT INTO price_history (product_id, kind, cents, since)
SELECT id, 'price', price_cents, least(created_at, now()) FROM products
UNION ALL SELECT id, 'wholesale', wholesale_price_cents, least(created_at, now()) FROM products
  WHERE wholesale_price_cents IS NOT NULL;
INSERT INTO price_history (product_id, kind, shop_id, cents, since)
SELECT sp.product_id, 'branch', sp.shop_id, sp.price_cents, least(p.created_at, now())
FROM shop_products sp JOIN products p ON p.id = sp.product_id WHERE sp.price_cents IS NOT NULL;

CREATE TRIGGER price_history_append_only BEFORE UPDATE ON price_history
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
-- A product's history is deleted with the product. Other rows stay.
CREATE FUNCTION keep_price_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM products WHERE id = OLD.product_id) THEN
    RAISE EXCEPTION 'price_history is append-only' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER price_history_kept BEFORE DELETE ON price_history FOR EACH ROW EXECUTE FUNCTION keep_price_history();

CREATE FUNCTION record_first_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_history (product_id, kind, cents, since)
  SELECT id, 'price', price_cents, least(created_at, clock_timestamp()) FROM made
  UNION ALL SELECT id, 'wholesale', wholesale_price_cents, least(created_at, clock_timestamp()) FROM made
    WHERE wholesale_price_cents IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER products_price_first AFTER INSERT ON products
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION record_first_prices();

CREATE FUNCTION record_list_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_history (product_id, kind, cents, since)
  SELECT NEW.id, kind, cents, clock_timestamp() FROM (VALUES
    ('price', OLD.price_cents, NEW.price_cents),
    ('wholesale', OLD.wholesale_price_cents, NEW.wholesale_price_cents)) AS changed (kind, was, cents)
  WHERE was IS DISTINCT FROM cents;
  RETURN NULL;
END $$;
CREATE TRIGGER products_price_recorded AFTER UPDATE OF price_cents, wholesale_price_cents ON products FOR EACH ROW
  WHEN ((OLD.price_cents, OLD.wholesale_price_cents) IS DISTINCT FROM (NEW.price_cents, NEW.wholesale_price_cents))
  EXECUTE FUNCTION record_list_price();

CREATE FUNCTION record_own_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.price_cents IS NOT NULL AND EXISTS (SELECT FROM products WHERE id = OLD.product_id) THEN
      INSERT INTO price_history (product_id, kind, shop_id, cents, since)
      VALUES (OLD.product_id, 'branch', OLD.shop_id, NULL, clock_timestamp());
    END IF;
  ELSIF (TG_OP = 'INSERT' AND NEW.price_cents IS NOT NULL)
    OR (TG_OP = 'UPDATE' AND NEW.price_cents IS DISTINCT FROM OLD.price_cents) THEN
    INSERT INTO price_history (product_id, kind, shop_id, cents, since)
    VALUES (NEW.product_id, 'branch', NEW.shop_id, NEW.price_cents, clock_timestamp());
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER shop_products_price_recorded AFTER INSERT OR UPDATE OR DELETE ON shop_products
  FOR EACH ROW EXECUTE FUNCTION record_own_price();

-- An offer runs from its start to its end by the database's clock. Staff end an offer by changing its end.
-- A row is deleted only together with its product.
CREATE TABLE offers (
  id uuid PRIMARY KEY,
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  -- Null: all sizes.
  size_id uuid REFERENCES sizes,
  -- The branch whose price it is. Null: the list price, which branches without an own price follow.
  shop_id uuid REFERENCES shops,
  price_cents integer NOT NULL CONSTRAINT offers_price_positive CHECK (price_cents > 0),
  -- A price that was charged before (price_history).
  former_price_cents integer NOT NULL,
  starts_at timestamptz NOT NULL,
  -- Null: until staff end it. Equal to the start if the offer was cancelled before it started.
  ends_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  who text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The last start or end for which pages were refreshed (job announce_offers).
  announced_at timestamptz,
  CONSTRAINT offers_below_former CHECK (price_cents < former_price_cents),
  CONSTRAINT offers_in_order CHECK (ends_at >= starts_at),
  CONSTRAINT offers_ended_whole CHECK (num_nulls(ended_at, ended_by) IN (0, 2) AND (ended_at IS NULL OR ends_at IS NOT NULL)),
  CONSTRAINT offers_one_at_a_time EXCLUDE USING gist (
    product_id WITH =,
    coalesce(size_id, '00000000-0000-0000-0000-000000000000'::uuid) WITH =,
    coalesce(shop_id, '00000000-0000-0000-0000-000000000000'::uuid) WITH =,
    tstzrange(starts_at, ends_at) WITH &&)
);
CREATE INDEX offers_of_product ON offers (product_id, starts_at);
CREATE INDEX offers_of_size ON offers (size_id) WHERE size_id IS NOT NULL;
-- Running and planned offers, without the history.
CREATE INDEX offers_by_end ON offers ((coalesce(ends_at, 'infinity')));

CREATE TRIGGER offers_announced_new AFTER INSERT ON offers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_rows();
CREATE TRIGGER offers_announced_changed AFTER UPDATE ON offers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_rows();

-- The terms of an offer never change, only its end.
CREATE FUNCTION keep_offer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.product_id, NEW.size_id, NEW.shop_id, NEW.price_cents, NEW.former_price_cents, NEW.starts_at, NEW.who)
    IS DISTINCT FROM
    (OLD.id, OLD.product_id, OLD.size_id, OLD.shop_id, OLD.price_cents, OLD.former_price_cents, OLD.starts_at, OLD.who) THEN
    RAISE EXCEPTION 'the terms of an offer never change' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER offers_kept BEFORE UPDATE ON offers FOR EACH ROW EXECUTE FUNCTION keep_offer();

-- The former price of the offer that a line was sold at.
ALTER TABLE order_lines ADD COLUMN former_price_cents integer;

-- Until now products could be marked as offers without a former price. Such a mark promises a discount that does not
-- exist, so it is removed. The column stays for processes of an earlier version that still run. Nothing else reads it.
UPDATE products SET is_offer = false WHERE is_offer;
