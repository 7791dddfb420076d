-- The door: whose phones may judge tickets, what each of them read, and what has changed since a phone last asked.

-- A key for a phone at the door, kept as its hash. Until staff have sessions it is made on the command line (decision 20).
CREATE TABLE door_devices (
  id uuid PRIMARY KEY,
  key_hash bytea NOT NULL CONSTRAINT door_devices_key_once UNIQUE,
  name text NOT NULL CONSTRAINT door_devices_named CHECK (name <> ''),
  -- The event at whose door it stands; null: at all of them.
  product_id uuid REFERENCES products,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL CONSTRAINT door_devices_ends_later CHECK (expires_at > created_at),
  revoked_at timestamptz,
  -- When it first took the list: no scan of its can be older.
  opened_at timestamptz
);

-- One row a showing of a ticket at a phone, in the order in which the server learned of them (decision 20). The id is
-- the phone's own: a scan told again is the same one.
CREATE TABLE door_scans (
  id uuid PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT door_scans_number_once UNIQUE,
  device_id uuid NOT NULL REFERENCES door_devices,
  -- Null: what was shown is no ticket of ours.
  ticket_id uuid REFERENCES tickets,
  -- What the server found when it learned of it, and what the phone had told staff by then.
  answer text NOT NULL CONSTRAINT door_scans_answer_known
    CHECK (answer IN ('valid', 'used', 'void', 'other_event', 'unknown')),
  shown text NOT NULL CONSTRAINT door_scans_shown_known
    CHECK (shown IN ('valid', 'used', 'void', 'other_event', 'unknown')),
  -- The phone's own time, within what can be; recorded_at is the server's.
  scanned_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  undone_at timestamptz,
  CONSTRAINT door_scans_not_of_the_future CHECK (scanned_at <= recorded_at)
);
CREATE INDEX door_scans_of_ticket ON door_scans (ticket_id) WHERE ticket_id IS NOT NULL;
-- Who was let in: what conflicts are looked for among.
CREATE INDEX door_scans_let_in ON door_scans (recorded_at) WHERE shown = 'valid' AND undone_at IS NULL;

-- What a phone's list is brought up to date by.
ALTER TABLE tickets ADD COLUMN changed_at timestamptz NOT NULL DEFAULT clock_timestamp();
CREATE FUNCTION note_ticket_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER tickets_note_change BEFORE UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION note_ticket_change();
CREATE INDEX tickets_of_size ON tickets (size_id, changed_at);
