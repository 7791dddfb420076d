-- Sessions with rotating tokens, one-time tokens, the log of assisted sessions, shared limits, reviews that staff may
-- hide.

------------------------------------------------------------------------------------------------ sessions

-- A session is a family of tokens: each exchange adds a token and marks the old one as replaced. Logging out, or using
-- a replaced token after its grace period, ends the whole family.
ALTER TABLE sessions
  ADD COLUMN family_id uuid,
  -- The latest end of the session. Each use moves expires_at later, but never past this time.
  ADD COLUMN ends_at timestamptz,
  ADD COLUMN used_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN replaced_at timestamptz,
  -- The member of staff behind an assisted session (rule STAFF-1).
  ADD COLUMN assisted_by text;
UPDATE sessions SET family_id = gen_random_uuid(), ends_at = greatest(expires_at, created_at + interval '90 days');
ALTER TABLE sessions
  ALTER COLUMN family_id SET NOT NULL,
  ALTER COLUMN ends_at SET NOT NULL,
  ADD CONSTRAINT sessions_end_in_order CHECK (expires_at <= ends_at);
CREATE INDEX sessions_of_family ON sessions (family_id);
CREATE INDEX sessions_expiring ON sessions (expires_at);

-- Links to reset a forgotten password, stored as SHA-256. Each is valid for one use.
CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_of_customer ON password_resets (customer_id, created_at);

-- Tokens with which staff open an assisted session: for one customer and one use.
CREATE TABLE su_tokens (
  token_hash bytea PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers,
  staff text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

-- Actions in the name of a customer. An action is recorded as 'asked' before it is done, and with its outcome
-- afterwards.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  staff text NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers,
  act text NOT NULL,
  phase text NOT NULL CONSTRAINT audit_log_phase_known CHECK (phase IN ('asked', 'answered')),
  -- Ids from the path and the names of the fields, never their values.
  target jsonb NOT NULL DEFAULT '{}',
  status integer CONSTRAINT audit_log_status_when_answered CHECK ((status IS NULL) = (phase = 'asked')),
  request_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX audit_log_of_customer ON audit_log (customer_id, id);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_keeps_all BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

------------------------------------------------------------------------------------------------ limits

-- Unlogged: after a crash all counts restart.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- Failed attempts at a secret, by hashes of its owner and of the caller's IP address. The first few attempts
-- cause no wait. Each later one makes the wait longer.
CREATE UNLOGGED TABLE guesses (
  key bytea PRIMARY KEY,
  misses integer NOT NULL,
  wait_until timestamptz NOT NULL,
  forget_at timestamptz NOT NULL
);

------------------------------------------------------------------------------------------------ orders

-- The guest who placed an order that a registered customer proved to be theirs (rule CUSTOMER-2).
ALTER TABLE orders ADD COLUMN claimed_from_id uuid REFERENCES customers;
CREATE INDEX orders_of_guest_phone ON orders (customer_phone);

------------------------------------------------------------------------------------------------ reviews

ALTER TABLE reviews
  ADD COLUMN state text NOT NULL DEFAULT 'shown'
    CONSTRAINT reviews_state_known CHECK (state IN ('pending', 'shown', 'hidden'));
CREATE INDEX reviews_newest ON reviews (shop_id, created_at DESC, id) WHERE state = 'shown';
CREATE INDEX reviews_of_customer ON reviews (customer_id) WHERE customer_id IS NOT NULL;

------------------------------------------------------------------------------------------------ settings

UPDATE shops SET settings = settings
  || '{"accounts": {"passwordMin": 4, "checkoutPasswordMin": 8}, "reviews": {"approveFirst": false}}';
