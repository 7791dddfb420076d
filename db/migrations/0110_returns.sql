-- Returns and exchanges of shipped orders (decision 64, rules RETURN-1 to RETURN-11). The order's status stays SHIPPED.

-- Allowed transitions of a return (rule RETURN-1). domain/return.ts has the same table.
CREATE TABLE return_transitions (
  from_state text NOT NULL,
  to_state text NOT NULL,
  PRIMARY KEY (from_state, to_state)
);
INSERT INTO return_transitions VALUES
  ('NEW', 'ASKED'),
  ('ASKED', 'APPROVED'), ('ASKED', 'DECLINED'), ('ASKED', 'CANCELLED'),
  ('APPROVED', 'RECEIVED'), ('APPROVED', 'CANCELLED'),
  ('RECEIVED', 'SETTLED');

CREATE TABLE returns (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  -- The number of the return for customers and staff.
  number bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT returns_number_once UNIQUE,
  order_id uuid NOT NULL REFERENCES orders,
  state text NOT NULL CONSTRAINT returns_state_known
    CHECK (state IN ('ASKED', 'APPROVED', 'DECLINED', 'RECEIVED', 'SETTLED', 'CANCELLED')),
  -- Whether staff requested it. Then the rules about the return window and about excluded goods do not apply.
  is_by_staff boolean NOT NULL DEFAULT false,
  -- The last day of its order's return window when it was requested. Null if the order's delivery was not known.
  window_ends_on date,
  -- The customer's message. Null once their data were erased.
  note text CONSTRAINT returns_note_length CHECK (char_length(note) <= 1000),
  -- The account that a transfer goes to.
  clabe text CONSTRAINT returns_clabe_digits CHECK (clabe ~ '^[0-9]{18}$'),
  -- The message of staff to the customer when they approved or declined it.
  answer text CONSTRAINT returns_answer_length CHECK (char_length(answer) <= 1000),
  -- Who pays the shipping of the returned pieces.
  way_back_by text NOT NULL CONSTRAINT returns_way_back_known CHECK (way_back_by IN ('customer', 'shop')),
  -- The tracking number of the parcel with the returned pieces.
  way_back_guide text CONSTRAINT returns_guide_length CHECK (char_length(way_back_guide) BETWEEN 1 AND 60),
  sent_back_at timestamptz,
  -- The value of the pieces that are refunded, less the order's promotions (rule PROMO-11).
  value_cents bigint NOT NULL,
  -- The part of their value that earlier returns already refunded, or that was never paid.
  given_before_cents bigint NOT NULL DEFAULT 0 CONSTRAINT returns_given_before CHECK (given_before_cents >= 0),
  -- By how much the new sizes are cheaper than the returned ones.
  difference_cents bigint NOT NULL DEFAULT 0 CONSTRAINT returns_difference CHECK (difference_cents >= 0),
  -- Shipping and other charges of the order. They are refunded if the shop is at fault for everything.
  charges_cents bigint NOT NULL DEFAULT 0 CONSTRAINT returns_charges CHECK (charges_cents >= 0),
  -- By how much the return reduces a branch's debt to the head office. Null in the head office.
  head_office_cents bigint,
  -- The refunded amount. Staff may refund less, with a reason.
  refund_cents bigint NOT NULL,
  less_because text CONSTRAINT returns_less_because_given CHECK (char_length(less_because) BETWEEN 1 AND 200),
  -- The method that staff chose for the refund. What it cannot cover is refunded by the other one.
  paid_by text CONSTRAINT returns_paid_known CHECK (paid_by IN ('provider', 'transfer')),
  -- The parcel of the new pieces.
  exchange_carrier text,
  exchange_guide text CONSTRAINT returns_exchange_guide_length CHECK (char_length(exchange_guide) BETWEEN 1 AND 60),
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  answered_at timestamptz,
  received_at timestamptz,
  settled_at timestamptz,
  CONSTRAINT returns_value CHECK (value_cents >= 0),
  CONSTRAINT returns_refund_within CHECK (refund_cents >= 0
    AND refund_cents <= greatest(0, value_cents - given_before_cents) + difference_cents + charges_cents),
  CONSTRAINT returns_less_has_reason CHECK (less_because IS NOT NULL
    OR refund_cents = greatest(0, value_cents - given_before_cents) + difference_cents + charges_cents),
  CONSTRAINT returns_answered CHECK ((answered_at IS NOT NULL) OR state IN ('ASKED', 'CANCELLED')),
  CONSTRAINT returns_received CHECK ((received_at IS NOT NULL) = (state IN ('RECEIVED', 'SETTLED'))),
  CONSTRAINT returns_settled CHECK ((settled_at IS NOT NULL) = (state = 'SETTLED')),
  CONSTRAINT returns_settled_paid CHECK (state <> 'SETTLED' OR refund_cents = 0 OR paid_by IS NOT NULL)
);
CREATE INDEX returns_of_order ON returns (order_id, number);
CREATE INDEX returns_by_state ON returns (state, number DESC);

