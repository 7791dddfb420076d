-- Whether the order was cancelled, or the order that it was joined into, directly or through others.
CREATE FUNCTION is_finally_cancelled(order_id uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH RECURSIVE receiving AS (
    SELECT o.status, o.joined_into_id FROM orders o WHERE o.id = is_finally_cancelled.order_id
    UNION ALL SELECT o.status, o.joined_into_id FROM receiving r JOIN orders o ON o.id = r.joined_into_id)
  SELECT EXISTS (SELECT FROM receiving WHERE status = 'CANCELLED')
$$;

-- A cancelled order gives back the uses of codes of the orders that were joined into it, too. If it is reactivated, it
-- takes them again. The codes are locked in their order, so that two such transactions cannot deadlock.
CREATE OR REPLACE FUNCTION return_promotion_uses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used record;
BEGIN
  FOR used IN
    WITH RECURSIVE joined AS (
      SELECT NEW.id AS id UNION ALL SELECT o.id FROM joined j JOIN orders o ON o.joined_into_id = j.id)
    SELECT u.code, count(*)::int AS count FROM promotion_uses u JOIN joined ON joined.id = u.order_id
    WHERE u.code IS NOT NULL GROUP BY u.code ORDER BY u.code
  LOOP
    UPDATE promotion_codes c SET uses = c.uses + CASE WHEN NEW.status = 'CANCELLED' THEN -used.count ELSE used.count END
    WHERE c.code = used.code;
  END LOOP;
  RETURN NULL;
END $$;

-- The uses that orders which are cancelled by now did not give back. The lock waits for cancellations that have begun.
LOCK TABLE orders IN SHARE ROW EXCLUSIVE MODE;
UPDATE promotion_codes c SET uses = greatest(0, c.uses - used.count)
FROM (SELECT u.code, count(*)::int AS count FROM promotion_uses u JOIN orders o ON o.id = u.order_id
  WHERE u.code IS NOT NULL AND o.status = 'JOINED' AND is_finally_cancelled(o.id) GROUP BY u.code) used
WHERE c.code = used.code;
