-- Parcels of an order, which may be sent at different times (decision 63, rules PARCEL-1 to PARCEL-9). The order is
-- SHIPPED from the first parcel that leaves.
CREATE TABLE parcels (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  order_id uuid NOT NULL REFERENCES orders,
  -- The number of the parcel in its order, from 1.
  number integer NOT NULL CONSTRAINT parcels_number_positive CHECK (number > 0),
  state text NOT NULL CONSTRAINT parcels_state_known CHECK (state IN ('PACKED', 'HANDED_OVER', 'IN_TRANSIT',
    'OUT_FOR_DELIVERY', 'DELIVERED', 'FAILED', 'RETURNED')),
  -- The carrier of the parcel, with its name at that time.
  carrier_id uuid REFERENCES carriers,
  carrier_name text NOT NULL,
  -- The carrier's tracking number.
  guide text CONSTRAINT parcels_guide_given CHECK (guide <> ''),
  -- The parcel of another order in whose box it is sent: both have the same guide (rule PARCEL-4).
  in_box_of_id uuid REFERENCES parcels,
  weight_grams integer CONSTRAINT parcels_weight_range CHECK (weight_grams BETWEEN 1 AND 1000000),
  handed_over_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT parcels_number_once UNIQUE (order_id, number),
  CONSTRAINT parcels_of_order UNIQUE (id, order_id),
  CONSTRAINT parcels_left_at CHECK ((state = 'PACKED') = (handed_over_at IS NULL)),
  CONSTRAINT parcels_delivered_at CHECK ((state = 'DELIVERED') = (delivered_at IS NOT NULL)),
  CONSTRAINT parcels_box_of_another CHECK (in_box_of_id IS NULL OR (in_box_of_id <> id AND guide IS NOT NULL))
);
CREATE INDEX parcels_by_state ON parcels (state, handed_over_at);
CREATE INDEX parcels_in_box ON parcels (in_box_of_id) WHERE in_box_of_id IS NOT NULL;

-- The content of a parcel.
CREATE TABLE parcel_lines (
  parcel_id uuid NOT NULL,
  order_id uuid NOT NULL,
  size_id uuid NOT NULL,
  pieces integer NOT NULL CONSTRAINT parcel_lines_pieces_positive CHECK (pieces > 0),
  PRIMARY KEY (parcel_id, size_id),
  CONSTRAINT parcel_lines_of_parcel FOREIGN KEY (parcel_id, order_id) REFERENCES parcels (id, order_id) ON DELETE CASCADE,
  CONSTRAINT parcel_lines_of_order_line FOREIGN KEY (order_id, size_id) REFERENCES order_lines (order_id, size_id)
);
CREATE INDEX parcel_lines_of_line ON parcel_lines (order_id, size_id);

-- Allowed transitions of a parcel (rule PARCEL-2). domain/parcel.ts has the same table.
CREATE TABLE parcel_transitions (
  from_state text NOT NULL,
  to_state text NOT NULL,
  PRIMARY KEY (from_state, to_state)
);
INSERT INTO parcel_transitions VALUES
  ('NEW', 'PACKED'),
  ('PACKED', 'HANDED_OVER'),
  ('HANDED_OVER', 'IN_TRANSIT'), ('HANDED_OVER', 'OUT_FOR_DELIVERY'), ('HANDED_OVER', 'DELIVERED'),
  ('HANDED_OVER', 'FAILED'), ('HANDED_OVER', 'RETURNED'),
  ('IN_TRANSIT', 'OUT_FOR_DELIVERY'), ('IN_TRANSIT', 'DELIVERED'), ('IN_TRANSIT', 'FAILED'), ('IN_TRANSIT', 'RETURNED'),
  ('OUT_FOR_DELIVERY', 'IN_TRANSIT'), ('OUT_FOR_DELIVERY', 'DELIVERED'), ('OUT_FOR_DELIVERY', 'FAILED'),
  ('OUT_FOR_DELIVERY', 'RETURNED'),
  ('FAILED', 'IN_TRANSIT'), ('FAILED', 'OUT_FOR_DELIVERY'), ('FAILED', 'DELIVERED'), ('FAILED', 'RETURNED'),
  ('DELIVERED', 'IN_TRANSIT'), ('RETURNED', 'IN_TRANSIT');

