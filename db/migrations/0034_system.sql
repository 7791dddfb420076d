-- The system pages of the back office: requested audits, daily counts, and search over the whole log.

CREATE TABLE audit_runs (
  id uuid PRIMARY KEY,
  asked_by text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  checks_done integer NOT NULL DEFAULT 0,
  checks_all integer NOT NULL,
  -- Name, description, violations and examples of each check. Null until all checks are done.
  results jsonb,
  failure text,
  ended_at timestamptz,
  CONSTRAINT audit_runs_end_whole CHECK ((ended_at IS NULL) = (results IS NULL AND failure IS NULL))
);
CREATE UNIQUE INDEX audit_runs_one_at_a_time ON audit_runs ((true)) WHERE ended_at IS NULL;
CREATE INDEX audit_runs_newest ON audit_runs (asked_at DESC);

-- How often something happened on a day in Mexico City time.
CREATE TABLE daily_counts (
  day date NOT NULL,
  what text NOT NULL
    CONSTRAINT daily_counts_known CHECK (what IN ('mail_sent', 'news_unsigned', 'news_signature', 'news_incomplete')),
  times integer NOT NULL CONSTRAINT daily_counts_positive CHECK (times > 0),
  PRIMARY KEY (day, what)
);

CREATE INDEX staff_log_of_member ON staff_log (member_id, id);
CREATE FUNCTION staff_log_words(who text, object_id text, before jsonb, after jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.plain_text(who || ' ' || object_id || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''))
$$;
CREATE INDEX staff_log_searched ON staff_log USING gin (staff_log_words(who, object_id, before, after) gin_trgm_ops);
