-- Invoices that are paid later (PPD), with a complement for each payment, and deposits (decision 36). Centavos.

ALTER TABLE invoices DROP CONSTRAINT invoices_kind_known, ADD CONSTRAINT invoices_kind_known
    CHECK (kind IN ('invoice', 'creditNote', 'global', 'payment', 'deposit', 'depositApplied')),
  -- The document of a payment complement has a total of 0. What was paid is in invoice_payments.
  DROP CONSTRAINT invoices_total_positive, ADD CONSTRAINT invoices_total_positive
    CHECK (CASE kind WHEN 'payment' THEN total_cents = 0 ELSE total_cents > 0 END),
  -- SAT's MetodoPago. PPD: paid after it is issued.
  ADD COLUMN payment_plan text NOT NULL DEFAULT 'PUE' CONSTRAINT invoices_payment_plan CHECK (payment_plan IN ('PUE', 'PPD')),
  ADD CONSTRAINT invoices_paid_later CHECK (
    payment_plan = 'PUE' OR kind = 'invoice' AND payment_form = '99'),
  -- The deposit that belongs to this invoice of the whole sale, or to this document that applies it.
  ADD COLUMN deposit_id uuid REFERENCES invoices,
  ADD CONSTRAINT invoices_deposit_of CHECK (
    CASE kind WHEN 'invoice' THEN true WHEN 'depositApplied' THEN deposit_id IS NOT NULL ELSE deposit_id IS NULL END);

CREATE UNIQUE INDEX invoices_one_live_deposit ON invoices (order_id)
  WHERE kind = 'deposit' AND state IN ('stamping', 'stamped', 'cancelAsked');
CREATE UNIQUE INDEX invoices_deposit_applied_once ON invoices (deposit_id)
  WHERE kind = 'depositApplied' AND state IN ('stamping', 'stamped', 'cancelAsked');
CREATE INDEX invoices_of_deposit ON invoices (deposit_id) WHERE deposit_id IS NOT NULL;
CREATE INDEX invoices_paid_later_of_order ON invoices (order_id) WHERE payment_plan = 'PPD';

CREATE OR REPLACE FUNCTION keep_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.sealed_xml <> NEW.sealed_xml OR OLD.uuid IS NOT NULL AND (NEW.uuid IS DISTINCT FROM OLD.uuid OR NEW.xml <> OLD.xml)
    OR OLD.order_id IS DISTINCT FROM NEW.order_id OR OLD.receiver <> NEW.receiver OR OLD.kind <> NEW.kind
    OR OLD.payment_plan <> NEW.payment_plan OR OLD.deposit_id IS DISTINCT FROM NEW.deposit_id THEN
    RAISE EXCEPTION 'a sealed invoice does not change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- The owner's choice for orders that are paid and not delivered: invoice the whole sale, or a deposit.
ALTER TABLE invoice_issuers ADD COLUMN undelivered text NOT NULL DEFAULT 'atOnce'
  CONSTRAINT invoice_issuers_undelivered CHECK (undelivered IN ('atOnce', 'deposit'));

-- The payment that each payment complement is about.
CREATE TABLE invoice_payments (
  -- The complement.
  invoice_id uuid PRIMARY KEY REFERENCES invoices,
  pays_invoice_id uuid NOT NULL REFERENCES invoices,
  payment_id uuid NOT NULL REFERENCES payments,
  instalment integer NOT NULL CONSTRAINT invoice_payments_instalment CHECK (instalment BETWEEN 1 AND 999),
  before_cents bigint NOT NULL,
  paid_cents bigint NOT NULL CONSTRAINT invoice_payments_paid CHECK (paid_cents > 0),
  -- False once the complement is refused or cancelled.
  is_live boolean NOT NULL DEFAULT true,
  CONSTRAINT invoice_payments_within CHECK (paid_cents <= before_cents)
);
CREATE UNIQUE INDEX invoice_payments_once ON invoice_payments (payment_id) WHERE is_live;
CREATE UNIQUE INDEX invoice_payments_in_order ON invoice_payments (pays_invoice_id, instalment) WHERE is_live;
CREATE INDEX invoice_payments_of_payment ON invoice_payments (payment_id);

