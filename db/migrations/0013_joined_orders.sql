-- Orders that are joined into others, and the links that guests keep to theirs.

-- Further keys that open an order, beside the one in its mail; stored as SHA-256 (decision 12).
CREATE TABLE order_keys (
  key_hash bytea PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX order_keys_of_order ON order_keys (order_id, created_at);

-- A joined order handed its lines to another, and says to which. NOT VALID: demo shops of earlier versions have one that
-- does not.
ALTER TABLE orders ADD CONSTRAINT orders_joined_into_another
  CHECK ((status = 'JOINED') = (joined_into_id IS NOT NULL) AND joined_into_id <> id) NOT VALID;
CREATE INDEX orders_joined_into ON orders (joined_into_id) WHERE joined_into_id IS NOT NULL;

-- Whether a line got wholesale prices; null: as its order says. Set where it was bought in an order that was joined.
ALTER TABLE order_lines ADD COLUMN is_wholesale boolean;

-- Pieces that change from one order to another: two rows that add up to nothing.
ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_kind_known;
ALTER TABLE stock_movements ADD CONSTRAINT stock_movements_kind_known
  CHECK (kind IN ('receipt', 'count', 'sale', 'return', 'write_off', 'join'));

-- The order that took another's lines stays where it stood: its history has a row all the same.
INSERT INTO order_edges VALUES
  ('WAITING_PAYMENT', 'WAITING_PAYMENT'), ('RESERVED', 'RESERVED'), ('PRESALE', 'PRESALE'),
  ('PAYMENT_ACCEPTED', 'PAYMENT_ACCEPTED');
