-- Edits of the lines of unpaid orders (decision 51). The snapshot of the order does not change. Each edit has the
-- inputs from which the figures were computed after it, so that the audit can compute every total again.
CREATE TABLE order_edits (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  -- 1 for the first edit of an order.
  number integer NOT NULL CONSTRAINT order_edits_number_positive CHECK (number > 0),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  -- The reason, as staff wrote it. May be empty.
  reason text NOT NULL CONSTRAINT order_edits_reason_length CHECK (char_length(reason) <= 200),
  -- As in order_snapshots.
  inputs jsonb NOT NULL,
  -- The pieces of each changed line before and after.
  changes jsonb NOT NULL,
  -- What the customer had to pay before and after, in centavos.
  before_cents integer NOT NULL,
  after_cents integer NOT NULL,
  CONSTRAINT order_edits_once UNIQUE (order_id, number)
);
CREATE TRIGGER order_edits_append_only BEFORE UPDATE OR DELETE ON order_edits
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The stock movements of an edit.
ALTER TABLE stock_movements ADD COLUMN edit_id uuid REFERENCES order_edits;
CREATE INDEX stock_movements_of_edit ON stock_movements (edit_id) WHERE edit_id IS NOT NULL;

-- The inputs of each order's figures: those of its last edit, otherwise those of the checkout.
CREATE VIEW order_inputs AS
  SELECT s.order_id, s.reference, coalesce(
    (SELECT e.inputs FROM order_edits e WHERE e.order_id = s.order_id ORDER BY e.number DESC LIMIT 1), s.inputs) AS inputs
  FROM order_snapshots s;
