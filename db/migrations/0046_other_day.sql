-- A ticket of another day says so at the entrance; staff may let its holder in all the same.

ALTER TABLE door_scans
  DROP CONSTRAINT door_scans_answer_known,
  DROP CONSTRAINT door_scans_shown_known,
  ADD CONSTRAINT door_scans_answer_known
    CHECK (answer IN ('valid', 'used', 'void', 'other_day', 'other_event', 'unknown')),
  ADD CONSTRAINT door_scans_shown_known
    CHECK (shown IN ('valid', 'used', 'void', 'other_day', 'other_event', 'unknown')),
  -- Staff at this phone decided, at `scanned_at`, that the day does not matter.
  ADD COLUMN is_any_day boolean NOT NULL DEFAULT false;
