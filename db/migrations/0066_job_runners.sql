-- The live job runners. Each renews its lease every few seconds. The jobs of a runner whose lease has expired are
-- released (src/server/jobs/leases.ts).
CREATE TABLE job_runners (
  pool_id text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
