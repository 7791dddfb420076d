type RunQuery = (text: string, values?: unknown[]) => Promise<unknown>;

/**
 * Generates orders with payments, parcels, transfer receipts and flags until there are `count` orders. Most are
 * shipped, one in fifteen is cancelled, the newest 1 % are not paid or not shipped, and one in twelve is of a branch.
 * Each has two lines of existing sizes, whose stock does not change. Every run generates the same orders with new ids.
 * Their dates are relative to the present.
 */
export async function fillOrders(query: RunQuery, count: number): Promise<void> {
  await query(INSERT_CUSTOMER);
  // Orders get their final status without the history that triggers require. Search words are computed once per batch.
  const tablesWithoutTriggers = ["orders", "payments", "parcels", "parcel_lines"];
  for (const table of tablesWithoutTriggers) await query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (let lastOrderNumber = BATCH_SIZE; lastOrderNumber < count + BATCH_SIZE; lastOrderNumber += BATCH_SIZE) {
    await query(INSERT_ORDERS, [count, Math.min(lastOrderNumber, count)]);
    for (const table of ["orders", "order_lines", "payments"]) await query(`ANALYZE ${table}`);
    await query(INSERT_SEARCH_WORDS);
  }
  await query(INSERT_PARCELS);
  for (const table of tablesWithoutTriggers) await query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await query(INSERT_TRANSFER_RECEIPTS);
  await query(INSERT_FLAGS);
  for (const table of [
    "orders",
    "order_lines",
    "order_search",
    "payments",
    "parcels",
    "transfer_receipts",
    "order_flags",
  ]) {
    await query(`VACUUM ANALYZE ${table}`);
  }
}

const BATCH_SIZE = 10_000;

const INSERT_CUSTOMER = `
INSERT INTO customers (id, kind, name, last_name, phone)
SELECT gen_random_uuid(), 'guest', 'Relleno', 'Prueba', '5500000000'
WHERE NOT EXISTS (SELECT FROM customers WHERE name = 'Relleno')`;

const NAME_COLUMNS = `
  '{Lucía,Sofía,María,José,Ángel,Nora,Iván,Ximena,Raúl,Inés,Diego,Valeria,Andrés,Camila,Jesús,Fernanda,Óscar,Renata}'
    ::text[] AS firsts,
  '{García,Hernández,López,Martínez,González,Pérez,Rodríguez,Sánchez,Ramírez,Cruz,Flores,Gómez,Morales,Vázquez,Jiménez,
    Reyes,Díaz,Torres,Gutiérrez,Ruiz,Aguilar,Mendoza,Castillo,Ortiz,Núñez,Ibáñez,Zúñiga}'::text[] AS lasts`;

const INSERT_ORDERS = `
WITH goods AS MATERIALIZED (
  SELECT s.id AS size_id, p.id AS product_id, p.name || ' T: ' || n.name AS name, row_number() OVER (ORDER BY s.id) AS nth
  FROM sizes s JOIN products p ON p.id = s.product_id JOIN size_names n ON n.id = s.size_name_id WHERE NOT p.is_digital
), seller AS MATERIALIZED (
  SELECT s.id, s.kind, (SELECT c.id FROM customers c WHERE c.name = 'Relleno') AS customer_id,
    row_number() OVER (PARTITION BY s.kind ORDER BY s.key) AS nth FROM shops s
), numbered AS MATERIALIZED (
  SELECT gen_random_uuid() AS id, n, $1::int - n AS age,
    CASE WHEN $1::int - n < $1::int / 100 THEN (ARRAY['WAITING_PAYMENT', 'PAYMENT_ACCEPTED', 'RESERVED'])[1 + n % 3]
      WHEN n % 15 = 0 THEN 'CANCELLED' ELSE 'SHIPPED' END AS status
  FROM generate_series((SELECT count(*) FROM orders)::int + 1, $2::int) n
), placed AS (
  INSERT INTO orders (id, key_hash, shop_id, customer_id, status, payment_method, pieces, is_wholesale, subtotal_cents,
    packaging_cents, shipping_cents, extra_shipping_cents, insurance_cents, total_cents, online_fee_cents,
    grand_total_cents, head_office_total_cents, carrier_id, carrier_name, customer_name, customer_last_name,
    customer_phone, customer_email, tracking_number, address, created_at)
  SELECT o.id, sha256(o.id::text::bytea), s.id, s.customer_id, o.status, CASE WHEN n % 3 = 0 THEN 'TB' ELSE 'MP' END, 2,
    false, 59800, 0, 9900, 0, 0, 69700, 0, 69700, CASE WHEN s.kind = 'branch' THEN 69700 END, c.id, c.name,
    firsts[1 + n % 18], lasts[1 + n / 18 % 27] || ' ' || lasts[1 + n / 7 % 27],
    '55' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0'), 'cliente' || n || '@correo.example',
    CASE WHEN o.status = 'SHIPPED' THEN 'MX' || lpad((n::bigint * 104729 % 10000000000)::text, 10, '0') END,
    '{"street": "Calle 1", "neighborhood": "Centro", "postalCode": "06000", "city": "Cuauhtémoc",
      "state": "Ciudad de México", "country": "México"}', now() - age * interval '5 minutes'
  FROM numbered o CROSS JOIN (SELECT ${NAME_COLUMNS}) names
  JOIN seller s ON s.kind = CASE WHEN n % 12 = 0 THEN 'branch' ELSE 'headOffice' END AND s.nth = 1
  CROSS JOIN (SELECT id, name FROM carriers WHERE is_active ORDER BY position LIMIT 1) c
  ORDER BY n RETURNING id, status
), inserted_lines AS (
  INSERT INTO order_lines (order_id, position, size_id, product_id, name, is_digital, pieces, held, price_cents,
    unit_price_cents)
  SELECT o.id, at, g.size_id, g.product_id, g.name, false, 1, 0, 29900, 29900
  FROM numbered o CROSS JOIN generate_series(0, 1) at
  JOIN goods g ON g.nth = 1 + (n::bigint * 31 + at * 17) % (SELECT count(*) FROM goods)
), events AS (
  INSERT INTO order_events (order_id, from_status, to_status, actor, reason)
  SELECT id, 'NEW', 'WAITING_PAYMENT', 'relleno', 'Relleno' FROM placed)
INSERT INTO payments (id, order_id, provider, provider_payment_id, state, cents, kind, method, raw_status,
  provider_updated_at, actor)
SELECT gen_random_uuid(), p.id, 'relleno', 'pago-' || replace(p.id::text, '-', ''), 'APPROVED', 69700, 'card', 'visa', 'ok', now(), 'relleno'
FROM placed p WHERE p.status IN ('PAYMENT_ACCEPTED', 'SHIPPED')`;