CREATE TABLE parcel_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  parcel_id uuid NOT NULL REFERENCES parcels ON DELETE CASCADE,
  from_state text NOT NULL,
  to_state text NOT NULL,
  -- When it happened, as its source states it.
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  source text NOT NULL CONSTRAINT parcel_events_source_known CHECK (source IN ('staff', 'carrier', 'estimate')),
  actor text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT parcel_events_along_transitions FOREIGN KEY (from_state, to_state) REFERENCES parcel_transitions
);
CREATE INDEX parcel_events_of_parcel ON parcel_events (parcel_id, id);

-- The pieces of an order that must be sent and are in no parcel. A parcel that came back does not count.
CREATE FUNCTION unparcelled_lines(of_order uuid) RETURNS TABLE (size_id uuid, pieces integer) LANGUAGE sql STABLE AS $$
  SELECT l.size_id, l.pieces - coalesce(p.pieces, 0)::integer
  FROM order_lines l
  LEFT JOIN (
    SELECT pl.size_id, sum(pl.pieces) AS pieces FROM parcel_lines pl JOIN parcels p ON p.id = pl.parcel_id
    WHERE pl.order_id = of_order AND p.state <> 'RETURNED' GROUP BY 1) p ON p.size_id = l.size_id
  WHERE l.order_id = of_order AND NOT l.is_digital AND l.pieces > coalesce(p.pieces, 0)
  ORDER BY l.position
$$;

-- The weight of the parcel's pieces in grams. Null if the weight of one of its sizes is not known.
CREATE FUNCTION parcel_weight(of_parcel uuid) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN count(*) = count(s.weight_grams) THEN least(sum(l.pieces * s.weight_grams), 1000000)::integer END
  FROM parcel_lines l JOIN sizes s ON s.id = l.size_id WHERE l.parcel_id = of_parcel
$$;

-- Each order that is SHIPPED now was sent in one parcel. Orders that share a tracking number are in one box.
INSERT INTO parcels (order_id, number, state, carrier_id, carrier_name, guide, handed_over_at, created_at)
SELECT o.id, 1, 'HANDED_OVER', o.carrier_id, coalesce(o.carrier_name, ''), nullif(o.tracking_number, ''), s.at, s.at
FROM orders o CROSS JOIN LATERAL (
  SELECT coalesce(max(e.at), o.created_at) AS at FROM order_events e
  WHERE e.order_id = o.id AND e.to_status = 'SHIPPED' AND e.from_status <> 'SHIPPED') s
WHERE o.status = 'SHIPPED' AND EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND NOT l.is_digital);
INSERT INTO parcel_lines (parcel_id, order_id, size_id, pieces)
SELECT p.id, l.order_id, l.size_id, l.pieces FROM parcels p JOIN order_lines l ON l.order_id = p.order_id
WHERE NOT l.is_digital;
INSERT INTO parcel_events (parcel_id, from_state, to_state, at, source, actor)
SELECT p.id, t.from_state, t.to_state, p.handed_over_at, 'staff', 'sistema'
FROM parcels p, (VALUES (1, 'NEW', 'PACKED'), (2, 'PACKED', 'HANDED_OVER')) AS t (step, from_state, to_state)
ORDER BY p.handed_over_at, p.id, t.step;
UPDATE parcels p SET in_box_of_id = first.id
FROM (
  SELECT DISTINCT ON (carrier_id, guide) id, carrier_id, guide FROM parcels WHERE guide IS NOT NULL
  ORDER BY carrier_id, guide, handed_over_at, id) first
