-- Promotions with and without codes, and the discounts of each order (decision 50).
CREATE TABLE promotions (
  id uuid PRIMARY KEY,
  -- The name that customers read.
  name text NOT NULL CONSTRAINT promotions_name_length CHECK (char_length(name) BETWEEN 1 AND 80),
  -- The conditions in the owner's own words, in addition to those that the shop writes (LFPC 48).
  terms text NOT NULL DEFAULT '' CONSTRAINT promotions_terms_length CHECK (char_length(terms) <= 2000),
  rule jsonb NOT NULL,
  from_cents integer NOT NULL DEFAULT 0 CONSTRAINT promotions_from_range CHECK (from_cents BETWEEN 0 AND 100000000),
  scope jsonb NOT NULL DEFAULT '{"productIds": [], "styleCodes": [], "categoryIds": [], "brandIds": []}',
  gift_product_id uuid REFERENCES products,
  -- Null: in every shop.
  shop_id uuid REFERENCES shops,
  starts_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz,
  -- 0 is Sunday. Empty: every day.
  weekdays smallint[] NOT NULL DEFAULT '{}' CONSTRAINT promotions_weekdays_known CHECK (weekdays <@ '{0,1,2,3,4,5,6}'),
  priority integer NOT NULL DEFAULT 0 CONSTRAINT promotions_priority_range CHECK (priority BETWEEN -100 AND 100),
  combines boolean NOT NULL DEFAULT false,
  with_wholesale boolean NOT NULL DEFAULT false,
  with_presale boolean NOT NULL DEFAULT false,
  with_tickets boolean NOT NULL DEFAULT false,
  with_offers boolean NOT NULL DEFAULT true,
  is_first_purchase boolean NOT NULL DEFAULT false,
  needs_code boolean NOT NULL DEFAULT false,
  -- How often one customer may use it. Null: without limit.
  per_customer integer CONSTRAINT promotions_per_customer_range CHECK (per_customer BETWEEN 1 AND 1000000),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT promotions_end_after_start CHECK (ends_at > starts_at),
  CONSTRAINT promotions_gift_has_product CHECK ((rule->>'kind' = 'gift') = (gift_product_id IS NOT NULL))
);
CREATE INDEX promotions_open ON promotions (ends_at);
CREATE TRIGGER promotions_changed AFTER INSERT OR UPDATE OR DELETE ON promotions
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shops_changed();

CREATE TABLE promotion_codes (
  -- Upper case, without spaces.
  code text PRIMARY KEY CONSTRAINT promotion_codes_form CHECK (code ~ '^[A-Z0-9][A-Z0-9_-]{2,39}$'),
  promotion_id uuid NOT NULL REFERENCES promotions,
  -- Null: without limit.
  max_uses integer CONSTRAINT promotion_codes_max_range CHECK (max_uses BETWEEN 1 AND 1000000),
  -- Orders with this code that were not cancelled.
  uses integer NOT NULL DEFAULT 0 CONSTRAINT promotion_codes_uses_not_negative CHECK (uses >= 0),
  -- The only customer who may use it. Null: everybody.
  customer_id uuid REFERENCES customers,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX promotion_codes_of_promotion ON promotion_codes (promotion_id, created_at, code);
CREATE INDEX promotion_codes_of_customer ON promotion_codes (customer_id) WHERE customer_id IS NOT NULL;

ALTER TABLE carts ADD COLUMN coupon text REFERENCES promotion_codes;

ALTER TABLE order_lines ADD COLUMN discount_cents integer NOT NULL DEFAULT 0
  CONSTRAINT order_lines_discount_within CHECK (discount_cents BETWEEN 0 AND unit_price_cents::bigint * pieces);

ALTER TABLE orders
  -- All discounts of the order, in its lines and on its shipping, and the part of them that is on its shipping.
  ADD COLUMN discount_cents integer NOT NULL DEFAULT 0,
  ADD COLUMN shipping_discount_cents integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT orders_total_is_its_parts,
  ADD CONSTRAINT orders_total_is_its_parts CHECK (total_cents
    = subtotal_cents + packaging_cents + shipping_cents + extra_shipping_cents + insurance_cents - discount_cents),
  ADD CONSTRAINT orders_discount_within CHECK (discount_cents - shipping_discount_cents BETWEEN 0 AND subtotal_cents),
  ADD CONSTRAINT orders_shipping_discount_within CHECK (
    shipping_discount_cents BETWEEN 0 AND shipping_cents::bigint + extra_shipping_cents);

-- The discount of each promotion on an order, and a discount by staff, as computed at the checkout or at the last edit.
CREATE TABLE order_discounts (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  -- The order at whose checkout it was computed. It is another one if orders were joined.
  placed_order_id uuid NOT NULL REFERENCES orders,
  position integer NOT NULL,
  -- Null: a discount by staff.
  promotion_id uuid REFERENCES promotions,
  label text NOT NULL,
  code text REFERENCES promotion_codes,
  is_shipping boolean NOT NULL,
  cents integer NOT NULL CONSTRAINT order_discounts_cents_not_negative CHECK (cents >= 0),
  -- By how much it reduces a branch's debt to the head office. 0 in the head office and for a branch's own promotion.
  head_office_cents integer NOT NULL CONSTRAINT order_discounts_head_office_not_negative CHECK (head_office_cents >= 0),
  -- The discount in centavos by size, for the sizes that were bought.
  lines jsonb NOT NULL
);
CREATE INDEX order_discounts_of_order ON order_discounts (order_id, position);
CREATE INDEX order_discounts_of_placed ON order_discounts (placed_order_id);
CREATE INDEX order_discounts_of_promotion ON order_discounts (promotion_id) WHERE promotion_id IS NOT NULL;

-- The uses of promotions that are limited: per code, per customer, or to the first purchase.
CREATE TABLE promotion_uses (
  order_id uuid NOT NULL REFERENCES orders,
  promotion_id uuid NOT NULL REFERENCES promotions,
  code text REFERENCES promotion_codes,
  customer_id uuid NOT NULL REFERENCES customers,
  -- The last ten digits of the customer's phone.
  phone text NOT NULL,
  PRIMARY KEY (order_id, promotion_id)
);
CREATE INDEX promotion_uses_of_promotion ON promotion_uses (promotion_id);
CREATE INDEX promotion_uses_of_customer ON promotion_uses (customer_id);

-- A cancelled order returns the uses of its codes. An order that a late payment reopens takes them again, even beyond
-- the limit. The trigger is deferred, so that the codes are locked after everything else that a checkout locks.
CREATE FUNCTION return_promotion_uses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE promotion_codes c SET uses = c.uses + CASE WHEN NEW.status = 'CANCELLED' THEN -1 ELSE 1 END
  FROM promotion_uses u WHERE u.order_id = NEW.id AND c.code = u.code;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER orders_return_promotion_uses AFTER UPDATE OF status ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.status = 'CANCELLED') <> (NEW.status = 'CANCELLED')) EXECUTE FUNCTION return_promotion_uses();
