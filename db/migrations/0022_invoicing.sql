-- Invoices (CFDI 4.0): who issues them, the sealed documents, and their stamps from the PAC. Money is centavos.

-- The issuer of a shop's invoices. Several shops may have the same one. A shop without a row does not issue invoices.
CREATE TABLE invoice_issuers (
  shop_id uuid PRIMARY KEY REFERENCES shops,
  rfc text NOT NULL CONSTRAINT invoice_issuers_rfc_form CHECK (rfc ~ '^[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{2}[0-9A]$'),
  -- The name in the CSD, without the company's legal form.
  name text NOT NULL CONSTRAINT invoice_issuers_name CHECK (name <> ''),
  tax_regime text NOT NULL,
  -- Where invoices are issued (LugarExpedicion). Their time is the local time there.
  postal_code text NOT NULL CONSTRAINT invoice_issuers_postal_code CHECK (postal_code ~ '^[0-9]{5}$'),
  time_zone text NOT NULL DEFAULT 'America/Mexico_City',
  vat_rate_bps integer NOT NULL DEFAULT 1600 CONSTRAINT invoice_issuers_vat CHECK (vat_rate_bps IN (800, 1600)),
  series text CONSTRAINT invoice_issuers_series CHECK (length(series) BETWEEN 1 AND 25),
  next_folio bigint NOT NULL DEFAULT 1,
  -- SAT's keys for products that have none of their own and whose category has none.
  product_key text CONSTRAINT invoice_issuers_product_key CHECK (product_key ~ '^[0-9]{8}$'),
  unit_key text,
  -- Until when a customer may request the invoice of an order: the end of the year of its first payment, some days
  -- after the end of the month of this payment, or some days after the payment.
  deadline text NOT NULL DEFAULT 'year' CONSTRAINT invoice_issuers_deadline CHECK (deadline IN ('year', 'month', 'days')),
  deadline_days integer NOT NULL DEFAULT 0 CONSTRAINT invoice_issuers_deadline_days CHECK (deadline_days BETWEEN 0 AND 366),
  -- The CSD: its certificate in DER, and its key and password, encrypted with INVOICING_KEY.
  certificate bytea,
  certificate_number text,
  secret bytea,
  certificate_ends_at timestamptz,
  -- The demo's issuer. Its CSD is generated when it is first needed.
  is_demo boolean NOT NULL DEFAULT false,
  CONSTRAINT invoice_issuers_csd_whole CHECK (
    (certificate IS NULL) = (secret IS NULL) AND (certificate IS NULL) = (certificate_number IS NULL)
    AND (certificate IS NULL) = (certificate_ends_at IS NULL))
);

-- The shop's own keys of c_ClaveProdServ and c_ClaveUnidad for a product or a category.
ALTER TABLE products ADD COLUMN sat_product_key text CONSTRAINT products_sat_product_key CHECK (sat_product_key ~ '^[0-9]{8}$'),
  ADD COLUMN sat_unit_key text;
ALTER TABLE categories ADD COLUMN sat_product_key text CONSTRAINT categories_sat_product_key CHECK (sat_product_key ~ '^[0-9]{8}$'),
  ADD COLUMN sat_unit_key text;