-- Pieces of an order that come back.
CREATE TABLE return_lines (
  return_id uuid NOT NULL REFERENCES returns,
  position integer NOT NULL,
  -- The line of the order whose price and promotions apply to the pieces. For an exchanged piece it is the line of the
  -- first purchase.
  line_size_id uuid NOT NULL REFERENCES sizes,
  -- The size that comes back.
  size_id uuid NOT NULL REFERENCES sizes,
  -- The name that customers read.
  name text NOT NULL,
  pieces integer NOT NULL CONSTRAINT return_lines_pieces_positive CHECK (pieces > 0),
  reason text NOT NULL CONSTRAINT return_lines_reason_known CHECK (reason IN ('SIZE_TOO_SMALL', 'SIZE_TOO_LARGE', 'COLOR',
    'STYLE', 'DEFECTIVE', 'NOT_AS_DESCRIBED', 'WRONG_ITEM', 'UNWANTED', 'OTHER')),
  wish text NOT NULL CONSTRAINT return_lines_wish_known CHECK (wish IN ('REFUND', 'EXCHANGE')),
  new_size_id uuid REFERENCES sizes,
  new_name text,
  -- By how much a piece of the new size is cheaper.
  difference_cents bigint NOT NULL DEFAULT 0 CONSTRAINT return_lines_difference CHECK (difference_cents >= 0),
  -- Pieces of the new size that were taken from stock for the customer.
  held integer NOT NULL DEFAULT 0,
  -- The pieces that arrived, by what was done with them.
  restocked integer NOT NULL DEFAULT 0 CONSTRAINT return_lines_restocked CHECK (restocked >= 0),
  written_off integer NOT NULL DEFAULT 0 CONSTRAINT return_lines_written_off CHECK (written_off >= 0),
  in_repair integer NOT NULL DEFAULT 0 CONSTRAINT return_lines_in_repair CHECK (in_repair >= 0),
  PRIMARY KEY (return_id, position),
  CONSTRAINT return_lines_exchange_whole CHECK ((wish = 'EXCHANGE') = (new_size_id IS NOT NULL)
    AND (new_size_id IS NULL) = (new_name IS NULL)),
  CONSTRAINT return_lines_held CHECK (held >= 0 AND held <= pieces AND (held = 0 OR wish = 'EXCHANGE')),
  CONSTRAINT return_lines_arrived_within CHECK (restocked + written_off + in_repair <= pieces)
);
CREATE INDEX return_lines_held_sizes ON return_lines (new_size_id) WHERE held > 0;

-- Each transition: its states, its time, its actor and its reason.
CREATE TABLE return_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  return_id uuid NOT NULL REFERENCES returns,
  from_state text NOT NULL,
  to_state text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  reason text NOT NULL,
  CONSTRAINT return_events_along_transitions FOREIGN KEY (from_state, to_state) REFERENCES return_transitions
);
CREATE INDEX return_events_of_return ON return_events (return_id, id);
CREATE TRIGGER return_events_append_only BEFORE UPDATE OR DELETE ON return_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A state never changes without its event. This is checked when the transaction ends.
CREATE FUNCTION check_return_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM return_events WHERE return_id = NEW.id
      AND from_state = CASE TG_OP WHEN 'INSERT' THEN 'NEW' ELSE OLD.state END AND to_state = NEW.state)
  THEN
    RAISE EXCEPTION 'return % became % without an event', NEW.number, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'returns_state_has_event';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER returns_new_has_event AFTER INSERT ON returns
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_return_history();
CREATE CONSTRAINT TRIGGER returns_state_has_event AFTER UPDATE OF state ON returns
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state)
  EXECUTE FUNCTION check_return_history();

