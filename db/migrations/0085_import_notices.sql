-- What an import leaves out of its file, as sentences for the owner: columns that are not used, for example (rule CSV-1).
ALTER TABLE imports ADD COLUMN notices text[] NOT NULL DEFAULT '{}';
