-- What opens the stand-ins of a live shop (ALLOW_SANDBOX=1) to its own adapters: known to every process of this shop and
-- to nobody else. The demo's credentials stand in the source.
CREATE TABLE sandbox_token (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  token text NOT NULL
);
