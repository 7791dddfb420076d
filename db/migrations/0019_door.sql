-- Check-in: phones that may scan tickets, their scans, and what changed since a phone last synchronised.

-- A phone that scans tickets, with its key, stored as a hash. It is created in the panel or on the command line
-- (decision 20).
CREATE TABLE door_devices (
  id uuid PRIMARY KEY,
  key_hash bytea NOT NULL CONSTRAINT door_devices_key_once UNIQUE,
  name text NOT NULL CONSTRAINT door_devices_named CHECK (name <> ''),
  -- The event whose tickets the phone scans. Null: all events.
  product_id uuid REFERENCES products,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL CONSTRAINT door_devices_ends_later CHECK (expires_at > created_at),
  revoked_at timestamptz,
  -- When the phone first downloaded the list. None of its scans can be older.
  opened_at timestamptz
);

-- One row per scan of a ticket, in the order in which the server received them (decision 20). The phone generates the
-- id, so a scan that is sent again is the same row.
CREATE TABLE door_scans (
  id uuid PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT door_scans_number_once UNIQUE,
  device_id uuid NOT NULL REFERENCES door_devices,
  -- Null if the code is not a ticket of ours.
  ticket_id uuid REFERENCES tickets,
  -- The server's answer when it received the scan, and what the phone had shown to staff.
  answer text NOT NULL CONSTRAINT door_scans_answer_known
    CHECK (answer IN ('valid', 'used', 'void', 'other_event', 'unknown')),
  shown text NOT NULL CONSTRAINT door_scans_shown_known
    CHECK (shown IN ('valid', 'used', 'void', 'other_event', 'unknown')),
  -- The phone's own time, limited to possible values. recorded_at is the server's time.
  scanned_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  undone_at timestamptz,
  CONSTRAINT door_scans_not_of_the_future CHECK (scanned_at <= recorded_at)
);
CREATE INDEX door_scans_of_ticket ON door_scans (ticket_id) WHERE ticket_id IS NOT NULL;
-- Scans that admitted somebody. Conflicts are searched among them.
CREATE INDEX door_scans_let_in ON door_scans (recorded_at) WHERE shown = 'valid' AND undone_at IS NULL;

-- The time of the last change, by which a phone's list is brought up to date.
ALTER TABLE tickets ADD COLUMN changed_at timestamptz NOT NULL DEFAULT clock_timestamp();
CREATE FUNCTION note_ticket_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER tickets_note_change BEFORE UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION note_ticket_change();
CREATE INDEX tickets_of_size ON tickets (size_id, changed_at);
