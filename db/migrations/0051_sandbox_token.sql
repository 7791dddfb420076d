-- The token that gives a live shop's own adapters access to its sandboxes (ALLOW_SANDBOX=1). Only the processes of this
-- shop can read it. The demo's credentials are in the source.
CREATE TABLE sandbox_token (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  token text NOT NULL
);
