-- The phone shows that a ticket is for another day. Staff may admit its holder anyway.

ALTER TABLE door_scans
  DROP CONSTRAINT door_scans_answer_known,
  DROP CONSTRAINT door_scans_shown_known,
  ADD CONSTRAINT door_scans_answer_known
    CHECK (answer IN ('valid', 'used', 'void', 'other_day', 'other_event', 'unknown')),
  ADD CONSTRAINT door_scans_shown_known
    CHECK (shown IN ('valid', 'used', 'void', 'other_day', 'other_event', 'unknown')),
  -- Staff at this phone decided, at `scanned_at`, to admit the ticket's holder although the ticket is for another day.
  ADD COLUMN is_any_day boolean NOT NULL DEFAULT false;