WHERE p.guide = first.guide AND p.carrier_id IS NOT DISTINCT FROM first.carrier_id AND p.id <> first.id;
UPDATE parcels SET weight_grams = parcel_weight(id);

CREATE UNIQUE INDEX parcels_guide_once ON parcels (carrier_id, guide) NULLS NOT DISTINCT
  WHERE guide IS NOT NULL AND in_box_of_id IS NULL;
CREATE INDEX parcels_guide_parts ON parcels USING gin (squeezed(guide) gin_trgm_ops) WHERE guide IS NOT NULL;

-- An event is never changed. It is deleted only together with its parcel, when a parcel that has not left is unpacked.
CREATE TRIGGER parcel_events_append_only BEFORE UPDATE ON parcel_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE FUNCTION keep_parcel_that_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'PACKED' THEN
    RAISE EXCEPTION 'parcel % has left', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'parcels_stay';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER parcels_stay BEFORE DELETE ON parcels FOR EACH ROW EXECUTE FUNCTION keep_parcel_that_left();

-- A state never changes without its event. This is checked when the transaction ends.
CREATE FUNCTION check_parcel_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM parcels WHERE id = NEW.id) AND NOT EXISTS (
    SELECT FROM parcel_events WHERE parcel_id = NEW.id
      AND from_state = CASE TG_OP WHEN 'INSERT' THEN 'NEW' ELSE OLD.state END AND to_state = NEW.state)
  THEN
    RAISE EXCEPTION 'parcel % became % without an event', NEW.id, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'parcels_state_has_event';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER parcels_new_has_event AFTER INSERT ON parcels
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_parcel_history();
CREATE CONSTRAINT TRIGGER parcels_state_has_event AFTER UPDATE OF state ON parcels
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state)
  EXECUTE FUNCTION check_parcel_history();

-- The pieces in parcels never exceed those of the line. The order's row is locked before they are counted, so the
-- second of two people who pack the same pieces sees the parcel of the first.
CREATE FUNCTION check_parcel_pieces() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_order uuid := CASE TG_TABLE_NAME WHEN 'order_lines' THEN OLD.order_id ELSE NEW.order_id END;
BEGIN
  PERFORM FROM orders WHERE id = of_order FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM parcel_lines pl JOIN parcels p ON p.id = pl.parcel_id
    LEFT JOIN order_lines l ON l.order_id = pl.order_id AND l.size_id = pl.size_id
    WHERE pl.order_id = of_order AND p.state <> 'RETURNED'
    GROUP BY pl.size_id, l.pieces, l.is_digital
    HAVING sum(pl.pieces) > coalesce(l.pieces, 0) OR l.is_digital)
  THEN
    RAISE EXCEPTION 'order % has more pieces in parcels than in its lines', of_order
      USING ERRCODE = 'check_violation', CONSTRAINT = 'parcel_lines_within_order';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER parcel_lines_within_order AFTER INSERT OR UPDATE ON parcel_lines
  FOR EACH ROW EXECUTE FUNCTION check_parcel_pieces();
CREATE TRIGGER parcels_within_order AFTER UPDATE OF state ON parcels
  FOR EACH ROW WHEN (OLD.state = 'RETURNED') EXECUTE FUNCTION check_parcel_pieces();
CREATE TRIGGER order_lines_hold_parcels AFTER UPDATE OF pieces, size_id, order_id ON order_lines
  FOR EACH ROW WHEN ((OLD.pieces, OLD.size_id, OLD.order_id) IS DISTINCT FROM (NEW.pieces, NEW.size_id, NEW.order_id))
  EXECUTE FUNCTION check_parcel_pieces();

-- A process of a version without parcels may still ship an order or correct its tracking number. At the end of its
-- transaction this trigger gives the order its parcel. The current version writes the parcel itself, and the trigger
-- does nothing.
CREATE FUNCTION parcel_shipped_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parcel uuid;
  head uuid;