-- The pieces of each size that the customer has, by the line of the order whose price they have: pieces bought and
-- received by exchange, less those of open and settled returns. For a return that arrived, only the pieces that arrived
-- count.
CREATE FUNCTION returnable_pieces(of_order uuid)
RETURNS TABLE (line_size_id uuid, size_id uuid, pieces bigint) LANGUAGE sql STABLE AS $$
  SELECT m.line_size_id, m.size_id, sum(m.pieces) FROM (
    SELECT l.size_id AS line_size_id, l.size_id, l.pieces::bigint AS pieces FROM order_lines l
    WHERE l.order_id = of_order AND NOT l.is_digital
    UNION ALL
    SELECT l.line_size_id, l.size_id, -CASE WHEN r.state IN ('RECEIVED', 'SETTLED')
      THEN l.restocked + l.written_off + l.in_repair ELSE l.pieces END
    FROM returns r JOIN return_lines l ON l.return_id = r.id
    WHERE r.order_id = of_order AND r.state IN ('ASKED', 'APPROVED', 'RECEIVED', 'SETTLED')
    UNION ALL
    SELECT l.line_size_id, l.new_size_id, l.held FROM returns r JOIN return_lines l ON l.return_id = r.id
    WHERE r.order_id = of_order AND r.state = 'SETTLED' AND l.held > 0) m
  GROUP BY 1, 2
$$;

-- A customer cannot return more pieces than they have. The order's row is locked before they are counted, so the second
-- of two requests for the same pieces sees the first one.
CREATE FUNCTION check_returned_pieces() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE of_order uuid;
BEGIN
  SELECT order_id INTO of_order FROM returns WHERE id = NEW.return_id;
  PERFORM FROM orders WHERE id = of_order FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM returnable_pieces(of_order) p WHERE p.pieces < 0) THEN
    RAISE EXCEPTION 'more pieces of order % come back than the customer has', of_order
      USING ERRCODE = 'check_violation', CONSTRAINT = 'return_lines_within_order';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER return_lines_within_order AFTER INSERT OR UPDATE ON return_lines
  FOR EACH ROW EXECUTE FUNCTION check_returned_pieces();

-- The stock movements of returned pieces and of the new sizes of exchanges belong to the return. The order's own
-- movements stay those of its sale.
ALTER TABLE stock_movements ADD COLUMN return_id uuid REFERENCES returns;
CREATE INDEX stock_movements_of_return ON stock_movements (return_id) WHERE return_id IS NOT NULL;
-- The refunds that belong to a return.
ALTER TABLE payment_refunds ADD COLUMN return_id uuid REFERENCES returns;
CREATE INDEX payment_refunds_of_return ON payment_refunds (return_id) WHERE return_id IS NOT NULL;

-- Goods that a shop does not take back unless it is at fault (rule RETURN-3): a product, or a category with those below
-- it.
CREATE TABLE return_exclusions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  shop_id uuid NOT NULL REFERENCES shops,
  product_id uuid REFERENCES products ON DELETE CASCADE,
  category_id uuid REFERENCES categories ON DELETE CASCADE,
  CONSTRAINT return_exclusions_one_of CHECK ((product_id IS NULL) <> (category_id IS NULL)),
  CONSTRAINT return_exclusions_once UNIQUE NULLS NOT DISTINCT (shop_id, product_id, category_id)
);

-- The window is never shorter than the law's five business days (rule RETURN-2). Counted from a delivery, 5 days of the
-- setting are enough, because the rule adds weekends and holidays.
ALTER TABLE shops ADD CONSTRAINT shops_return_window CHECK (
  coalesce((settings #>> '{returns,windowDays}')::numeric, 30) BETWEEN 5 AND 365);

-- The part of a settled return's refund that neither a transfer nor a refund by the provider covers.
CREATE FUNCTION return_unpaid_cents(r returns) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN r.state = 'SETTLED' THEN greatest(0, r.refund_cents - coalesce((
    SELECT sum(p.cents) FROM payment_refunds p WHERE p.return_id = r.id AND p.state IN ('ASKED', 'DONE')), 0)) ELSE 0 END
$$;
