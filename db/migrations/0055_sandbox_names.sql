-- The payment sandbox creates its own tables when it starts, unless they exist. In the database of an older shop the
-- columns get 0054's names here.
DO $$
BEGIN
  IF to_regclass('sandbox.mp_answers') IS NOT NULL THEN
    ALTER TABLE sandbox.mp_answers RENAME COLUMN request_mark TO request_hash;
    ALTER TABLE sandbox.mp_deliveries RENAME COLUMN trouble TO error;
  END IF;
EXCEPTION
  -- A shop that was started between the two versions has the new names already.
  WHEN undefined_column THEN NULL;
END $$;
