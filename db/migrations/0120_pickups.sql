-- Pick-up in a store (decision 68, rules PICKUP-1 to PICKUP-6). A pick-up point is not a carrier, so tables and earlier
-- versions that have only carriers are not affected.
CREATE TABLE pickup_points (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  shop_id uuid NOT NULL REFERENCES shops,
  name text NOT NULL CONSTRAINT pickup_points_name_given CHECK (name <> ''),
  address text NOT NULL CONSTRAINT pickup_points_address_given CHECK (address <> ''),
  map_url text CONSTRAINT pickup_points_map_url_https CHECK (map_url LIKE 'https://%'),
  hours text NOT NULL,
  -- Business days from the payment until an order is ready.
  lead_days integer NOT NULL CONSTRAINT pickup_points_lead_days_range CHECK (lead_days BETWEEN 0 AND 60),
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX pickup_points_of_shop ON pickup_points (shop_id) WHERE is_active;

-- The pick-up of an order that is collected at a point. The order becomes SHIPPED when it is handed over.
CREATE TABLE pickups (
  order_id uuid PRIMARY KEY REFERENCES orders,
  point_id uuid NOT NULL REFERENCES pickup_points,
  state text NOT NULL DEFAULT 'WAITING'
    CONSTRAINT pickups_state_known CHECK (state IN ('WAITING', 'READY', 'COLLECTED', 'EXPIRED')),
  -- The code of the QR in the email, which staff scan.
  code text NOT NULL CONSTRAINT pickups_code_once UNIQUE,
  -- The other person who may collect the order.
  collector text CONSTRAINT pickups_collector_given CHECK (collector <> ''),
  ready_at timestamptz,
  reminded_at timestamptz,
  collected_at timestamptz,
  -- Who collected it: the customer, or the other person.
  collected_by text,
  CONSTRAINT pickups_ready_at CHECK (state NOT IN ('READY', 'EXPIRED') OR ready_at IS NOT NULL),
  CONSTRAINT pickups_collected CHECK ((state = 'COLLECTED') = (collected_at IS NOT NULL)),
  CONSTRAINT pickups_collected_by CHECK ((collected_by IS NULL) = (collected_at IS NULL))
);
CREATE INDEX pickups_by_state ON pickups (state, ready_at) WHERE state <> 'COLLECTED';

-- Allowed transitions of a pick-up (rule PICKUP-3). domain/pickup.ts has the same table.
CREATE FUNCTION check_pickup_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (('WAITING', 'READY'), ('WAITING', 'COLLECTED'), ('READY', 'WAITING'),
    ('READY', 'COLLECTED'), ('READY', 'EXPIRED'), ('EXPIRED', 'READY'), ('EXPIRED', 'COLLECTED'))
  THEN
    RAISE EXCEPTION 'pick-up of order % cannot become % from %', OLD.order_id, NEW.state, OLD.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'pickups_along_transitions';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER pickups_along_transitions BEFORE UPDATE OF state ON pickups
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION check_pickup_move();

-- An order with a pick-up is SHIPPED if and only if it was handed over. This is checked when the transaction ends.
CREATE FUNCTION check_pickup_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_order uuid := (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
BEGIN
  IF EXISTS (
    SELECT FROM pickups p JOIN orders o ON o.id = p.order_id
    WHERE o.id = of_order AND (p.state = 'COLLECTED') <> (o.status = 'SHIPPED'))
  THEN
    RAISE EXCEPTION 'order % is shipped without its hand-over, or the other way round', of_order
      USING ERRCODE = 'check_violation', CONSTRAINT = 'pickups_shipped_when_collected';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER pickups_shipped_when_collected AFTER UPDATE OF state ON pickups
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_pickup_of_order('order_id');
CREATE CONSTRAINT TRIGGER orders_shipped_when_collected AFTER UPDATE OF status ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'SHIPPED')
  EXECUTE FUNCTION check_pickup_of_order('id');
