-- The VAT treatment of goods depends on the day (decision 35). A treatment of a product, a category or a shop applies
-- from a day until the next one begins. A document has the treatments of the day of its sale.
CREATE TABLE vat_treatments (
  -- A changed treatment is a new row with a new id. Forms send the last id that they showed.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id uuid REFERENCES products ON DELETE CASCADE,
  category_id uuid REFERENCES categories ON DELETE CASCADE,
  -- The general rate of an issuer.
  shop_id uuid REFERENCES shops ON DELETE CASCADE,
  valid_from date NOT NULL CONSTRAINT vat_treatments_day CHECK (valid_from >= '2000-01-01'),
  -- inherit: ends the earlier treatment, so that the next wider level applies again.
  treatment text NOT NULL CONSTRAINT vat_treatments_known
    CHECK (treatment IN ('general', 'zero', 'exempt', 'notSubject', 'notItemised', 'inherit')),
  rate_bps integer CONSTRAINT vat_treatments_rate CHECK (rate_bps IN (800, 1600)),
  who text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT vat_treatments_one_target CHECK (num_nonnulls(product_id, category_id, shop_id) = 1),
  CONSTRAINT vat_treatments_rate_of_shop
    CHECK ((shop_id IS NULL) = (rate_bps IS NULL) AND (shop_id IS NULL OR treatment = 'general')),
  CONSTRAINT vat_treatments_once_a_day UNIQUE NULLS NOT DISTINCT (product_id, category_id, shop_id, valid_from)
);
CREATE INDEX vat_treatments_of_category ON vat_treatments (category_id) WHERE category_id IS NOT NULL;
CREATE INDEX vat_treatments_of_shop ON vat_treatments (shop_id) WHERE shop_id IS NOT NULL;

INSERT INTO vat_treatments (shop_id, valid_from, treatment, rate_bps, who)
  SELECT shop_id, '2000-01-01', 'general', vat_rate_bps, 'sistema' FROM invoice_issuers;
ALTER TABLE invoice_issuers DROP COLUMN vat_rate_bps;

-- The breakdown of each document: [{treatment, rateBps, baseCents, taxCents}]. With subtotal and discount, both without
-- VAT, it is what the accountant's list needs.
ALTER TABLE invoices ADD COLUMN taxes jsonb, ADD COLUMN subtotal_cents bigint, ADD COLUMN discount_cents bigint;

-- All documents so far have one rate. Their amounts are in the attributes of the root and in the element after
-- Conceptos.
WITH written AS (
  SELECT id, total_cents, substring(sealed_xml from '<cfdi:Comprobante ([^>]*)>') AS root,
    substring(sealed_xml from '</cfdi:Conceptos><cfdi:Impuestos .*<cfdi:Traslado ([^>]*)/>') AS tax
  FROM invoices),
figures AS (
  SELECT id, total_cents,
    coalesce(round(substring(tax from 'TasaOCuota="([0-9.]+)"')::numeric * 10000)::int, 1600) AS rate_bps,
    coalesce(round(substring(tax from 'Importe="([0-9.]+)"')::numeric * 100)::bigint,
      total_cents - round(total_cents / 1.16)::bigint) AS tax_cents,
    coalesce(round(substring(' ' || root from ' Descuento="([0-9.]+)"')::numeric * 100)::bigint, 0) AS discount_cents
  FROM written)
UPDATE invoices i SET discount_cents = f.discount_cents,
  subtotal_cents = f.total_cents - f.tax_cents + f.discount_cents,
  taxes = jsonb_build_array(jsonb_build_object('treatment', 'general', 'rateBps', f.rate_bps,
    'baseCents', f.total_cents - f.tax_cents, 'taxCents', f.tax_cents))
FROM figures f WHERE f.id = i.id;

CREATE FUNCTION sum_of_taxes(taxes jsonb, field text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(sum((row->>field)::bigint), 0)::bigint FROM jsonb_array_elements(taxes) row
$$;
ALTER TABLE invoices ALTER COLUMN taxes SET NOT NULL, ALTER COLUMN subtotal_cents SET NOT NULL,
  ALTER COLUMN discount_cents SET NOT NULL,
  ADD CONSTRAINT invoices_taxes_add_up CHECK (
    subtotal_cents - discount_cents = sum_of_taxes(taxes, 'baseCents')
    AND sum_of_taxes(taxes, 'baseCents') + sum_of_taxes(taxes, 'taxCents') = total_cents),
  ADD CONSTRAINT invoices_discount_within CHECK (discount_cents BETWEEN 0 AND subtotal_cents);

-- The taxes of a sealed document do not change.
CREATE FUNCTION keep_invoice_taxes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the taxes of a sealed invoice do not change' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER invoices_taxes_kept BEFORE UPDATE ON invoices FOR EACH ROW
  WHEN (OLD.taxes IS DISTINCT FROM NEW.taxes OR OLD.subtotal_cents IS DISTINCT FROM NEW.subtotal_cents
    OR OLD.discount_cents IS DISTINCT FROM NEW.discount_cents)
  EXECUTE FUNCTION keep_invoice_taxes();
