-- Tracking of returned parcels that have a bought label (rule RETURN-15).
ALTER TABLE returns
  -- Where the parcel is, as the carrier reports it. Null before its first event.
  ADD COLUMN way_back_state text CONSTRAINT returns_way_back_state_known CHECK (way_back_state IN ('IN_TRANSIT',
    'OUT_FOR_DELIVERY', 'DELIVERED', 'FAILED', 'RETURNED')),
  ADD CONSTRAINT returns_way_back_sent CHECK (way_back_state IS NULL OR sent_back_at IS NOT NULL);

CREATE TABLE return_tracking_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  return_id uuid NOT NULL REFERENCES returns,
  state text NOT NULL CONSTRAINT return_tracking_state_known CHECK (state IN ('IN_TRANSIT', 'OUT_FOR_DELIVERY',
    'DELIVERED', 'FAILED', 'RETURNED')),
  -- When it happened, as the carrier reports it.
  at timestamptz NOT NULL,
  -- The carrier.
  actor text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX return_tracking_events_of_return ON return_tracking_events (return_id, id);
CREATE TRIGGER return_tracking_events_append_only BEFORE UPDATE OR DELETE ON return_tracking_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
