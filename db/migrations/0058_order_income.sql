-- What the shop keeps of each order's money, and what live documents declare of it (decision 33). Centavos.

-- The start of a dispute, and whether it was lost. While it is open the sale is valid. If it is lost the money counts
-- as refunded.
ALTER TABLE payments
  ADD COLUMN disputed_at timestamptz,
  ADD COLUMN is_dispute_lost boolean NOT NULL DEFAULT false;
UPDATE payments SET disputed_at = provider_updated_at, is_dispute_lost = raw_status = 'charged_back/settled'
WHERE state = 'DISPUTED';
ALTER TABLE payments ADD CONSTRAINT payments_lost_was_disputed CHECK (NOT is_dispute_lost OR state = 'DISPUTED');

-- A sale belongs to the month of its first payment, even if that payment was refunded or disputed later.
DROP INDEX payments_of_day;
CREATE INDEX payments_of_day ON payments (paid_at) WHERE state IN ('APPROVED', 'REFUNDED', 'DISPUTED');

-- The amount of an order in its global invoice. It is read from the sealed document, which has one line per order.
ALTER TABLE invoice_orders ADD COLUMN cents bigint;
UPDATE invoice_orders g SET cents = line.cents
FROM (
  SELECT i.id AS invoice_id, part[1] AS reference, round((part[2]::numeric + part[3]::numeric) * 100)::bigint AS cents
  FROM invoices i, regexp_matches(i.sealed_xml, '<cfdi:Concepto ClaveProdServ="[^"]*" NoIdentificacion="([^"]*)"[^>]* Importe="([0-9.]+)"[^>]*><cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado [^>]* Importe="([0-9.]+)"', 'g') AS part
  WHERE i.kind = 'global') line
JOIN orders o ON o.reference::text = line.reference
WHERE g.invoice_id = line.invoice_id AND g.order_id = o.id;
-- For a document that does not have this form: what the shop keeps of the order.
UPDATE invoice_orders g SET cents = greatest(1, least(o.grand_total_cents, (
  SELECT coalesce(sum(p.cents - p.refunded_cents), 0) FROM payments p WHERE p.order_id = o.id AND p.state = 'APPROVED')))
FROM orders o WHERE o.id = g.order_id AND g.cents IS NULL;
ALTER TABLE invoice_orders ALTER COLUMN cents SET NOT NULL,
  ADD CONSTRAINT invoice_orders_cents_positive CHECK (cents > 0);

-- The lines of its invoice that a credit note is about: [{line, pieces}]. Null for other documents, and for credit
-- notes of global invoices.
ALTER TABLE invoices ADD COLUMN returned_lines jsonb;

-- Each request to cancel a document, with SAT's acuse. The last one is the current one. No row is deleted.
CREATE TABLE invoice_cancellations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES invoices,
  motive text NOT NULL CONSTRAINT invoice_cancellations_motive CHECK (motive IN ('01', '02', '03', '04')),
  -- The document that takes its place.
  replaced_by uuid REFERENCES invoices,
  requested_at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  -- SAT's acuse, with which SAT confirms that it has the request.
  receipt text,
  received_at timestamptz,
  -- rejected: by the receiver. refused: by SAT or the PAC. notSent: the substitute was refused, so SAT was never asked.
  outcome text CONSTRAINT invoice_cancellations_outcome CHECK (outcome IN ('cancelled', 'rejected', 'refused', 'notSent')),
  problem text,
  ended_at timestamptz,
  CONSTRAINT invoice_cancellations_ended_whole CHECK ((outcome IS NULL) = (ended_at IS NULL)),
  CONSTRAINT invoice_cancellations_receipt_whole CHECK ((receipt IS NULL) = (received_at IS NULL))
);
CREATE INDEX invoice_cancellations_of_invoice ON invoice_cancellations (invoice_id, id);
CREATE UNIQUE INDEX invoice_cancellations_one_open ON invoice_cancellations (invoice_id) WHERE ended_at IS NULL;

INSERT INTO invoice_cancellations
  (invoice_id, motive, replaced_by, requested_at, actor, receipt, received_at, outcome, problem, ended_at)
SELECT i.id, coalesce(i.cancel_motive, '01'),
  (SELECT s.id FROM invoices s WHERE s.relates_to_id = i.id AND s.kind <> 'creditNote' ORDER BY s.id DESC LIMIT 1),
  i.cancel_requested_at, coalesce(i.cancel_actor, 'sistema'), i.cancel_receipt,
  CASE WHEN i.cancel_receipt IS NOT NULL THEN i.cancel_requested_at END, ended.outcome, i.cancel_problem,
  CASE WHEN ended.outcome IS NOT NULL THEN coalesce(i.cancelled_at, now()) END
FROM invoices i, LATERAL (SELECT CASE
  WHEN i.state = 'cancelled' THEN 'cancelled'
  WHEN i.cancel_problem LIKE 'El receptor%' THEN 'rejected'
  WHEN i.cancel_problem IS NOT NULL THEN 'refused'
  WHEN i.state IN ('stamped', 'stamping', 'refused') THEN 'notSent' END AS outcome) ended
WHERE i.cancel_requested_at IS NOT NULL;