-- Instalments are numbered without gaps, and each begins with the balance that the previous one left.
CREATE FUNCTION check_invoice_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE paid invoices; made integer; balance bigint;
BEGIN
  IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' AND (OLD.is_live < NEW.is_live OR ROW (OLD.invoice_id, OLD.pays_invoice_id,
      OLD.payment_id, OLD.instalment, OLD.before_cents, OLD.paid_cents) IS DISTINCT FROM ROW (NEW.invoice_id,
      NEW.pays_invoice_id, NEW.payment_id, NEW.instalment, NEW.before_cents, NEW.paid_cents)) THEN
    RAISE EXCEPTION 'what a complement pays does not change' USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'UPDATE' THEN RETURN NEW; END IF;
  SELECT * INTO paid FROM invoices WHERE id = NEW.pays_invoice_id FOR UPDATE;
  IF paid.payment_plan <> 'PPD' OR paid.state <> 'stamped' THEN
    RAISE EXCEPTION 'only a valid invoice that is paid later has complements'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_payments_of_ppd';
  END IF;
  SELECT count(*), paid.total_cents - coalesce(sum(paid_cents), 0) INTO made, balance
  FROM invoice_payments WHERE pays_invoice_id = NEW.pays_invoice_id AND is_live;
  IF NEW.instalment <> made + 1 OR NEW.before_cents <> balance THEN
    RAISE EXCEPTION 'instalment % of % is not the next one (% of %)', NEW.instalment, NEW.before_cents, made + 1, balance
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_payments_next';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoice_payments_checked BEFORE INSERT OR UPDATE OR DELETE ON invoice_payments
  FOR EACH ROW EXECUTE FUNCTION check_invoice_payment();

CREATE FUNCTION end_invoice_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoice_payments SET is_live = false WHERE invoice_id = NEW.id AND is_live;
  RETURN NULL;
END $$;
CREATE TRIGGER invoices_end_payment AFTER UPDATE OF state ON invoices FOR EACH ROW
  WHEN (NEW.kind = 'payment' AND NEW.state IN ('refused', 'cancelled')) EXECUTE FUNCTION end_invoice_payment();

-- As in migration 0058, and: a PPD invoice counts with the amounts of its complements, and a deposit counts until an
-- invoice of the whole sale applies it.
CREATE OR REPLACE VIEW order_income AS
SELECT o.id AS order_id, o.shop_id, o.reference, o.status, money.first_paid_at, money.kept_cents, documents.documented_at,
  documents.invoiced_cents, documents.global_cents, documents.credited_cents,
  documents.invoiced_cents + documents.global_cents - documents.credited_cents AS declared_cents
FROM orders o
CROSS JOIN LATERAL (
  WITH RECURSIVE members AS (SELECT o.id UNION ALL SELECT j.id FROM members m JOIN orders j ON j.joined_into_id = m.id)
  SELECT array_agg(id) AS ids FROM members) family
CROSS JOIN LATERAL (
  SELECT min(p.paid_at) FILTER (WHERE p.state IN ('APPROVED', 'REFUNDED', 'DISPUTED')) AS first_paid_at,
    -- Money beyond the order's total is not income: it must be returned to the customer.
    least(o.grand_total_cents, coalesce(sum(p.cents - p.refunded_cents)
      FILTER (WHERE p.state = 'APPROVED' OR p.state = 'DISPUTED' AND NOT p.is_dispute_lost), 0)::bigint) AS kept_cents
  FROM payments p WHERE p.order_id = ANY (family.ids)) money
