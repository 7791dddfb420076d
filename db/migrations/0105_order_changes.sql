-- The change of an order whose status stayed the same. The customer reads it in the order's history. Null: a new
-- status, or an event from before this column.
ALTER TABLE order_events ADD COLUMN change text
  CONSTRAINT order_events_change_known CHECK (change IN ('lines', 'size', 'address', 'joined'));
ALTER TABLE order_events ADD CONSTRAINT order_events_change_keeps_status CHECK (change IS NULL OR from_status = to_status);
