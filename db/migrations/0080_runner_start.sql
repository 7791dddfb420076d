-- Since when a job runner has lived: jobs of dead runners are released by one that has lived for a while, so the audit
-- expects nothing of one that has just started.
ALTER TABLE job_runners ADD COLUMN started_at timestamptz NOT NULL DEFAULT clock_timestamp();
