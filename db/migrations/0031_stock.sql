-- The shelf as people work on it: deliveries that can be undone, and when a size counts as nearly gone.

-- What came in at once: one receipt, its rows in the ledger. Undone, each row has its counterpart.
CREATE TABLE deliveries (
  -- Made with the preview: sent twice it is one delivery.
  id uuid PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT deliveries_number_once UNIQUE,
  reason text NOT NULL CONSTRAINT deliveries_reason_given CHECK (reason <> ''),
  actor text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  undone_at timestamptz
);

ALTER TABLE stock_movements ADD COLUMN delivery_id uuid REFERENCES deliveries;
CREATE INDEX stock_movements_of_delivery ON stock_movements (delivery_id) WHERE delivery_id IS NOT NULL;
-- A size's ledger is read newest first, a page at a time.
DROP INDEX stock_movements_of_size;
CREATE INDEX stock_movements_of_size ON stock_movements (size_id, id);

-- So many or fewer left are few; null: as the shop has it.
ALTER TABLE sizes ADD COLUMN low_mark integer CONSTRAINT sizes_low_mark_not_negative CHECK (low_mark BETWEEN 0 AND 100000);

-- One row. Stock belongs to no single shop, and neither does this.
CREATE TABLE stock_rules (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT stock_rules_once CHECK (is_only),
  low_mark integer NOT NULL CONSTRAINT stock_rules_low_mark CHECK (low_mark BETWEEN 0 AND 100000)
);
INSERT INTO stock_rules (low_mark) VALUES (2);

-- Few of all orders: whose pieces still lie here.
CREATE INDEX orders_unshipped ON orders (id) WHERE status IN ('WAITING_PAYMENT', 'RESERVED', 'PAYMENT_ACCEPTED', 'PRESALE');
-- The warehouse looks for things by their names.
CREATE INDEX products_named ON products (name, id);
