-- What an import ignores in its file, as sentences for the owner: unused columns, for example (rule CSV-1).
ALTER TABLE imports ADD COLUMN notices text[] NOT NULL DEFAULT '{}';
