-- The pieces that one IP address holds are read from a few rows of a ledger, instead of a sum over all of its carts and
-- orders. Thousands of carts of one IP address (carrier-grade NAT in a presale) take as long as one (decision 29).

-- The pieces that the cart's lines hold while it is active. One constraint checks source and pieces, because PostgreSQL
-- compiles each constraint of a table again for every statement that writes to it.
ALTER TABLE carts ADD held integer NOT NULL DEFAULT 0;
UPDATE carts c SET held = (SELECT coalesce(sum(l.held), 0) FROM cart_lines l WHERE l.cart_id = c.id) WHERE state = 'active';
ALTER TABLE carts
  DROP CONSTRAINT carts_source_while_live,
  ADD CONSTRAINT carts_source_while_live
    CHECK (state = 'active' OR address_hash IS NULL AND device_hash IS NULL AND held = 0);

-- The pieces that the order's lines hold while it counts for an IP address.
ALTER TABLE orders ADD held integer NOT NULL DEFAULT 0;
UPDATE orders o SET held = (SELECT coalesce(sum(l.held), 0) FROM order_lines l WHERE l.order_id = o.id)
WHERE address_hash IS NOT NULL;
ALTER TABLE orders
  DROP CONSTRAINT orders_source_while_unpaid,
  ADD CONSTRAINT orders_source_while_unpaid CHECK (
    status IN ('WAITING_PAYMENT', 'PRESALE') OR address_hash IS NULL AND device_hash IS NULL AND held = 0);

-- A cart that ended, or an order that no longer waits for payment, has no source and counts no pieces.
CREATE OR REPLACE FUNCTION clear_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.address_hash := NULL;
  NEW.device_hash := NULL;
  NEW.held := 0;
  RETURN NEW;
END $$;

-- No frequent statement finds carts by their IP address any more.
DROP INDEX carts_of_address;

