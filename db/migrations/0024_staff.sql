-- The back office: members of staff, their permissions and sessions, and the log of changes.

CREATE TABLE staff_members (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE CONSTRAINT staff_email_lower CHECK (email = lower(email)),
  password_hash text NOT NULL,
  -- This member was created with the demo. Its password is public, so a live shop does not let it sign in.
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  disabled_at timestamptz
);

-- One role of a member, in one shop or (null) in all of them.
CREATE TABLE staff_roles (
  member_id uuid NOT NULL REFERENCES staff_members,
  role text NOT NULL
    CONSTRAINT staff_roles_known CHECK (role IN ('owner', 'sales', 'warehouse', 'accounting', 'door')),
  shop_id uuid REFERENCES shops,
  UNIQUE NULLS NOT DISTINCT (member_id, role, shop_id)
);

CREATE TABLE staff_sessions (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  member_id uuid NOT NULL REFERENCES staff_members,
  -- The password was correct and the second factor is missing. Such a session opens only the page of the second factor.
  is_half_open boolean NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT staff_sessions_end_in_order CHECK (expires_at <= ends_at)
);
CREATE INDEX staff_sessions_of_member ON staff_sessions (member_id);
CREATE INDEX staff_sessions_expiring ON staff_sessions (expires_at);

-- An authenticator app's secret, encrypted with a key that is not in this database.
CREATE TABLE staff_second_factors (
  member_id uuid PRIMARY KEY REFERENCES staff_members,
  secret bytea NOT NULL,
  -- Null until a first code proved that the app has the secret.
  confirmed_at timestamptz,
  -- The 30-second step whose code was used last: no code is valid twice.
  last_step bigint NOT NULL DEFAULT 0
);

-- Codes for members who lost their phone. Each is valid once.
CREATE TABLE staff_recovery_codes (
  member_id uuid NOT NULL REFERENCES staff_members,
  code_hash bytea NOT NULL,
  PRIMARY KEY (member_id, code_hash)
);

-- One-time links: to become a member, or (with member_id) to choose a new password.
CREATE TABLE staff_invitations (
  id uuid PRIMARY KEY,
  -- Null until the email with the link is created.
  token_hash bytea UNIQUE,
  -- Null for the first owner, who enters their own email address.
  email text CONSTRAINT staff_invitations_email_lower CHECK (email = lower(email)),
  member_id uuid REFERENCES staff_members,
  roles jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  withdrawn_at timestamptz
);

-- Who changed what, with the values before and after. `member_id` is null if no member of staff made the change.
CREATE TABLE staff_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id uuid REFERENCES staff_members,
  -- The member's name at that time.
  who text NOT NULL,
  act text NOT NULL,
  object_kind text NOT NULL,
  object_id text NOT NULL,
  before jsonb,
  after jsonb,
  address text,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX staff_log_of_object ON staff_log (object_kind, object_id, id);
CREATE TRIGGER staff_log_append_only BEFORE UPDATE OR DELETE ON staff_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER staff_log_keeps_all BEFORE TRUNCATE ON staff_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
