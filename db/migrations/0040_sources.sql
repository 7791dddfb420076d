-- Who holds pieces: a keyed hash of the IP address and another one of the browser's own id. They are stored only while
-- the cart is active or the order is unpaid (decision 29). Carts of staff, of the demo and of offers have none.
ALTER TABLE carts
  ADD address_hash bytea,
  ADD device_hash bytea,
  ADD CONSTRAINT carts_source_while_live CHECK (state = 'active' OR address_hash IS NULL AND device_hash IS NULL);
CREATE INDEX carts_of_address ON carts (address_hash) WHERE address_hash IS NOT NULL;
CREATE INDEX carts_of_device ON carts (device_hash) WHERE device_hash IS NOT NULL;

ALTER TABLE orders
  ADD address_hash bytea,
  ADD device_hash bytea,
  ADD CONSTRAINT orders_source_while_unpaid CHECK (
    status IN ('WAITING_PAYMENT', 'PRESALE') OR address_hash IS NULL AND device_hash IS NULL);
CREATE INDEX orders_of_address ON orders (address_hash) WHERE address_hash IS NOT NULL;
CREATE INDEX orders_of_device ON orders (device_hash) WHERE device_hash IS NOT NULL;

CREATE FUNCTION clear_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.address_hash := NULL;
  NEW.device_hash := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER carts_clear_source BEFORE UPDATE OF state ON carts
  FOR EACH ROW WHEN (NEW.state <> 'active') EXECUTE FUNCTION clear_source();
CREATE TRIGGER orders_clear_source BEFORE UPDATE OF status ON orders
  FOR EACH ROW WHEN (NEW.status NOT IN ('WAITING_PAYMENT', 'PRESALE')) EXECUTE FUNCTION clear_source();

-- The key of the hashes, the same for all processes. It is combined with STAFF_KEY if that is set.
CREATE TABLE source_key (
  id boolean PRIMARY KEY DEFAULT true CONSTRAINT source_key_once CHECK (id),
  key bytea NOT NULL
);
INSERT INTO source_key (key) VALUES (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- Pieces and lines of these carts now. VOLATILE: its query has its own snapshot, newer than that of the calling
-- statement, so everything that was committed before the carts were locked is counted.
CREATE FUNCTION count_carts(cart_ids uuid[]) RETURNS TABLE (cart_id uuid, pieces integer, lines integer, held integer)
LANGUAGE plpgsql VOLATILE STRICT ROWS 10 AS $$
BEGIN
  RETURN QUERY
    SELECT l.cart_id, sum(l.pieces)::int, count(*)::int, sum(l.held)::int
    FROM cart_lines l WHERE l.cart_id = ANY (cart_ids) GROUP BY l.cart_id;
END $$;

-- Locks these sources until the transaction ends, in a fixed order, and returns what each of them holds. Every
-- statement that takes more pieces for a source counts them under this lock. It is always taken after the locks of
-- carts and sizes. Two sources may share a lock, which does no harm.
CREATE FUNCTION lock_sources(keys bytea[]) RETURNS TABLE (key bytea, in_carts integer, in_orders integer)
LANGUAGE plpgsql VOLATILE STRICT ROWS 10 AS $$
DECLARE
  lock_key integer;
BEGIN
  FOR lock_key IN SELECT DISTINCT hashtext(encode(k, 'hex')) FROM unnest(keys) k ORDER BY 1 LOOP
    PERFORM pg_advisory_xact_lock(40, lock_key);
  END LOOP;
  RETURN QUERY
    SELECT k,
      (SELECT coalesce(sum((SELECT sum(l.held) FROM cart_lines l WHERE l.cart_id = c.id)), 0)::int FROM (
        SELECT id, expires_at FROM carts WHERE address_hash = k
        UNION ALL SELECT id, expires_at FROM carts WHERE device_hash = k) c
        WHERE c.expires_at > clock_timestamp()),
      (SELECT coalesce(sum((SELECT sum(l.held) FROM order_lines l WHERE l.order_id = o.id)), 0)::int FROM (
        SELECT id FROM orders WHERE address_hash = k UNION ALL SELECT id FROM orders WHERE device_hash = k) o)
    FROM (SELECT DISTINCT unnest(keys) AS k) asked;
END $$;
