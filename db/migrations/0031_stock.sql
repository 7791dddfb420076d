-- Stock for staff: deliveries that can be undone, and when a size counts as low.

-- Goods received together: one receipt with its stock movements. An undone delivery has a reverse movement for each
-- of them.
CREATE TABLE deliveries (
  -- The preview generates the id, so a form that is sent twice makes one delivery.
  id uuid PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT deliveries_number_once UNIQUE,
  reason text NOT NULL CONSTRAINT deliveries_reason_given CHECK (reason <> ''),
  actor text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  undone_at timestamptz
);

ALTER TABLE stock_movements ADD COLUMN delivery_id uuid REFERENCES deliveries;
CREATE INDEX stock_movements_of_delivery ON stock_movements (delivery_id) WHERE delivery_id IS NOT NULL;
-- The stock movements of a size are read from the newest, a page at a time.
DROP INDEX stock_movements_of_size;
CREATE INDEX stock_movements_of_size ON stock_movements (size_id, id);

-- A size with this many pieces or fewer is low. Null: the setting of all shops (stock_rules).
ALTER TABLE sizes ADD COLUMN low_mark integer CONSTRAINT sizes_low_mark_not_negative CHECK (low_mark BETWEEN 0 AND 100000);

-- One row, because stock does not belong to a single shop.
CREATE TABLE stock_rules (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT stock_rules_once CHECK (is_only),
  low_mark integer NOT NULL CONSTRAINT stock_rules_low_mark CHECK (low_mark BETWEEN 0 AND 100000)
);
INSERT INTO stock_rules (low_mark) VALUES (2);

-- The few orders whose pieces are still in the warehouse.
CREATE INDEX orders_unshipped ON orders (id) WHERE status IN ('WAITING_PAYMENT', 'RESERVED', 'PAYMENT_ACCEPTED', 'PRESALE');
-- Staff search products by name.
CREATE INDEX products_named ON products (name, id);
