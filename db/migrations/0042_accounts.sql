-- A token stays good until one that it was exchanged for is first used: the token that a row was made from, until then.
ALTER TABLE sessions ADD replaces bytea;
