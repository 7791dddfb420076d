-- Products from a CSV: read whole into rows, looked at, then taken in piece by piece. What happened to a row is written in
-- the transaction that changes its product: a process that dies loses one piece at most, and the next goes on behind it.

CREATE TABLE imports (
  id uuid PRIMARY KEY,
  member_id uuid REFERENCES staff_members,
  -- As the name was then.
  who text NOT NULL,
  file_name text NOT NULL,
  state text NOT NULL DEFAULT 'draft'
    CONSTRAINT imports_state_known CHECK (state IN ('draft', 'running', 'stopped', 'done')),
  -- Products in the file, and lines that were refused when it was read.
  total integer NOT NULL DEFAULT 0,
  unread integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at timestamptz,
  -- When the last piece was taken in: a running import that is silent for long lost its process.
  worked_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX imports_newest ON imports (created_at DESC);
CREATE INDEX imports_running ON imports (worked_at) WHERE state = 'running';

CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  place integer NOT NULL,
  line integer NOT NULL,
  -- What the file calls the product.
  handle text NOT NULL,
  -- As read; null for a line that could not be.
  product jsonb,
  -- What taking it in would do, when the file was read.
  foreseen text CONSTRAINT import_rows_foreseen_known CHECK (foreseen IN ('created', 'updated', 'unchanged')),
  outcome text CONSTRAINT import_rows_outcome_known CHECK (outcome IN ('created', 'updated', 'unchanged', 'refused')),
  reason text,
  PRIMARY KEY (import_id, place),
  CONSTRAINT import_rows_refused_say_why CHECK ((outcome IS NOT DISTINCT FROM 'refused') = (reason IS NOT NULL)),
  CONSTRAINT import_rows_something CHECK (product IS NOT NULL OR outcome = 'refused')
);
CREATE INDEX import_rows_waiting ON import_rows (import_id, place) WHERE outcome IS NULL;
