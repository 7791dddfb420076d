-- A restore loses order numbers that customers have already seen, and so does a standby that took over before it had
-- received everything. PostgreSQL begins a new timeline in both cases. The first order on a new timeline skips some
-- numbers.
CREATE TABLE order_numbering (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT order_numbering_one_row CHECK (is_only),
  timeline text NOT NULL
);
INSERT INTO order_numbering (timeline) VALUES (left(pg_walfile_name(pg_current_wal_insert_lsn()), 8));

-- Skips all numbers up to `at_least`, and some more: 1,000, or twice as many as the busiest of the last 90 days had
-- orders, for each day since the newest order, whichever is larger.
CREATE FUNCTION skip_order_references(at_least bigint) RETURNS bigint LANGUAGE sql AS $$
  WITH busiest AS (
    SELECT coalesce(max(orders), 0) AS orders FROM (
      SELECT count(*) AS orders FROM orders WHERE created_at > now() - interval '90 days' GROUP BY created_at::date) d
  ), idle AS (
    SELECT coalesce(ceil(extract(epoch FROM now() - max(created_at)) / 86400), 0) AS days FROM orders
  )
  SELECT setval('order_references',
    greatest((SELECT last_value FROM order_references), at_least) + greatest(1000, 2 * busiest.orders * idle.days)::bigint)
  FROM busiest, idle
$$;

CREATE FUNCTION next_order_reference() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  timeline_now text := left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
BEGIN
  IF NOT EXISTS (SELECT FROM order_numbering WHERE timeline = timeline_now) THEN
    -- Concurrent orders wait here, and all but the first find the timeline changed.
    UPDATE order_numbering SET timeline = timeline_now WHERE timeline <> timeline_now;
    IF FOUND THEN
      PERFORM skip_order_references(0);
    END IF;
  END IF;
  RETURN nextval('order_references');
END
$$;
ALTER TABLE orders ALTER COLUMN reference SET DEFAULT next_order_reference();