BEGIN
  IF NOT EXISTS (SELECT FROM parcels WHERE order_id = NEW.id AND state <> 'PACKED') THEN
    DELETE FROM parcels WHERE order_id = NEW.id;
    IF NOT EXISTS (SELECT FROM unparcelled_lines(NEW.id)) THEN RETURN NULL; END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'guide', NEW.carrier_id, NEW.tracking_number), 0));
    SELECT id INTO head FROM parcels WHERE guide = NEW.tracking_number AND in_box_of_id IS NULL
      AND carrier_id IS NOT DISTINCT FROM NEW.carrier_id;
    INSERT INTO parcels (order_id, number, state, carrier_id, carrier_name, guide, in_box_of_id)
      VALUES (NEW.id, 1, 'PACKED', NEW.carrier_id, coalesce(NEW.carrier_name, ''), nullif(NEW.tracking_number, ''), head)
      RETURNING id INTO parcel;
    INSERT INTO parcel_lines (parcel_id, order_id, size_id, pieces)
      SELECT parcel, NEW.id, l.size_id, l.pieces FROM order_lines l WHERE l.order_id = NEW.id AND NOT l.is_digital;
    INSERT INTO parcel_events (parcel_id, from_state, to_state, source, actor)
      VALUES (parcel, 'NEW', 'PACKED', 'staff', 'sistema'), (parcel, 'PACKED', 'HANDED_OVER', 'staff', 'sistema');
    UPDATE parcels SET state = 'HANDED_OVER', handed_over_at = clock_timestamp(), weight_grams = parcel_weight(id)
      WHERE id = parcel;
  ELSIF TG_OP = 'UPDATE' AND NEW.tracking_number IS DISTINCT FROM OLD.tracking_number THEN
    SELECT id INTO head FROM parcels WHERE guide = NEW.tracking_number AND in_box_of_id IS NULL
      AND carrier_id IS NOT DISTINCT FROM NEW.carrier_id AND order_id <> NEW.id;
    UPDATE parcels SET guide = NEW.tracking_number, in_box_of_id = head
      WHERE order_id = NEW.id AND guide = OLD.tracking_number AND state <> 'PACKED'
        AND NOT EXISTS (SELECT FROM parcels p WHERE p.order_id = NEW.id AND p.guide = NEW.tracking_number);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER orders_shipped_have_parcels AFTER INSERT OR UPDATE OF status, tracking_number ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'SHIPPED') EXECUTE FUNCTION parcel_shipped_order();

-- Orders are found by the guides of all their parcels.
CREATE OR REPLACE FUNCTION order_words(o orders) RETURNS tsvector LANGUAGE sql STABLE AS $$
  SELECT search_words_of(concat_ws(' ', own_order_words(o), left(o.tracking_number, 200),
    squeezed(left(o.tracking_number, 200)),
    (SELECT string_agg(left(p.guide, 200) || ' ' || squeezed(left(p.guide, 200)), ' ')
      FROM parcels p WHERE p.order_id = o.id AND p.guide <> o.tracking_number),
    (SELECT string_agg(t.code, ' ') FROM tickets t WHERE t.order_id = o.id),
    (SELECT string_agg(left(p.provider_payment_id, 200) || ' ' || squeezed(left(p.provider_payment_id, 200)), ' ')
      FROM payments p WHERE p.order_id = o.id),
    (SELECT string_agg(concat_ws(' ', i.series, i.folio, squeezed(concat(i.series, i.folio)), i.uuid,
        squeezed(i.uuid::text), i.receiver ->> 'rfc'), ' ') FROM invoices i WHERE i.order_id = o.id),
    (SELECT string_agg(j.reference::text, ' ') FROM orders j WHERE j.joined_into_id = o.id), order_note_words(o.id)))
$$;
CREATE TRIGGER parcels_search AFTER UPDATE OF guide ON parcels
  FOR EACH ROW WHEN (NEW.guide IS DISTINCT FROM OLD.guide) EXECUTE FUNCTION index_order_of_row();
