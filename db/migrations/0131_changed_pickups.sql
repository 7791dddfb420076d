-- Customers may choose another pick-up point, or another person to collect their order (rule EDIT-10).
ALTER TABLE order_events DROP CONSTRAINT order_events_change_known,
  ADD CONSTRAINT order_events_change_known CHECK (change IN ('lines', 'size', 'address', 'joined', 'pickup'));