-- Changes of the pieces that each IP address holds: their sum is the current number. Changes are inserted and never
-- added to an existing row, so a checkout or an expiry waits for no lock and cannot cause a deadlock.
-- `compact_address_holdings` sums rows.
CREATE TABLE address_holdings (
  address_hash bytea NOT NULL,
  cart_pieces integer NOT NULL,
  order_pieces integer NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX address_holdings_of_address ON address_holdings (address_hash);

INSERT INTO address_holdings (address_hash, cart_pieces, order_pieces)
SELECT address_hash, sum(cart_pieces), sum(order_pieces) FROM (
  SELECT address_hash, held AS cart_pieces, 0 AS order_pieces FROM carts WHERE address_hash IS NOT NULL
  UNION ALL SELECT address_hash, 0, held FROM orders WHERE address_hash IS NOT NULL) held
GROUP BY 1 HAVING sum(cart_pieces) <> 0 OR sum(order_pieces) <> 0;

-- Records by how many pieces a statement changed what each IP address holds in carts or orders.
CREATE FUNCTION record_address_holdings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_carts integer := CASE TG_TABLE_NAME WHEN 'carts' THEN 1 ELSE 0 END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO address_holdings (address_hash, cart_pieces, order_pieces)
    SELECT n.address_hash, sum(n.held) * of_carts, sum(n.held) * (1 - of_carts)
    FROM new_rows n WHERE n.address_hash IS NOT NULL AND n.held <> 0 GROUP BY 1;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO address_holdings (address_hash, cart_pieces, order_pieces)
    SELECT o.address_hash, -sum(o.held) * of_carts, -sum(o.held) * (1 - of_carts)
    FROM old_rows o WHERE o.address_hash IS NOT NULL AND o.held <> 0 GROUP BY 1;
  ELSE
    INSERT INTO address_holdings (address_hash, cart_pieces, order_pieces)
    SELECT c.address_hash, sum(c.pieces) * of_carts, sum(c.pieces) * (1 - of_carts)
    FROM (
      SELECT n.address_hash, n.held AS pieces FROM new_rows n WHERE n.address_hash IS NOT NULL AND n.held <> 0
      UNION ALL
      SELECT o.address_hash, -o.held FROM old_rows o WHERE o.address_hash IS NOT NULL AND o.held <> 0) c
    GROUP BY 1 HAVING sum(c.pieces) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER carts_holdings_new AFTER INSERT ON carts
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_address_holdings();
CREATE TRIGGER carts_holdings_changed AFTER UPDATE ON carts
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_address_holdings();
CREATE TRIGGER carts_holdings_removed AFTER DELETE ON carts
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_address_holdings();
CREATE TRIGGER orders_holdings_new AFTER INSERT ON orders
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_address_holdings();
CREATE TRIGGER orders_holdings_changed AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_address_holdings();
CREATE TRIGGER orders_holdings_removed AFTER DELETE ON orders
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_address_holdings();

-- Sets `held` to the sum of the lines after any statement that changes them. If that statement has set it already, as
-- reservations do, the row is not written again. Rows are found by their keys alone: with the state among the
-- conditions, the planner reads all of `carts_expiring` instead, and a join could be planned as a scan of all carts.
CREATE FUNCTION sum_cart_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(l.cart_id) INTO changed FROM (SELECT DISTINCT n.cart_id FROM new_rows n) l
    WHERE (SELECT sum(x.held) FROM cart_lines x WHERE x.cart_id = l.cart_id)
      <> (SELECT c.held FROM carts c WHERE c.id = l.cart_id);
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(DISTINCT o.cart_id) INTO changed FROM old_rows o;
  ELSE
    SELECT array_agg(DISTINCT l.cart_id) INTO changed
    FROM (SELECT n.cart_id FROM new_rows n UNION ALL SELECT o.cart_id FROM old_rows o) l;
  END IF;
  IF changed IS NOT NULL THEN
    UPDATE carts c SET held = CASE c.state
      WHEN 'active' THEN (SELECT coalesce(sum(l.held), 0) FROM cart_lines l WHERE l.cart_id = c.id) ELSE 0 END
    WHERE c.id = ANY (changed);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER cart_lines_held_new AFTER INSERT ON cart_lines
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_cart_lines();
CREATE TRIGGER cart_lines_held_changed AFTER UPDATE ON cart_lines
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_cart_lines();
CREATE TRIGGER cart_lines_held_removed AFTER DELETE ON cart_lines
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_cart_lines();

CREATE FUNCTION sum_order_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(l.order_id) INTO changed FROM (SELECT DISTINCT n.order_id FROM new_rows n) l
    WHERE (SELECT sum(x.held) FROM order_lines x WHERE x.order_id = l.order_id)
      <> (SELECT o.held FROM orders o WHERE o.id = l.order_id);
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(DISTINCT o.order_id) INTO changed FROM old_rows o;
  ELSE
    SELECT array_agg(DISTINCT l.order_id) INTO changed
    FROM (SELECT n.order_id FROM new_rows n UNION ALL SELECT o.order_id FROM old_rows o) l;
  END IF;
  IF changed IS NOT NULL THEN
    UPDATE orders o SET held = CASE WHEN o.address_hash IS NULL THEN 0
      ELSE (SELECT coalesce(sum(l.held), 0) FROM order_lines l WHERE l.order_id = o.id) END
    WHERE o.id = ANY (changed);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER order_lines_held_new AFTER INSERT ON order_lines
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_order_lines();
CREATE TRIGGER order_lines_held_changed AFTER UPDATE ON order_lines
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_order_lines();
CREATE TRIGGER order_lines_held_removed AFTER DELETE ON order_lines
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_order_lines();

-- Replaces the rows of these IP addresses by one with their sum, or by none if nothing is held. Exactly the deleted
-- rows are summed, so that the total stays the same. Rows that another transaction is compacting are skipped.
CREATE FUNCTION compact_address_holdings(keys bytea[]) RETURNS void LANGUAGE sql VOLATILE AS $$
  WITH found AS MATERIALIZED (
    SELECT h.ctid AS place FROM address_holdings h WHERE h.address_hash = ANY (keys) FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM address_holdings h WHERE h.ctid = ANY (ARRAY(SELECT place FROM found))
    RETURNING h.address_hash, h.cart_pieces, h.order_pieces, h.recorded_at
  )
  INSERT INTO address_holdings (address_hash, cart_pieces, order_pieces, recorded_at)
  SELECT address_hash, sum(cart_pieces), sum(order_pieces), max(recorded_at) FROM gone GROUP BY address_hash
  HAVING sum(cart_pieces) <> 0 OR sum(order_pieces) <> 0
$$;

-- Locks these sources until the transaction ends, in a fixed order, and returns what each of them holds. For an IP
-- address that is the sum of its changes, less the pieces of expired carts that are not released yet. For a browser,
-- which has few carts, it is the sum of its carts, without orders. `moment` is a variable, because an index cannot be
-- searched for clock_timestamp(), which is volatile.
CREATE OR REPLACE FUNCTION lock_sources(keys bytea[]) RETURNS TABLE (key bytea, in_carts integer, in_orders integer)
LANGUAGE plpgsql VOLATILE STRICT ROWS 10 AS $$
DECLARE
  changes integer;
  moment timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(40, l.lock_key)
  FROM (SELECT DISTINCT hashtext(encode(k, 'hex')) AS lock_key FROM unnest(keys) k ORDER BY 1) l;
  moment := clock_timestamp();
  FOR key, in_carts, in_orders, changes IN
    WITH expired AS MATERIALIZED (
      SELECT c.address_hash, sum(c.held) AS held FROM carts c
      WHERE c.state = 'active' AND c.expires_at <= moment AND c.address_hash = ANY (keys) GROUP BY 1
    )
    SELECT k,
      h.cart_pieces - coalesce((SELECT e.held FROM expired e WHERE e.address_hash = k), 0)
        + (SELECT coalesce(sum(c.held), 0) FROM carts c WHERE c.device_hash = k AND c.expires_at > moment),
      h.order_pieces, h.changes
    FROM (SELECT DISTINCT unnest(keys) AS k) asked, LATERAL (
      SELECT coalesce(sum(a.cart_pieces), 0) AS cart_pieces, coalesce(sum(a.order_pieces), 0) AS order_pieces,
        count(*) AS changes
      FROM address_holdings a WHERE a.address_hash = k) h
  LOOP
    RETURN NEXT;
    IF changes > 32 THEN
      PERFORM compact_address_holdings(ARRAY[key]);
    END IF;
  END LOOP;
END $$;
