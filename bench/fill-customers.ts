import type { BenchShop } from "./bench-shop.ts";

/**
 * Generates this many customers with the names in the generated orders (`fillOrders`), and assigns the orders to them.
 * Each customer has the id of their newest order. If that order is shipped, it gets an invoice. One of fifty invoices
 * is refused, one of forty cancelled. Sealed documents are replaced by text of a similar length.
 */
export async function fillCustomersAndInvoices(shop: BenchShop, customerCount: number): Promise<void> {
  for (const table of ["orders", "invoices"]) await shop.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await shop.query(INSERT_CUSTOMERS, [customerCount]);
  await shop.query("ANALYZE customers");
  for (const step of [ASSIGN_ORDERS, INSERT_INVOICES]) await shop.query(step);
  for (const table of ["orders", "invoices"]) await shop.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  for (const table of ["customers", "orders", "invoices"]) await shop.query(`VACUUM ANALYZE ${table}`);
}

const INSERT_CUSTOMERS = `
INSERT INTO customers (id, kind, name, last_name, phone, email, created_at)
SELECT o.id, 'guest', o.customer_name, o.customer_last_name, o.customer_phone, o.customer_email, o.created_at
FROM orders o WHERE o.customer_id = (SELECT id FROM customers WHERE name = 'Relleno')
ORDER BY o.reference DESC LIMIT $1`;

const ASSIGN_ORDERS = `
WITH made AS MATERIALIZED (
  SELECT c.id, row_number() OVER (ORDER BY o.reference DESC) - 1 AS n
  FROM customers c JOIN orders o ON o.id = c.id
), placed AS MATERIALIZED (
  SELECT id, row_number() OVER (ORDER BY reference DESC) - 1 AS n
  FROM orders WHERE customer_id = (SELECT id FROM customers WHERE name = 'Relleno')
)
UPDATE orders o SET customer_id = m.id
FROM placed p JOIN made m ON m.n = p.n % (SELECT count(*) FROM made) WHERE o.id = p.id`;

const INSERT_INVOICES = `
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
  FROM orders WHERE status = 'SHIPPED' AND customer_id = id) sent
ON CONFLICT DO NOTHING`;
