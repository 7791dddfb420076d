-- When the job runner started. Only a runner that has run for a while releases the jobs of runners whose lease has
-- expired, so the audit ignores one that has just started.
ALTER TABLE job_runners ADD COLUMN started_at timestamptz NOT NULL DEFAULT clock_timestamp();
