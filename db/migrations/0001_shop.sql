-- The shop: shops and settings, catalogue, stock, carts, customers, orders. Money is centavos, rates are basis points.

CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- unaccent() is only STABLE because its dictionary may change; ours does not, and an index needs IMMUTABLE.
CREATE FUNCTION plain_text(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT lower(public.unaccent('public.unaccent'::regdictionary, $1))
$$;

-- Spanish stems without accents: 'pantalón', 'pantalon' and 'pantalones' are one word.
CREATE TEXT SEARCH CONFIGURATION spanish_plain (COPY = spanish);
ALTER TEXT SEARCH CONFIGURATION spanish_plain
  ALTER MAPPING FOR hword, hword_part, word WITH unaccent, spanish_stem;

------------------------------------------------------------------------------------------------ shops and settings

CREATE TABLE shops (
  id uuid PRIMARY KEY,
  key text NOT NULL CONSTRAINT shops_key_once UNIQUE CONSTRAINT shops_key_form CHECK (key ~ '^[a-z][a-z0-9-]{0,39}$'),
  kind text NOT NULL CONSTRAINT shops_kind_known CHECK (kind IN ('headOffice', 'branch')),
  name text NOT NULL,
  logo text,
  color text NOT NULL DEFAULT 'indigo'
    CONSTRAINT shops_color_known CHECK (color IN ('green', 'red', 'yellow', 'gray', 'pink', 'purple', 'blue', 'indigo')),
  hosts text[] NOT NULL DEFAULT '{}',
  settings jsonb NOT NULL,
  banners jsonb NOT NULL DEFAULT '[]',
  messages jsonb NOT NULL DEFAULT '[]',
  chat jsonb,
  -- The terms that a buyer accepts: a version, and pages of a picture with the same content as text (rule CHECKOUT-5).
  terms jsonb NOT NULL DEFAULT '{"version": "1", "pages": []}',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX shops_head_office_once ON shops (kind) WHERE kind = 'headOffice';

-- Notifies every process of a changed shop at once.
CREATE FUNCTION tell_shops_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NOTIFY shops_changed;
  RETURN NULL;
END $$;
CREATE TRIGGER shops_changed AFTER INSERT OR UPDATE OR DELETE ON shops
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shops_changed();

CREATE TABLE payment_methods (
  shop_id uuid NOT NULL REFERENCES shops,
  key text NOT NULL CONSTRAINT payment_methods_known CHECK (key IN ('MP', 'TB')),
  name text NOT NULL,
  checkout_message text NOT NULL,
  PRIMARY KEY (shop_id, key)
);

CREATE TABLE carriers (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  description text NOT NULL,
  price_cents integer NOT NULL CONSTRAINT carriers_price_positive CHECK (price_cents >= 0),
  picture text,
  alert_picture text,
  alert_text text,
  insurance_rate_bps integer CONSTRAINT carriers_insurance_rate CHECK (insurance_rate_bps BETWEEN 1 AND 10000),
  max_pieces integer CONSTRAINT carriers_max_pieces CHECK (max_pieces >= 0),
  piece_cents integer CONSTRAINT carriers_piece_price CHECK (piece_cents >= 0),
  position integer NOT NULL DEFAULT 0,
  is_active boolean NOT NULL DEFAULT true,
  CONSTRAINT carriers_pieces_fee_whole CHECK ((max_pieces IS NULL) = (piece_cents IS NULL))
);

------------------------------------------------------------------------------------------------ catalogue

CREATE TABLE brands (
  id uuid PRIMARY KEY,
  slug text NOT NULL CONSTRAINT brands_slug_once UNIQUE,
  name text NOT NULL
);

CREATE TABLE brand_increments (
  shop_id uuid NOT NULL REFERENCES shops,
  brand_id uuid NOT NULL REFERENCES brands,
  increment_cents integer NOT NULL,
  PRIMARY KEY (shop_id, brand_id)
);

CREATE TRIGGER brand_increments_changed AFTER INSERT OR UPDATE OR DELETE ON brand_increments
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shops_changed();

CREATE TABLE categories (
  id uuid PRIMARY KEY,
  slug text NOT NULL CONSTRAINT categories_slug_once UNIQUE,
  parent_id uuid REFERENCES categories,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  color text,
  picture text,
  position integer NOT NULL DEFAULT 0
);

CREATE TABLE presales (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT presales_in_order CHECK (starts_at < ends_at)
);

CREATE TABLE access_codes (
  code text PRIMARY KEY CONSTRAINT access_codes_form CHECK (code = upper(btrim(code)) AND code <> ''),
  presale_id uuid NOT NULL REFERENCES presales,
  max_uses integer CONSTRAINT access_codes_uses CHECK (max_uses > 0),
  ends_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE products (
  id uuid PRIMARY KEY,
  -- The key of the product in its source, so that a repeated import changes nothing (e.g. 'shopify:ocean-blue-shirt').
  source_key text CONSTRAINT products_source_once UNIQUE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  is_digital boolean NOT NULL DEFAULT false,
  color text,
  price_cents integer NOT NULL CONSTRAINT products_price_positive CHECK (price_cents >= 0),
  wholesale_price_cents integer CONSTRAINT products_wholesale_positive CHECK (wholesale_price_cents >= 0),
  -- Sold only in the shops listed in shop_products (rule PRICE-4).
  is_local boolean NOT NULL DEFAULT false,
  is_offer boolean NOT NULL DEFAULT false,
  is_marked_new boolean NOT NULL DEFAULT false,
  is_published boolean NOT NULL DEFAULT true,
  presale_id uuid REFERENCES presales,
  extended1 text,
  extended2 text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Words of name, brands, categories, colour and description. refresh_product_search() writes them.
  search tsvector NOT NULL DEFAULT '',
  search_words text NOT NULL DEFAULT ''
);
CREATE INDEX products_newest ON products (created_at DESC, id) WHERE is_published AND presale_id IS NULL;
CREATE INDEX products_by_price ON products (price_cents, id) WHERE is_published AND presale_id IS NULL;
CREATE INDEX products_by_name ON products (name, id) WHERE is_published AND presale_id IS NULL;
CREATE INDEX products_of_presale ON products (presale_id) WHERE presale_id IS NOT NULL;
CREATE INDEX products_search ON products USING gin (search);

-- The words of three letters or more in the products' names, colours, brands and categories. A mistyped word is
-- corrected to the most similar one.
CREATE TABLE search_vocabulary (
  word text PRIMARY KEY
);
CREATE INDEX search_vocabulary_trigrams ON search_vocabulary USING gin (word gin_trgm_ops);
CREATE INDEX search_vocabulary_prefix ON search_vocabulary (word text_pattern_ops);

CREATE TABLE product_brands (
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  brand_id uuid NOT NULL REFERENCES brands,
  position integer NOT NULL,
  PRIMARY KEY (product_id, position),
  CONSTRAINT product_brands_once UNIQUE (product_id, brand_id)
);
CREATE INDEX product_brands_of_brand ON product_brands (brand_id, product_id);

CREATE TABLE product_categories (
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  category_id uuid NOT NULL REFERENCES categories,
  PRIMARY KEY (product_id, category_id)
);
CREATE INDEX product_categories_of_category ON product_categories (category_id, product_id);

-- A branch's own price for a product. For local products, also the list of shops that sell it.
CREATE TABLE shop_products (
  shop_id uuid NOT NULL REFERENCES shops,
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  price_cents integer CONSTRAINT shop_products_price_positive CHECK (price_cents >= 0),
  PRIMARY KEY (product_id, shop_id)
);

-- Updates the search words of products. Must be called for a product if its name, colour, description, brands or
-- categories changed, or if one of these brands or categories was renamed.
CREATE FUNCTION refresh_product_search(product_ids uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH named AS (
    SELECT p.id, p.name, p.description, coalesce(p.color, '') AS color,
      coalesce((SELECT string_agg(b.name, ' ') FROM product_brands pb JOIN brands b ON b.id = pb.brand_id
        WHERE pb.product_id = p.id), '') AS brands,
      coalesce((
        WITH RECURSIVE up AS (
          SELECT c.id, c.parent_id, c.name FROM product_categories pc JOIN categories c ON c.id = pc.category_id
            WHERE pc.product_id = p.id
          UNION SELECT c.id, c.parent_id, c.name FROM up JOIN categories c ON c.id = up.parent_id)
        SELECT string_agg(name, ' ') FROM up), '') AS categories
    FROM products p WHERE p.id = ANY (product_ids)
  ), updated AS (
    UPDATE products p SET
      search = setweight(to_tsvector('spanish_plain', n.name), 'A')
        || setweight(to_tsvector('spanish_plain', n.color || ' ' || n.brands || ' ' || n.categories), 'B')
        || setweight(to_tsvector('spanish_plain', n.description), 'D')
        -- The words themselves, to rank them before others of their stem.
        || setweight(to_tsvector('simple', plain_text(n.name)), 'A')
        || setweight(to_tsvector('simple', plain_text(concat_ws(' ', n.color, n.brands, n.categories))), 'C'),
      search_words = plain_text(concat_ws(' ', n.name, n.color, n.brands, n.categories))
    FROM named n WHERE n.id = p.id
    RETURNING p.search_words
  )
  INSERT INTO search_vocabulary (word)
  SELECT DISTINCT word FROM updated, regexp_split_to_table(search_words, '[^a-z0-9]+') AS word
  WHERE length(word) > 2
  ON CONFLICT DO NOTHING
$$;

CREATE TABLE pictures (
  key text PRIMARY KEY CONSTRAINT pictures_key_form CHECK (key ~ '^[a-z0-9-]+$'),
  width integer NOT NULL,
  height integer NOT NULL,
  color text NOT NULL,
  alt text NOT NULL,
  avif_widths integer[] NOT NULL,
  webp_widths integer[] NOT NULL
);

CREATE TABLE product_pictures (
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  position integer NOT NULL,
  picture_key text NOT NULL REFERENCES pictures,
  PRIMARY KEY (product_id, position)
);

-- The names of sizes in display order: 'CH', 'M', 'G', '24', 'Boleto A-01'.
CREATE TABLE size_names (
  id uuid PRIMARY KEY,
  name text NOT NULL CONSTRAINT size_names_once UNIQUE,
  position integer NOT NULL
);

------------------------------------------------------------------------------------------------ stock

-- A product in one size, which is what a cart line or an order line is about. Carts and orders take their pieces from
-- `available`. No index may contain this column, so that its updates stay HOT.
CREATE TABLE sizes (
  id uuid PRIMARY KEY,
  product_id uuid NOT NULL REFERENCES products,
  size_name_id uuid NOT NULL REFERENCES size_names,
  available integer NOT NULL DEFAULT 0 CONSTRAINT sizes_available_never_negative CHECK (available >= 0),
  CONSTRAINT sizes_once UNIQUE (product_id, size_name_id)
) WITH (fillfactor = 70);

-- What changed the stock permanently, who did it and why. Carts write nothing here: sum(pieces) = available + pieces in
-- live carts.
CREATE TABLE stock_movements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  size_id uuid NOT NULL REFERENCES sizes,
  pieces integer NOT NULL CONSTRAINT stock_movements_something CHECK (pieces <> 0),
  kind text NOT NULL CONSTRAINT stock_movements_kind_known
    CHECK (kind IN ('receipt', 'count', 'sale', 'return', 'write_off')),
  reason text NOT NULL,
  actor text NOT NULL,
  order_id uuid,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX stock_movements_of_size ON stock_movements (size_id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER stock_movements_append_only BEFORE UPDATE OR DELETE ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

------------------------------------------------------------------------------------------------ customers

CREATE TABLE customers (
  id uuid PRIMARY KEY,
  kind text NOT NULL CONSTRAINT customers_kind_known CHECK (kind IN ('guest', 'registered')),
  name text NOT NULL,
  last_name text NOT NULL,
  phone text NOT NULL CONSTRAINT customers_phone_digits CHECK (phone ~ '^[0-9]{10}$'),
  username text CONSTRAINT customers_username_once UNIQUE,
  -- The email address for messages about orders. A guest may give one without an account.
  email text,
  password_hash text,
  rfc text,
  rfc_file text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT customers_registered_whole CHECK (kind = 'guest' OR (username IS NOT NULL AND password_hash IS NOT NULL))
);

CREATE TABLE addresses (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers,
  street text NOT NULL,
  neighborhood text NOT NULL,
  postal_code text NOT NULL,
  city text NOT NULL,
  state text NOT NULL,
  country text NOT NULL DEFAULT 'México',
  is_deleted boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX addresses_of_customer ON addresses (customer_id);

-- A token is stored as its SHA-256, so that a stolen table gives access to nothing.
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_of_customer ON sessions (customer_id);

------------------------------------------------------------------------------------------------ carts

CREATE TABLE carts (
  id uuid PRIMARY KEY,
  shop_id uuid NOT NULL REFERENCES shops,
  state text NOT NULL DEFAULT 'active'
    CONSTRAINT carts_state_known CHECK (state IN ('active', 'ordered', 'expired', 'emptied')),
  presale_id uuid REFERENCES presales,
  -- Increases with each change of the cart or its lines. A writer who read version n may only replace version n.
  version integer NOT NULL DEFAULT 1,
  first_line_at timestamptz NOT NULL,
  modified_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX carts_expiring ON carts (expires_at) WHERE state = 'active';

CREATE TABLE cart_lines (
  cart_id uuid NOT NULL REFERENCES carts,
  size_id uuid NOT NULL REFERENCES sizes,
  position integer NOT NULL,
  pieces integer NOT NULL CONSTRAINT cart_lines_pieces_positive CHECK (pieces > 0),
  -- Pieces taken from the stock: all the pieces, or none for a presale line made to order.
  held integer NOT NULL CONSTRAINT cart_lines_held_all_or_none CHECK (held = pieces OR held = 0),
  PRIMARY KEY (cart_id, size_id)
);
CREATE INDEX cart_lines_of_size ON cart_lines (size_id);

------------------------------------------------------------------------------------------------ orders

CREATE SEQUENCE order_references START 100001;

CREATE TABLE orders (
  id uuid PRIMARY KEY,
  reference bigint NOT NULL DEFAULT nextval('order_references') CONSTRAINT orders_reference_once UNIQUE,
  -- The key of the link in the order's email, which opens the order without a session. Stored as its SHA-256.
  key_hash bytea NOT NULL,
  shop_id uuid NOT NULL REFERENCES shops,
  cart_id uuid CONSTRAINT orders_cart_once UNIQUE REFERENCES carts,
  customer_id uuid NOT NULL REFERENCES customers,
  checkout_key text,
  status text NOT NULL CONSTRAINT orders_status_known
    CHECK (status IN ('WAITING_PAYMENT', 'PAYMENT_ACCEPTED', 'RESERVED', 'SHIPPED', 'CANCELLED', 'JOINED', 'PRESALE')),
  is_presale boolean NOT NULL DEFAULT false,
  payment_method text NOT NULL CONSTRAINT orders_payment_method_known CHECK (payment_method IN ('MP', 'TB')),
  pieces integer NOT NULL CONSTRAINT orders_pieces_positive CHECK (pieces > 0),
  is_wholesale boolean NOT NULL,
  -- What the customer pays, at this shop's prices.
  subtotal_cents bigint NOT NULL,
  packaging_cents bigint NOT NULL,
  shipping_cents bigint NOT NULL,
  extra_shipping_cents bigint NOT NULL,
  insurance_cents bigint NOT NULL,
  total_cents bigint NOT NULL,
  online_fee_cents bigint NOT NULL,
  grand_total_cents bigint NOT NULL,
  -- In a branch: the total of the order at the head office's prices, which the branch owes (rule PRICE-3).
  head_office_total_cents bigint,
  carrier_id uuid REFERENCES carriers,
  carrier_name text,
  carrier_description text,
  -- The carrier's terms when the order was placed, so that the figures can be computed again.
  insurance_rate_bps integer,
  max_pieces integer,
  piece_cents integer,
  online_fee_rate_bps integer NOT NULL DEFAULT 0,
  online_fee_base_cents integer NOT NULL DEFAULT 0,
  tracking_number text,
  customer_name text NOT NULL,
  customer_last_name text NOT NULL,
  customer_phone text NOT NULL,
  customer_email text,
  address_id uuid REFERENCES addresses,
  -- The address when the order was placed.
  address jsonb,
  terms_version text,
  terms_accepted_at timestamptz,
  joined_into_id uuid REFERENCES orders,
  pay_by timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT orders_parts_not_negative CHECK (
    subtotal_cents >= 0 AND packaging_cents >= 0 AND shipping_cents >= 0 AND extra_shipping_cents >= 0
    AND insurance_cents >= 0 AND online_fee_cents >= 0),
  CONSTRAINT orders_total_is_its_parts CHECK (
    total_cents = subtotal_cents + packaging_cents + shipping_cents + extra_shipping_cents + insurance_cents),
  CONSTRAINT orders_grand_total_is_its_parts CHECK (grand_total_cents = total_cents + online_fee_cents)
);
CREATE INDEX orders_of_customer ON orders (customer_id, created_at DESC);
CREATE INDEX orders_unpaid ON orders (pay_by) WHERE status = 'WAITING_PAYMENT';

ALTER TABLE stock_movements ADD CONSTRAINT stock_movements_of_order FOREIGN KEY (order_id) REFERENCES orders;
CREATE INDEX stock_movements_of_order ON stock_movements (order_id) WHERE order_id IS NOT NULL;

CREATE TABLE order_lines (
  order_id uuid NOT NULL REFERENCES orders,
  position integer NOT NULL,
  size_id uuid NOT NULL REFERENCES sizes,
  product_id uuid NOT NULL REFERENCES products,
  brand_id uuid REFERENCES brands,
  name text NOT NULL,
  is_digital boolean NOT NULL,
  pieces integer NOT NULL CONSTRAINT order_lines_pieces_positive CHECK (pieces > 0),
  -- Pieces taken from the stock for this line. They return if the order is cancelled.
  held integer NOT NULL CONSTRAINT order_lines_held_all_or_none CHECK (held = pieces OR held = 0),
  price_cents integer NOT NULL,
  wholesale_price_cents integer,
  branch_price_cents integer,
  branch_wholesale_price_cents integer,
  unit_price_cents integer NOT NULL CONSTRAINT order_lines_price_positive CHECK (unit_price_cents >= 0),
  picture text,
  extended1 text,
  extended2 text,
  PRIMARY KEY (order_id, position),
  CONSTRAINT order_lines_size_once UNIQUE (order_id, size_id)
);
CREATE INDEX order_lines_of_size ON order_lines (size_id);

-- Allowed transitions of an order (rule ORDER-1). domain/order-status.ts has the same table.
CREATE TABLE order_edges (
  from_status text NOT NULL,
  to_status text NOT NULL,
  PRIMARY KEY (from_status, to_status)
);
INSERT INTO order_edges VALUES
  ('NEW', 'WAITING_PAYMENT'), ('NEW', 'PRESALE'),
  ('WAITING_PAYMENT', 'PAYMENT_ACCEPTED'), ('WAITING_PAYMENT', 'RESERVED'), ('WAITING_PAYMENT', 'CANCELLED'),
  ('WAITING_PAYMENT', 'JOINED'),
  ('RESERVED', 'WAITING_PAYMENT'), ('RESERVED', 'PAYMENT_ACCEPTED'), ('RESERVED', 'CANCELLED'), ('RESERVED', 'JOINED'),
  ('PRESALE', 'WAITING_PAYMENT'), ('PRESALE', 'PAYMENT_ACCEPTED'), ('PRESALE', 'CANCELLED'), ('PRESALE', 'JOINED'),
  ('PAYMENT_ACCEPTED', 'SHIPPED'), ('PAYMENT_ACCEPTED', 'CANCELLED'), ('PAYMENT_ACCEPTED', 'JOINED'),
  ('CANCELLED', 'PAYMENT_ACCEPTED');

-- One row per transition. The first one is from 'NEW'. The foreign key allows only the transitions of
-- order_edges.
CREATE TABLE order_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  from_status text NOT NULL,
  to_status text NOT NULL,
  actor text NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT order_events_along_edges FOREIGN KEY (from_status, to_status) REFERENCES order_edges
);
CREATE INDEX order_events_of_order ON order_events (order_id, id);
CREATE TRIGGER order_events_append_only BEFORE UPDATE OR DELETE ON order_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A status never changes without a row in the history. This is checked when the transaction ends.
CREATE FUNCTION check_order_history() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  from_status_then text := CASE TG_OP WHEN 'INSERT' THEN 'NEW' ELSE OLD.status END;
BEGIN
  IF NOT EXISTS (
    SELECT FROM order_events
    WHERE order_id = NEW.id AND from_status = from_status_then AND to_status = NEW.status)
  THEN
    RAISE EXCEPTION 'order % became % without a history row', NEW.id, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_status_has_history';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER orders_status_has_history AFTER INSERT ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_order_history();
CREATE CONSTRAINT TRIGGER orders_status_change_has_history AFTER UPDATE OF status ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION check_order_history();

------------------------------------------------------------------------------------------------ reviews

CREATE TABLE reviews (
  id uuid PRIMARY KEY,
  shop_id uuid NOT NULL REFERENCES shops,
  customer_id uuid REFERENCES customers,
  title text NOT NULL,
  category text NOT NULL,
  body text NOT NULL,
  rate integer NOT NULL CONSTRAINT reviews_rate_range CHECK (rate BETWEEN 1 AND 5),
  created_at timestamptz NOT NULL DEFAULT now()
);

------------------------------------------------------------------------------------------------ infrastructure

-- Answers of calls that may be repeated (rule API-2). A row without an answer belongs to a call in progress.
CREATE TABLE idempotency_keys (
  scope text NOT NULL,
  -- SHA-256 of the Idempotency-Key header. The body is encrypted with a key derived from this header, which is not
  -- stored, so the table alone reveals no body.
  key_hash bytea NOT NULL,
  -- HMAC of the request, keyed with the Idempotency-Key.
  request_mark bytea NOT NULL,
  status integer,
  body bytea,
  started_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, key_hash)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (started_at);

-- Every email that the sandbox's mail server received.
CREATE TABLE sandbox_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  text_body text NOT NULL,
  html_body text NOT NULL,
  attachments jsonb NOT NULL DEFAULT '[]',
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sandbox_mails_of_recipient ON sandbox_mails (recipient, id DESC);
