-- The days of a global invoice (decision 37). SAT's periodicity must match them.
ALTER TABLE invoices ADD COLUMN period_from date, ADD COLUMN period_to date, ADD COLUMN periodicity text;

CREATE FUNCTION is_global_period(periodicity text, first_day date, last_day date)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE periodicity
    WHEN '01' THEN last_day = first_day
    -- Monday to Sunday. A week ends with its month.
    WHEN '02' THEN first_day = greatest(date_trunc('week', last_day)::date, date_trunc('month', last_day)::date)
      AND last_day = least(date_trunc('week', first_day)::date + 6,
        (date_trunc('month', first_day) + interval '1 month - 1 day')::date)
    WHEN '03' THEN extract(day FROM first_day) = 1 AND last_day = first_day + 14
      OR extract(day FROM first_day) = 16 AND last_day = (date_trunc('month', first_day) + interval '1 month - 1 day')::date
    WHEN '04' THEN extract(day FROM first_day) = 1
      AND last_day = (date_trunc('month', first_day) + interval '1 month - 1 day')::date
    WHEN '05' THEN extract(day FROM first_day) = 1 AND extract(month FROM first_day)::int % 2 = 1
      AND last_day = (date_trunc('month', first_day) + interval '2 months - 1 day')::date
    ELSE false END
$$;

UPDATE invoices SET period_from = split_part(period, ' a ', 1)::date, period_to = split_part(period, ' a ', 2)::date,
  periodicity = substring(sealed_xml from '<cfdi:InformacionGlobal[^>]* Periodicidad="([0-9]{2})"')
WHERE kind = 'global' AND period ~ '^\d{4}-\d\d-\d\d a \d{4}-\d\d-\d\d$';
-- Older documents whose days do not match their periodicity keep their days and have no periodicity here.
UPDATE invoices SET periodicity = NULL
WHERE periodicity IS NOT NULL AND NOT is_global_period(periodicity, period_from, period_to);

ALTER TABLE invoices ADD CONSTRAINT invoices_period_matches CHECK (
  kind = 'global' AND (period_from IS NULL) = (period_to IS NULL)
    AND (periodicity IS NULL OR coalesce(is_global_period(periodicity, period_from, period_to), false))
  OR kind <> 'global' AND num_nonnulls(period_from, period_to, periodicity) = 0);
CREATE INDEX invoices_of_period ON invoices (shop_id, period_from) WHERE kind = 'global';

CREATE FUNCTION require_global_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a global invoice has a period' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER invoices_have_period BEFORE INSERT ON invoices FOR EACH ROW
  WHEN (NEW.kind = 'global' AND NEW.periodicity IS NULL) EXECUTE FUNCTION require_global_period();

-- The accountant chooses how a global invoice is corrected: by a credit note per order, or by a new global invoice.
ALTER TABLE invoice_issuers ADD COLUMN global_correction text NOT NULL DEFAULT 'creditNote'
  CONSTRAINT invoice_issuers_correction CHECK (global_correction IN ('creditNote', 'reissue'));

-- A request for a buyer's own invoice of an order that is in a global invoice. While the row is open the global invoice
-- is being corrected, and the order may be in no document or in two.
CREATE TABLE own_invoice_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  global_id uuid NOT NULL REFERENCES invoices,
  -- creditNote: a credit note removes the order from the global invoice, then its invoice is issued. reissue: its
  -- invoice is issued, then the global invoice is cancelled (motive 04) and issued again without it.
  way text NOT NULL CONSTRAINT own_invoice_requests_way CHECK (way IN ('creditNote', 'reissue')),
  receiver jsonb NOT NULL,
  email text,
  actor text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  credit_note_id uuid REFERENCES invoices,
  invoice_id uuid REFERENCES invoices,
  -- When the request ended, and the problem that staff have to solve, if there was one.
  ended_at timestamptz,
  problem text
);
CREATE UNIQUE INDEX own_invoice_requests_one_open ON own_invoice_requests (order_id) WHERE ended_at IS NULL;
CREATE INDEX own_invoice_requests_of_global ON own_invoice_requests (global_id);
CREATE INDEX own_invoice_requests_of_note ON own_invoice_requests (credit_note_id) WHERE credit_note_id IS NOT NULL;

-- An order in a valid global invoice gets no other invoice, except while the global invoice is being corrected.
CREATE FUNCTION check_order_not_in_global() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM invoice_orders g WHERE g.order_id = NEW.order_id AND g.is_live)
    AND NOT EXISTS (SELECT FROM own_invoice_requests r WHERE r.order_id = NEW.order_id AND r.ended_at IS NULL) THEN
    RAISE EXCEPTION 'the order is in a global invoice'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_not_in_global';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoices_not_in_global BEFORE INSERT ON invoices FOR EACH ROW
  WHEN (NEW.kind = 'invoice') EXECUTE FUNCTION check_order_not_in_global();

-- An order that is shipped late (a presale) can be invoiced for at least this many days after it was shipped. The
-- default deadline of new issuers is one day after the month of payment, as SAT sets for the global invoice. Existing
-- issuers keep their choice.
ALTER TABLE invoice_issuers ADD COLUMN days_after_shipping integer NOT NULL DEFAULT 5
  CONSTRAINT invoice_issuers_days_after_shipping CHECK (days_after_shipping BETWEEN 0 AND 366),
  ALTER COLUMN deadline SET DEFAULT 'month', ALTER COLUMN deadline_days SET DEFAULT 1;

-- The length of the periods whose global invoice a job handles when they are over, and whether the job issues it or
-- only reminds staff.
ALTER TABLE invoice_issuers ADD COLUMN global_every text NOT NULL DEFAULT 'off'
  CONSTRAINT invoice_issuers_global_every CHECK (global_every IN ('off', 'day', 'week', 'fortnight', 'month')),
  ADD COLUMN global_auto boolean NOT NULL DEFAULT false;