-- One row per sealed document. The row is written before the PAC is called. Retries send the same document.
CREATE TABLE invoices (
  id uuid PRIMARY KEY,
  shop_id uuid NOT NULL REFERENCES shops,
  kind text NOT NULL CONSTRAINT invoices_kind_known CHECK (kind IN ('invoice', 'creditNote', 'global')),
  -- Null for a global invoice, whose orders are in invoice_orders.
  order_id uuid REFERENCES orders,
  -- stamping: the PAC's answer is unknown. replaced: a substitute exists and this one is being cancelled. cancelAsked:
  -- its cancellation was requested, and SAT or the receiver has not answered yet.
  state text NOT NULL DEFAULT 'stamping' CONSTRAINT invoices_state_known
    CHECK (state IN ('stamping', 'stamped', 'refused', 'replaced', 'cancelAsked', 'cancelled')),
  -- The receiver in the document: {rfc, name, postalCode, taxRegime, cfdiUse}.
  receiver jsonb NOT NULL,
  payment_form text NOT NULL,
  total_cents bigint NOT NULL CONSTRAINT invoices_total_positive CHECK (total_cents > 0),
  series text,
  folio text NOT NULL,
  -- The period of a global invoice as staff typed it.
  period text,
  sealed_xml text NOT NULL,
  issued_at timestamptz NOT NULL,
  provider text NOT NULL,
  -- Until when a process is calling the PAC. This hint avoids a second call. It is not a lock.
  asking_until timestamptz,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now() + interval '45 seconds',
  uuid uuid CONSTRAINT invoices_uuid_once UNIQUE,
  -- The stamped XML, byte for byte as the PAC returned it.
  xml text,
  stamped_at timestamptz,
  refusal_code text,
  refusal_message text,
  -- The document that this one replaces (substitution) or credits (credit note).
  relates_to_id uuid REFERENCES invoices,
  cancel_motive text CONSTRAINT invoices_cancel_motive CHECK (cancel_motive IN ('01', '02', '03', '04')),
  cancel_asked_at timestamptz,
  cancel_actor text,
  cancel_problem text,
  -- SAT's acuse.
  cancel_receipt text,
  cancelled_at timestamptz,
  email text,
  actor text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT invoices_of_an_order CHECK ((order_id IS NULL) = (kind = 'global')),
  CONSTRAINT invoices_stamp_whole CHECK (
    (uuid IS NULL) = (xml IS NULL) AND (uuid IS NULL) = (stamped_at IS NULL)
    AND (uuid IS NULL) = (state IN ('stamping', 'refused'))),
  CONSTRAINT invoices_cancel_whole CHECK (
    (state <> 'cancelAsked' OR cancel_motive IS NOT NULL) AND (state = 'cancelled') = (cancelled_at IS NOT NULL))
);
-- An order has at most one live invoice (rule INVOICE-1), even with concurrent requests.
CREATE UNIQUE INDEX invoices_one_live_an_order ON invoices (order_id)
  WHERE kind = 'invoice' AND state IN ('stamping', 'stamped', 'cancelAsked');
CREATE UNIQUE INDEX invoices_folio_once ON invoices (shop_id, coalesce(series, ''), folio);
CREATE INDEX invoices_unsettled ON invoices (created_at) WHERE state IN ('stamping', 'replaced', 'cancelAsked');
CREATE INDEX invoices_of_order ON invoices (order_id, created_at) WHERE order_id IS NOT NULL;
CREATE INDEX invoices_of_shop ON invoices (shop_id, created_at);

-- A sealed document, its order and its receiver never change. Its stamp is added once.
CREATE FUNCTION keep_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.sealed_xml <> NEW.sealed_xml OR OLD.uuid IS NOT NULL AND (NEW.uuid IS DISTINCT FROM OLD.uuid OR NEW.xml <> OLD.xml)
    OR OLD.order_id IS DISTINCT FROM NEW.order_id OR OLD.receiver <> NEW.receiver THEN
    RAISE EXCEPTION 'a sealed invoice does not change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoices_kept BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION keep_invoice();

-- The orders of a global invoice. An order is in at most one live global invoice.
CREATE TABLE invoice_orders (
  invoice_id uuid NOT NULL REFERENCES invoices,
  order_id uuid NOT NULL REFERENCES orders,
  is_live boolean NOT NULL DEFAULT true,
  PRIMARY KEY (invoice_id, order_id)
);
CREATE UNIQUE INDEX invoice_orders_once ON invoice_orders (order_id) WHERE is_live;

-- Keys that open an invoice's files without a session. A caller who gave the order's data gets one.
CREATE TABLE invoice_keys (
  key_hash bytea PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES invoices,
  expires_at timestamptz NOT NULL
);
CREATE INDEX invoice_keys_ending ON invoice_keys (expires_at);
