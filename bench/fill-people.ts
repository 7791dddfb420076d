import type { BenchShop } from "./bench-shop.ts";

/**
 * Gives each generated order (`fillOrders`) the customer it names, and each shipped order an invoice: one of fifty
 * refused, one of forty cancelled. The content of a sealed document is replaced by text of the same length.
 */
export async function fillPeople(shop: BenchShop): Promise<void> {
  for (const table of ["orders", "invoices"]) await shop.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (const step of [CUSTOMERS, INVOICES]) await shop.query(step);
  for (const table of ["orders", "invoices"]) await shop.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  for (const table of ["customers", "orders", "invoices"]) await shop.query(`VACUUM ANALYZE ${table}`);
}

const CUSTOMERS = `
WITH guest AS (SELECT id FROM customers WHERE name = 'Relleno'), made AS (
  INSERT INTO customers (id, kind, name, last_name, phone, email, created_at)
  SELECT o.id, 'guest', o.customer_name, o.customer_last_name, o.customer_phone, o.customer_email, o.created_at
  FROM orders o JOIN guest g ON g.id = o.customer_id RETURNING id)
SELECT count(*) FROM made;
ANALYZE customers;
UPDATE orders o SET customer_id = o.id WHERE EXISTS (SELECT FROM customers c WHERE c.id = o.id)`;

const INVOICES = `
INSERT INTO invoices (id, shop_id, kind, order_id, state, receiver, payment_form, total_cents, subtotal_cents, discount_cents,
  taxes, series, folio, sealed_xml, issued_at, provider, uuid, xml, stamped_at, cancelled_at, refusal_code, refusal_message, actor, created_at)
SELECT ('0190' || lpad(to_hex(n), 8, '0') || '7000800000000000' || '0000')::uuid, shop_id, 'invoice', order_id, state,
  jsonb_build_object('rfc', 'XAXX010101000', 'name', upper(name), 'postalCode', '06000', 'taxRegime', '616', 'cfdiUse', 'S01'),
  '03', 69700, 60086, 0, '[{"treatment": "general", "rateBps": 1600, "baseCents": 60086, "taxCents": 9614}]', 'A', n::text, repeat(md5(n::text), 120), at, 'relleno',
  CASE WHEN state <> 'refused' THEN gen_random_uuid() END, CASE WHEN state <> 'refused' THEN repeat(md5(n::text), 160) END,
  CASE WHEN state <> 'refused' THEN at END, CASE WHEN state = 'cancelled' THEN at END,
  CASE WHEN state = 'refused' THEN 'CFDI40147' END, CASE WHEN state = 'refused' THEN 'El código postal no es el del receptor' END,
  'relleno', at
FROM (
  SELECT row_number() OVER (ORDER BY reference) AS n, shop_id, id AS order_id, created_at AS at,
    customer_name || ' ' || customer_last_name AS name,
    CASE WHEN reference % 50 = 0 THEN 'refused' WHEN reference % 40 = 1 THEN 'cancelled' ELSE 'stamped' END AS state
  FROM orders WHERE status = 'SHIPPED' AND customer_email LIKE 'cliente%') sent
ON CONFLICT DO NOTHING`;
