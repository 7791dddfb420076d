-- Backups that this shop took, for the panel. Everything that a restore needs is in the backup store itself.
CREATE TABLE backups (
  id text PRIMARY KEY,
  -- A folder, or "s3:bucket".
  place text NOT NULL,
  requested_by text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  failure text,
  bytes bigint,
  files integer,
  -- The last check of the stored backup: every checksum, the WAL without a gap, and if possible a restore with an audit.
  verified_at timestamptz,
  verification_failure text,
  -- Whether that check restored it into a server of its own.
  was_restored boolean,
  CONSTRAINT backups_failed_or_whole CHECK (failure IS NULL OR bytes IS NULL),
  CONSTRAINT backups_end_whole CHECK ((ended_at IS NULL) = (failure IS NULL AND bytes IS NULL))
);
CREATE INDEX backups_newest ON backups (started_at DESC);

-- The continuous archive of the write-ahead log (WAL): one row.
CREATE TABLE wal_archive (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT wal_archive_one_row CHECK (is_only),
  -- The place that `shop backup --to` set. Null: the place of BACKUP_TO.
  place text,
  -- Everything committed before this instant is archived.
  archived_until timestamptz,
  failure text,
  failing_since timestamptz,
  -- WAL was lost before it was archived: only a new backup continues the archive.
  lacks_base boolean NOT NULL DEFAULT false,
  CONSTRAINT wal_archive_failure_whole CHECK ((failure IS NULL) = (failing_since IS NULL))
);
INSERT INTO wal_archive DEFAULT VALUES;