CROSS JOIN LATERAL (
  SELECT coalesce(sum(d.cents) FILTER (WHERE d.kind IN ('invoice', 'deposit')), 0)::bigint AS invoiced_cents,
    coalesce(sum(d.cents) FILTER (WHERE d.kind = 'global'), 0)::bigint AS global_cents,
    coalesce(sum(d.credited), 0)::bigint AS credited_cents, min(d.created_at) AS documented_at
  FROM (
    SELECT i.id, i.order_id, i.kind, i.created_at, CASE i.payment_plan WHEN 'PUE' THEN i.total_cents ELSE coalesce((
      SELECT sum(ip.paid_cents) FROM invoice_payments ip WHERE ip.pays_invoice_id = i.id AND ip.is_live), 0) END AS cents
    FROM invoices i
    WHERE i.order_id = ANY (family.ids) AND i.kind IN ('invoice', 'deposit')
      AND i.state IN ('stamping', 'stamped', 'cancelAsked')
      AND (i.kind = 'invoice' OR NOT EXISTS (
        SELECT FROM invoices w WHERE w.deposit_id = i.id AND w.kind = 'invoice'
          AND w.state IN ('stamping', 'stamped', 'cancelAsked')))
    UNION ALL SELECT i.id, g.order_id, i.kind, i.created_at, g.cents
    FROM invoice_orders g JOIN invoices i ON i.id = g.invoice_id WHERE g.order_id = ANY (family.ids) AND g.is_live
  ) counted
  CROSS JOIN LATERAL (
    SELECT counted.kind, counted.cents, counted.created_at, (
      SELECT sum(n.total_cents) FROM invoices n
      WHERE n.relates_to_id = counted.id AND n.order_id = counted.order_id AND n.kind = 'creditNote'
        AND n.state NOT IN ('refused', 'cancelled')) AS credited) d
) documents
WHERE o.status <> 'JOINED';

-- The payments of PPD invoices that have no live complement and are not refunded in full, while the invoice has a
-- balance. `attempts` counts earlier complements of the payment that were refused or cancelled. If there are any, staff
-- decide whether another one is issued.
CREATE VIEW payments_to_complement AS
SELECT i.id AS invoice_id, i.shop_id, i.order_id, p.id AS payment_id, p.paid_at, p.cents - p.refunded_cents AS cents,
  i.state AS invoice_state, i.total_cents - made.paid_cents AS balance_cents, made.is_settled,
  (SELECT count(*)::integer FROM invoice_payments past WHERE past.payment_id = p.id) AS attempts
FROM invoices i
CROSS JOIN LATERAL (
  WITH RECURSIVE members AS (SELECT i.order_id AS id UNION ALL SELECT j.id FROM members m JOIN orders j ON j.joined_into_id = m.id)
  SELECT array_agg(id) AS ids FROM members) family
JOIN payments p ON p.order_id = ANY (family.ids)
CROSS JOIN LATERAL (
  SELECT coalesce(sum(ip.paid_cents), 0)::bigint AS paid_cents,
    coalesce(bool_and(c.state = 'stamped'), true) AS is_settled
  FROM invoice_payments ip JOIN invoices c ON c.id = ip.invoice_id WHERE ip.pays_invoice_id = i.id AND ip.is_live) made
WHERE i.payment_plan = 'PPD' AND i.state IN ('stamping', 'stamped')
  AND (p.state = 'APPROVED' OR p.state = 'DISPUTED' AND NOT p.is_dispute_lost) AND p.cents > p.refunded_cents
  AND i.total_cents > made.paid_cents
  AND NOT EXISTS (SELECT FROM invoice_payments ip WHERE ip.payment_id = p.id AND ip.is_live);

