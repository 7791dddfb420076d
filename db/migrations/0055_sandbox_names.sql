-- The payment sandbox creates its own tables when it starts, unless they exist. In a database whose shop was started
-- with code from before migration 0054, the two columns below have their old names. They get the names of the newer
-- code.
DO $$
BEGIN
  IF to_regclass('sandbox.mp_answers') IS NOT NULL THEN
    ALTER TABLE sandbox.mp_answers RENAME COLUMN request_mark TO request_hash;
    ALTER TABLE sandbox.mp_deliveries RENAME COLUMN trouble TO error;
  END IF;
EXCEPTION
  -- The sandbox of a shop that was first started with the code of 0054 created them with the new names.
  WHEN undefined_column THEN NULL;
END $$;
