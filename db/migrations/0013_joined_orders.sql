-- Orders that are joined into others, and the links that guests keep to theirs.

-- Further keys that open an order, beside the one in its mail; stored as SHA-256 (decision 24).
CREATE TABLE order_keys (
  key_hash bytea PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX order_keys_of_order ON order_keys (order_id, created_at);
