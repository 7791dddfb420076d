-- Reviews for staff: by state, with the reason why one was hidden.

ALTER TABLE reviews ADD COLUMN hidden_because text
  CONSTRAINT reviews_reason_of_hidden CHECK (hidden_because IS NULL OR state = 'hidden');
CREATE INDEX reviews_by_state ON reviews (state, created_at, id);
-- For the last scans of a device.
CREATE INDEX door_scans_of_device ON door_scans (device_id, number);
