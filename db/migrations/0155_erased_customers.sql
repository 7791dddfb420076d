-- An erased customer has no account, mailbox, password or RFC. Their name and phone, which are not checked here, are
-- replaced by fixed values.
ALTER TABLE customers ADD CONSTRAINT customers_erased CHECK (erased_at IS NULL OR (kind = 'guest' AND username IS NULL
  AND email IS NULL AND confirmed_email IS NULL AND password_hash IS NULL AND rfc IS NULL AND rfc_file IS NULL));