CREATE FUNCTION keep_invoice_cancellation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
    OR OLD.receipt IS NOT NULL AND NEW.receipt IS DISTINCT FROM OLD.receipt THEN
    RAISE EXCEPTION 'a cancellation request is kept as it ended' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoice_cancellations_kept BEFORE UPDATE OR DELETE ON invoice_cancellations
  FOR EACH ROW EXECUTE FUNCTION keep_invoice_cancellation();

ALTER TABLE invoices DROP CONSTRAINT invoices_cancel_whole,
  ADD CONSTRAINT invoices_cancel_whole CHECK ((state = 'cancelled') = (cancelled_at IS NOT NULL)),
  DROP COLUMN cancel_motive, DROP COLUMN cancel_requested_at, DROP COLUMN cancel_actor, DROP COLUMN cancel_problem,
  DROP COLUMN cancel_receipt;

-- The only computation of an order's income: one row per order that was not joined into another. The money and the
-- documents of orders that were joined into it count for it. An invoice counts from its seal until the PAC
-- refuses it or its cancellation is done. A replaced invoice does not count, because its substitute does.
CREATE VIEW order_income AS
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
  SELECT coalesce(sum(d.cents) FILTER (WHERE d.kind = 'invoice'), 0)::bigint AS invoiced_cents,
    coalesce(sum(d.cents) FILTER (WHERE d.kind = 'global'), 0)::bigint AS global_cents,
    coalesce(sum(d.credited), 0)::bigint AS credited_cents, min(d.created_at) AS documented_at
  FROM (
    SELECT i.id, i.order_id, i.kind, i.total_cents AS cents, i.created_at FROM invoices i
    WHERE i.order_id = ANY (family.ids) AND i.kind = 'invoice' AND i.state IN ('stamping', 'stamped', 'cancelAsked')
    UNION ALL SELECT i.id, g.order_id, i.kind, g.cents, i.created_at
    FROM invoice_orders g JOIN invoices i ON i.id = g.invoice_id WHERE g.order_id = ANY (family.ids) AND g.is_live
  ) counted
  CROSS JOIN LATERAL (
    SELECT counted.kind, counted.cents, counted.created_at, (
      SELECT sum(n.total_cents) FROM invoices n
      WHERE n.relates_to_id = counted.id AND n.order_id = counted.order_id AND n.kind = 'creditNote'
        AND n.state NOT IN ('refused', 'cancelled')) AS credited) d
) documents
WHERE o.status <> 'JOINED';

-- When a document is sealed, the amount that it declares must be correct.
CREATE FUNCTION check_declared_amount() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE allowed bigint;
BEGIN
  IF NEW.kind = 'invoice' THEN
    SELECT kept_cents INTO allowed FROM order_income WHERE order_id = NEW.order_id;
    IF NEW.total_cents IS DISTINCT FROM allowed THEN
      RAISE EXCEPTION 'an invoice declares what its order has kept (% instead of %)', NEW.total_cents, allowed
        USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_declare_what_is_kept';
    END IF;
  ELSIF NEW.kind = 'creditNote' THEN
    PERFORM FROM invoices WHERE id = NEW.relates_to_id FOR UPDATE;
    SELECT CASE credited.kind WHEN 'invoice' THEN credited.total_cents
        ELSE (SELECT g.cents FROM invoice_orders g
          WHERE g.invoice_id = credited.id AND g.order_id = NEW.order_id AND g.is_live) END
      - coalesce((SELECT sum(n.total_cents) FROM invoices n WHERE n.relates_to_id = credited.id
          AND n.order_id = NEW.order_id AND n.kind = 'creditNote' AND n.state NOT IN ('refused', 'cancelled')), 0)
    INTO allowed
    FROM invoices credited WHERE credited.id = NEW.relates_to_id AND credited.kind IN ('invoice', 'global')
      AND credited.state = 'stamped';
    IF allowed IS NULL OR NEW.total_cents > allowed THEN
      RAISE EXCEPTION 'credit notes never exceed what they credit (% of %)', NEW.total_cents, allowed
        USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_credit_within';
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoices_declared BEFORE INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION check_declared_amount();

CREATE FUNCTION check_global_amount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.cents IS DISTINCT FROM (SELECT kept_cents FROM order_income WHERE order_id = NEW.order_id) THEN
    RAISE EXCEPTION 'a global invoice declares what its orders have kept'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_orders_declare_what_is_kept';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoice_orders_declared BEFORE INSERT ON invoice_orders
  FOR EACH ROW EXECUTE FUNCTION check_global_amount();

-- SAT does not cancel a document that another one credits, so its credit notes are cancelled first.
CREATE FUNCTION check_credited_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM invoices n WHERE n.relates_to_id = NEW.id AND n.kind = 'creditNote'
    AND n.state NOT IN ('refused', 'cancelled')) THEN
    RAISE EXCEPTION 'an invoice with credit notes is neither cancelled nor replaced'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_credited_stay';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoices_credited_stay BEFORE UPDATE OF state ON invoices FOR EACH ROW
  WHEN (OLD.state = 'stamped' AND NEW.state IN ('cancelAsked', 'replaced', 'cancelled'))
  EXECUTE FUNCTION check_credited_invoice();
