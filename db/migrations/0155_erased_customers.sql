-- An erased customer keeps no personal data.
ALTER TABLE customers ADD CONSTRAINT customers_erased CHECK (erased_at IS NULL OR (kind = 'guest' AND username IS NULL
  AND email IS NULL AND confirmed_email IS NULL AND password_hash IS NULL AND rfc IS NULL AND rfc_file IS NULL));
