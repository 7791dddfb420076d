-- When the job runner started. Only a runner that has lived for a while releases the jobs of dead runners, so the audit
-- ignores one that has just started.
ALTER TABLE job_runners ADD COLUMN started_at timestamptz NOT NULL DEFAULT clock_timestamp();
