-- When the job runner started. A runner releases the jobs of others only after it has run for a while. So the
-- audit reports abandoned jobs only if a runner has run that long.
ALTER TABLE job_runners ADD COLUMN started_at timestamptz NOT NULL DEFAULT clock_timestamp();
