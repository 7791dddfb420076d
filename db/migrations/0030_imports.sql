-- Products from a CSV: the file is read into rows, previewed, and imported in batches. The outcome of a row is written
-- in the transaction that changes its product. A process that fails loses one batch at most, and another one continues.

CREATE TABLE imports (
  id uuid PRIMARY KEY,
  member_id uuid REFERENCES staff_members,
  -- The member's name at that time.
  who text NOT NULL,
  file_name text NOT NULL,
  state text NOT NULL DEFAULT 'draft'
    CONSTRAINT imports_state_known CHECK (state IN ('draft', 'running', 'stopped', 'done')),
  -- The number of products that were read, and of rows that could not be read.
  total integer NOT NULL DEFAULT 0,
  unread integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at timestamptz,
  -- When the last batch was imported. If a running import has an old time, its process has failed.
  worked_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX imports_newest ON imports (created_at DESC);
CREATE INDEX imports_running ON imports (worked_at) WHERE state = 'running';

CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  place integer NOT NULL,
  line integer NOT NULL,
  -- The product's key in the file, for messages.
  handle text NOT NULL,
  -- The product that was read. Null for a line that could not be read.
  product jsonb,
  -- What the import of the row would do, as it was previewed.
  foreseen text CONSTRAINT import_rows_foreseen_known CHECK (foreseen IN ('created', 'updated', 'unchanged')),
  outcome text CONSTRAINT import_rows_outcome_known CHECK (outcome IN ('created', 'updated', 'unchanged', 'refused')),
  reason text,
  PRIMARY KEY (import_id, place),
  CONSTRAINT import_rows_refused_say_why CHECK ((outcome IS NOT DISTINCT FROM 'refused') = (reason IS NOT NULL)),
  CONSTRAINT import_rows_something CHECK (product IS NOT NULL OR outcome = 'refused')
);
CREATE INDEX import_rows_waiting ON import_rows (import_id, place) WHERE outcome IS NULL;