CREATE OR REPLACE FUNCTION check_declared_amount() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE allowed bigint;
BEGIN
  IF NEW.kind = 'invoice' AND NEW.payment_plan = 'PPD' THEN
    SELECT grand_total_cents INTO allowed FROM orders WHERE id = NEW.order_id;
    IF NEW.total_cents IS DISTINCT FROM allowed THEN
      RAISE EXCEPTION 'an invoice that is paid later is for the whole order (% instead of %)', NEW.total_cents, allowed
        USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_paid_later_are_whole';
    END IF;
  ELSIF NEW.kind IN ('invoice', 'deposit') THEN
    SELECT kept_cents INTO allowed FROM order_income WHERE order_id = NEW.order_id;
    IF NEW.total_cents IS DISTINCT FROM allowed THEN
      RAISE EXCEPTION 'an invoice declares what its order has kept (% instead of %)', NEW.total_cents, allowed
        USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_declare_what_is_kept';
    END IF;
  ELSIF NEW.kind = 'depositApplied' THEN
    PERFORM FROM invoices WHERE id = NEW.deposit_id FOR UPDATE;
    SELECT d.total_cents - coalesce((SELECT sum(n.total_cents) FROM invoices n WHERE n.relates_to_id = d.id
      AND n.kind = 'creditNote' AND n.state NOT IN ('refused', 'cancelled')), 0)
    INTO allowed FROM invoices d WHERE d.id = NEW.deposit_id AND d.kind = 'deposit' AND d.state = 'stamped'
      AND EXISTS (SELECT FROM invoices w WHERE w.deposit_id = d.id AND w.kind = 'invoice' AND w.state = 'stamped');
    IF NEW.total_cents IS DISTINCT FROM allowed THEN
      RAISE EXCEPTION 'a deposit is applied whole, once the whole sale is invoiced (% instead of %)', NEW.total_cents, allowed
        USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_deposit_applied_whole';
    END IF;
  ELSIF NEW.kind = 'creditNote' THEN
    PERFORM FROM invoices WHERE id = NEW.relates_to_id FOR UPDATE;
    SELECT CASE credited.kind WHEN 'global' THEN (SELECT g.cents FROM invoice_orders g
          WHERE g.invoice_id = credited.id AND g.order_id = NEW.order_id AND g.is_live)
        ELSE credited.total_cents END
      - coalesce((SELECT sum(n.total_cents) FROM invoices n WHERE n.relates_to_id = credited.id
          AND n.order_id = NEW.order_id AND n.kind = 'creditNote' AND n.state NOT IN ('refused', 'cancelled')), 0)
    INTO allowed
    FROM invoices credited WHERE credited.id = NEW.relates_to_id AND credited.kind IN ('invoice', 'global', 'deposit')
      AND credited.state = 'stamped' AND NOT EXISTS (
        SELECT FROM invoices w WHERE credited.kind = 'deposit' AND w.deposit_id = credited.id
          AND w.state IN ('stamping', 'stamped', 'cancelAsked', 'replaced'));
    IF allowed IS NULL OR NEW.total_cents > allowed THEN
      RAISE EXCEPTION 'credit notes never exceed what they credit (% of %)', NEW.total_cents, allowed
        USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_credit_within';
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- SAT does not cancel a document that another one refers to: a credit note, a payment, an applied deposit.
CREATE OR REPLACE FUNCTION check_credited_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM invoices n WHERE n.relates_to_id = NEW.id AND n.kind = 'creditNote'
    AND n.state NOT IN ('refused', 'cancelled')) THEN
    RAISE EXCEPTION 'an invoice with credit notes is neither cancelled nor replaced'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_credited_stay';
  END IF;
  IF EXISTS (SELECT FROM invoice_payments ip WHERE ip.is_live AND (ip.pays_invoice_id = NEW.id OR ip.pays_invoice_id IN (
      SELECT own.pays_invoice_id FROM invoice_payments own WHERE own.invoice_id = NEW.id AND own.instalment < ip.instalment)))
    OR EXISTS (SELECT FROM invoices a WHERE a.state IN ('stamping', 'stamped', 'cancelAsked') AND (
      NEW.kind = 'deposit' AND a.deposit_id = NEW.id
      OR NEW.kind = 'invoice' AND a.kind = 'depositApplied' AND a.deposit_id = NEW.deposit_id)) THEN
    RAISE EXCEPTION 'a document with payments or an applied deposit is neither cancelled nor replaced'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_paid_stay';
  END IF;
  RETURN NEW;
END $$;
