-- While customers cannot reach the shop, their carts do not expire (rule CART-13). Each process that serves customers
-- writes the time here every few seconds.
CREATE TABLE shopping_heartbeat (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT shopping_heartbeat_one_row CHECK (is_only),
  -- Null until a process has served customers.
  at timestamptz
);
INSERT INTO shopping_heartbeat DEFAULT VALUES;

-- The time that decides whether a cart has expired: the database's clock, or the last heartbeat if that is older than 15
-- seconds. Call it as (SELECT shopping_clock()), so that a statement reads the row once.
CREATE FUNCTION shopping_clock() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL RESTRICTED AS $$
  SELECT CASE WHEN at < clock_timestamp() - interval '15 seconds' THEN at ELSE clock_timestamp() END FROM shopping_heartbeat
$$;
