-- Passkeys of staff (WebAuthn). A member signs in with a passkey alone, or with one after the password.

CREATE TABLE staff_passkeys (
  -- The authenticator's id of the passkey, in base64url.
  id text PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES staff_members,
  -- The name that the member chose: "Mi teléfono".
  name text NOT NULL CONSTRAINT staff_passkeys_named CHECK (btrim(name) <> ''),
  -- In COSE format.
  public_key bytea NOT NULL,
  -- The authenticator's last signature counter. Authenticators without a counter always send 0.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  -- The host name that the passkey was created for. It is valid for no other.
  rp_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE INDEX staff_passkeys_of_member ON staff_passkeys (member_id, created_at);

-- Challenges, each valid for one answer. Without a member: for a sign-in with the passkey alone.
CREATE TABLE staff_passkey_challenges (
  challenge text PRIMARY KEY,
  purpose text NOT NULL CONSTRAINT staff_passkey_purpose_known CHECK (purpose IN ('register', 'enter')),
  member_id uuid REFERENCES staff_members,
  -- The name for the new passkey.
  name text,
  expires_at timestamptz NOT NULL
);
CREATE INDEX staff_passkey_challenges_ending ON staff_passkey_challenges (expires_at);
