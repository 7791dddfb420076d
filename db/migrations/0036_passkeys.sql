-- Passkeys of staff (WebAuthn): a key of hers that proves itself, alone or after the password.

CREATE TABLE staff_passkeys (
  -- The authenticator's own id of it, in base64url.
  id text PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES staff_members,
  -- As she calls it: "Mi teléfono".
  name text NOT NULL CONSTRAINT staff_passkeys_named CHECK (btrim(name) <> ''),
  -- COSE.
  public_key bytea NOT NULL,
  -- What the authenticator counted last; those that do not count say 0 for ever.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  -- The host name it was made for: good on no other.
  rp_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE INDEX staff_passkeys_of_member ON staff_passkeys (member_id, created_at);

-- What was asked of a key; good for one answer. Without a member: whoever signs in by the key alone.
CREATE TABLE staff_passkey_challenges (
  challenge text PRIMARY KEY,
  purpose text NOT NULL CONSTRAINT staff_passkey_purpose_known CHECK (purpose IN ('register', 'enter')),
  member_id uuid REFERENCES staff_members,
  -- The name that the new key is to have.
  name text,
  expires_at timestamptz NOT NULL
);
CREATE INDEX staff_passkey_challenges_ending ON staff_passkey_challenges (expires_at);
