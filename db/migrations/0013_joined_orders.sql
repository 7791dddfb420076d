-- Orders that are joined into others, and further keys with which guests open their orders.

-- Further keys that open an order, besides the one in its email. Stored as SHA-256 (decision 12).
CREATE TABLE order_keys (
  key_hash bytea PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX order_keys_of_order ON order_keys (order_id, created_at);

-- A joined order refers to the order that got its lines. NOT VALID: demo shops of earlier versions have a joined order
-- that does not.
ALTER TABLE orders ADD CONSTRAINT orders_joined_into_another
  CHECK ((status = 'JOINED') = (joined_into_id IS NOT NULL) AND joined_into_id <> id) NOT VALID;
CREATE INDEX orders_joined_into ON orders (joined_into_id) WHERE joined_into_id IS NOT NULL;

-- Whether a line has wholesale prices. Null: as its order. Set for lines that were bought in an order that was joined.
ALTER TABLE order_lines ADD COLUMN is_wholesale boolean;

-- Pieces that move from one order to another: two rows whose sum is zero.
ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_kind_known;
ALTER TABLE stock_movements ADD CONSTRAINT stock_movements_kind_known
  CHECK (kind IN ('receipt', 'count', 'sale', 'return', 'write_off', 'join'));

-- The order that gets another's lines keeps its status, and still gets a row in its history.
INSERT INTO order_edges VALUES
  ('WAITING_PAYMENT', 'WAITING_PAYMENT'), ('RESERVED', 'RESERVED'), ('PRESALE', 'PRESALE'),
  ('PAYMENT_ACCEPTED', 'PAYMENT_ACCEPTED');