const INSERT_SEARCH_WORDS = `
INSERT INTO order_search (reference, words) SELECT o.reference, order_words(o) FROM orders o
WHERE NOT EXISTS (SELECT FROM order_search s WHERE s.reference = o.reference)`;

/** Each shipped order left in one parcel two days after it was placed. Orders older than a week were delivered. */
const INSERT_PARCELS = `
WITH sent AS MATERIALIZED (
  SELECT gen_random_uuid() AS id, o.id AS order_id, o.carrier_id, o.carrier_name, o.tracking_number,
    o.created_at + interval '2 days' AS left_at, o.created_at + interval '6 days' AS arrived_at,
    o.created_at < now() - interval '7 days' AS has_arrived
  FROM orders o WHERE o.status = 'SHIPPED' AND NOT EXISTS (SELECT FROM parcels p WHERE p.order_id = o.id)
    AND EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND NOT l.is_digital)
), stored AS (
  INSERT INTO parcels (id, order_id, number, state, carrier_id, carrier_name, guide, handed_over_at, delivered_at)
  SELECT id, order_id, 1, CASE WHEN has_arrived THEN 'DELIVERED' ELSE 'HANDED_OVER' END, carrier_id, carrier_name,
    tracking_number, left_at, CASE WHEN has_arrived THEN arrived_at END FROM sent
), filled AS (
  INSERT INTO parcel_lines (parcel_id, order_id, size_id, pieces)
  SELECT s.id, s.order_id, l.size_id, l.pieces FROM sent s JOIN order_lines l ON l.order_id = s.order_id AND NOT l.is_digital
)
INSERT INTO parcel_events (parcel_id, from_state, to_state, at, source, actor)
SELECT s.id, e.from_state, e.to_state, e.at, 'staff', 'relleno'
FROM sent s, LATERAL (VALUES (1, 'NEW', 'PACKED', s.left_at), (2, 'PACKED', 'HANDED_OVER', s.left_at),
  (3, 'HANDED_OVER', 'DELIVERED', s.arrived_at)) AS e (step, from_state, to_state, at)
WHERE e.step < 3 OR s.has_arrived ORDER BY s.left_at, s.id, e.step`;

const INSERT_TRANSFER_RECEIPTS = `
INSERT INTO transfer_receipts (id, order_id, file, content_type, bytes)
SELECT gen_random_uuid(), id, 'relleno', 'image/png', 1 FROM orders
WHERE status = 'WAITING_PAYMENT' AND payment_method = 'TB' AND customer_email LIKE 'cliente%' ORDER BY reference DESC LIMIT 60`;

const INSERT_FLAGS = `
INSERT INTO order_flags (order_id, flag)
SELECT id, 'OVERPAID' FROM orders WHERE status = 'SHIPPED' ORDER BY reference LIMIT 40 ON CONFLICT DO NOTHING`;
