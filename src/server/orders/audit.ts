import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of orders. */
export const orderChecks: readonly AuditCheck[] = [
  {
    name: "order-lines-match-their-carts",
    invariant:
      "las líneas de un pedido son las de su carrito y las de los que se le unieron, con sus cambios de talla y de productos",
    sql: `
      WITH RECURSIVE family AS (
        SELECT id AS root, id, cart_id FROM orders WHERE joined_into_id IS NULL
        UNION ALL SELECT f.root, o.id, o.cart_id FROM family f JOIN orders o ON o.joined_into_id = f.id
      ), ordered AS (
        SELECT root, size_id, sum(pieces) AS pieces, sum(held) AS held
        FROM family f JOIN order_lines l ON l.order_id = f.id GROUP BY 1, 2
      ), expected AS (
        SELECT root, size_id, sum(pieces) AS pieces, sum(held) AS held FROM (
          SELECT root, size_id, pieces, held FROM family f JOIN cart_lines l ON l.cart_id = f.cart_id
          UNION ALL SELECT root, from_size_id, -pieces, -held FROM family f JOIN order_size_changes c ON c.order_id = f.id
          UNION ALL SELECT root, to_size_id, pieces, held FROM family f JOIN order_size_changes c ON c.order_id = f.id
          UNION ALL SELECT root, (c->>'sizeId')::uuid, (c->>'after')::int - (c->>'before')::int,
            (c->>'after')::int - (c->>'before')::int
            FROM family f JOIN order_edits e ON e.order_id = f.id, jsonb_array_elements(e.changes) c
        ) changes GROUP BY 1, 2 HAVING sum(pieces) <> 0)
      SELECT DISTINCT root AS id FROM ordered FULL JOIN expected USING (root, size_id)
      WHERE (ordered.pieces IS DISTINCT FROM expected.pieces OR ordered.held IS DISTINCT FROM expected.held)
        AND root NOT IN (SELECT root FROM family WHERE cart_id IS NULL)`,
  },
  {
    name: "joined-orders-have-a-target",
    invariant: "un pedido unido dice a cuál, le entregó todas sus líneas y ninguno se une en círculo",
    sql: `
      WITH RECURSIVE family AS (
        SELECT id FROM orders WHERE joined_into_id IS NULL
        UNION ALL SELECT o.id FROM family f JOIN orders o ON o.joined_into_id = f.id)
      SELECT o.id FROM orders o
      WHERE (o.status = 'JOINED') <> (o.joined_into_id IS NOT NULL OR o.is_joined_by_hand)
        OR o.joined_into_id IS NOT NULL AND EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id)
        OR o.status <> 'JOINED' AND NOT EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id)
        OR o.id NOT IN (SELECT id FROM family)`,
  },
  {
    name: "order-sales-are-in-the-ledger",
    invariant: "cada pedido tiene sus piezas vendidas en el libro; uno cancelado o unido a otro, ninguna",
    sql: `
      SELECT o.id FROM orders o
      LEFT JOIN (SELECT order_id, sum(held) AS held FROM order_lines GROUP BY 1) l ON l.order_id = o.id
      LEFT JOIN (SELECT order_id, sum(pieces) AS pieces FROM stock_movements WHERE order_id IS NOT NULL GROUP BY 1) m
        ON m.order_id = o.id
      WHERE coalesce(m.pieces, 0) <> CASE WHEN o.status = 'CANCELLED' THEN 0 ELSE -coalesce(l.held, 0) END`,
  },
  {
    name: "order-subtotals-add-up",
    invariant: "el subtotal de cada pedido es la suma de sus líneas",
    sql: `
      SELECT o.id FROM orders o
      JOIN (SELECT order_id, sum(unit_price_cents * pieces) AS cents, sum(pieces) AS pieces FROM order_lines GROUP BY 1) l
        ON l.order_id = o.id
      WHERE l.cents <> o.subtotal_cents OR l.pieces <> o.pieces`,
  },
  {
    name: "order-charges-are-as-computed",
    invariant: "empaque, envío extra, seguro y comisión de cada pedido se pueden volver a calcular",
    sql: `
      SELECT o.id FROM orders o
      JOIN (SELECT order_id, sum(pieces) FILTER (WHERE NOT is_digital) AS parcel FROM order_lines GROUP BY 1) l
        ON l.order_id = o.id
      WHERE o.packaging_cents <> CASE WHEN o.packaging_price_cents IS NULL THEN 1000
          WHEN l.parcel > 0 THEN o.packaging_price_cents ELSE 0 END
        OR o.extra_shipping_cents <> CASE WHEN o.included_pieces IS NULL THEN 0
          ELSE greatest(0, coalesce(l.parcel, 0) - o.included_pieces) * o.extra_piece_cents END
        OR o.insurance_cents <> CASE WHEN o.insurance_rate_bps IS NULL THEN 0
          ELSE ceil(ceil((o.subtotal_cents - o.discount_cents + o.shipping_discount_cents)::numeric
            * o.insurance_rate_bps / 1000000) * 116 / 100) * 100 END
        OR o.online_fee_cents <> CASE WHEN o.payment_method <> 'MP' THEN 0
          ELSE round((o.total_cents::numeric * o.online_fee_rate_bps
            + o.online_fee_fixed_cents::numeric * (10000 - o.online_fee_rate_bps)) * 116
            / ((10000 - o.online_fee_rate_bps) * 100)) END`,
  },
  {
    name: "order-unit-prices-are-as-computed",
    invariant: "cada línea se cobró al precio de su tienda: de mayoreo si el pedido en que se compró lo ganó",
    sql: `
      SELECT o.id FROM orders o JOIN order_lines l ON l.order_id = o.id
      WHERE l.unit_price_cents <> CASE
        WHEN l.branch_price_cents IS NOT NULL THEN
          CASE WHEN coalesce(l.is_wholesale, o.is_wholesale) THEN coalesce(l.branch_wholesale_price_cents, l.branch_price_cents)
            ELSE l.branch_price_cents END
        WHEN coalesce(l.is_wholesale, o.is_wholesale) THEN coalesce(l.wholesale_price_cents, l.price_cents)
        ELSE l.price_cents END`,
  },
  {
    name: "head-office-totals-are-as-computed",
    invariant: "lo que una sucursal debe por cada pedido se puede volver a calcular, a precios de la matriz",
    sql: `
      SELECT p.id FROM (
        SELECT o.*, o.shipping_cents + o.extra_shipping_cents + o.packaging_cents + l.cents - d.products - d.shipping
          + CASE WHEN o.insurance_rate_bps IS NULL THEN 0
            ELSE ceil(ceil((l.cents - d.products)::numeric * o.insurance_rate_bps / 1000000) * 116 / 100) * 100 END AS owed
        FROM orders o CROSS JOIN LATERAL (
          SELECT coalesce(sum(head_office_reduction_cents) FILTER (WHERE NOT is_shipping_discount), 0) AS products,
            coalesce(sum(head_office_reduction_cents) FILTER (WHERE is_shipping_discount), 0) AS shipping
          FROM order_discounts d WHERE d.order_id = o.id) d
        JOIN (
          SELECT l.order_id, sum(l.pieces * CASE WHEN coalesce(l.is_wholesale, o.is_wholesale)
            THEN coalesce(l.wholesale_price_cents, l.price_cents) ELSE l.price_cents END) AS cents
          FROM order_lines l JOIN orders o ON o.id = l.order_id GROUP BY 1) l ON l.order_id = o.id
        WHERE o.head_office_total_cents IS NOT NULL) p
      WHERE p.head_office_total_cents <> p.owed + CASE WHEN p.payment_method <> 'MP' THEN 0
        ELSE round((p.owed::numeric * p.online_fee_rate_bps
          + p.online_fee_fixed_cents::numeric * (10000 - p.online_fee_rate_bps)) * 116
          / ((10000 - p.online_fee_rate_bps) * 100)) END`,
  },
  {
    name: "order-moves-are-allowed",
    invariant: "cada pedido llegó a su estado por pasos permitidos, uno tras otro",
    sql: `
      WITH steps AS (
        SELECT order_id, from_status, to_status,
          lag(to_status, 1, 'NEW') OVER (PARTITION BY order_id ORDER BY id) AS previous_status,
          row_number() OVER (PARTITION BY order_id ORDER BY id DESC) AS position_from_end
        FROM order_events)
      SELECT o.id FROM orders o LEFT JOIN steps s ON s.order_id = o.id
      LEFT JOIN order_transitions t ON t.from_status = s.from_status AND t.to_status = s.to_status
      GROUP BY o.id, o.status
      HAVING count(s.order_id) = 0 OR bool_or(s.from_status <> s.previous_status)
        OR bool_or(t.to_status IS NULL AND s.from_status <> s.to_status)
        OR bool_or(s.position_from_end = 1 AND s.to_status <> o.status)`,
  },
  {
    name: "unpaid-orders-expire",
    invariant: "todo pedido sin pagar tiene un plazo, y ninguno retiene piezas más de un día después",
    sql: `
      SELECT id FROM orders WHERE status = 'WAITING_PAYMENT' AND (payment_due_at IS NULL OR payment_due_at < clock_timestamp() - interval '1 day')
        AND NOT EXISTS (SELECT FROM order_flags f WHERE f.order_id = orders.id AND f.flag = 'UNDERPAID')`,
  },
  {
    name: "orders-have-their-snapshot",
    invariant: "cada pedido tiene el número, el cliente y los datos con los que se hizo, y ninguno ha desaparecido",
    sql: `
      SELECT coalesce(o.id, s.order_id) AS id FROM orders o FULL JOIN order_snapshots s ON s.order_id = o.id
      WHERE o.reference IS DISTINCT FROM s.reference
        OR coalesce(o.claimed_from_customer_id, o.customer_id) IS DISTINCT FROM s.customer_id
        OR o.payment_method IS DISTINCT FROM s.inputs->>'paymentMethod'`,
  },
  {
    name: "order-numbers-are-not-reused",
    invariant: "ningún número de pedido se volverá a dar",
    sql: "SELECT o.id FROM orders o, order_references numbers WHERE o.reference > numbers.last_value",
  },
  {
    name: "order-terms-are-as-placed",
    invariant: "el envío, el seguro, el empaque y la comisión de cada pedido son los de cuando se hizo o se cambió",
    sql: `
      SELECT o.id FROM orders o JOIN order_inputs s ON s.order_id = o.id, jsonb_to_record(s.inputs) AS placed (
        carrier jsonb, "insuranceRateBps" int, "onlineFee" jsonb, "packagingCents" bigint, wholesale jsonb, lines jsonb)
      WHERE o.shipping_cents <> coalesce((carrier->>'priceCents')::bigint, 0)
        OR o.included_pieces IS DISTINCT FROM (carrier->>'maxPieces')::int
        OR o.extra_piece_cents IS DISTINCT FROM (carrier->>'pieceCents')::int
        OR o.insurance_rate_bps IS DISTINCT FROM "insuranceRateBps"
        OR o.packaging_price_cents IS DISTINCT FROM "packagingCents"
        OR o.online_fee_rate_bps <> coalesce(("onlineFee"->>'rateBps')::int, 0)
        OR o.online_fee_fixed_cents <> coalesce(("onlineFee"->>'baseCents')::int, 0)
        OR o.is_wholesale <> ((wholesale->>'allowed')::boolean AND (wholesale->>'fromPieces')::int <= (
          SELECT sum((line->>'pieces')::int) FROM jsonb_array_elements(lines) line))`,
  },
  {
    name: "order-prices-are-as-placed",
    invariant:
      "los precios de cada línea son los de cuando se hizo o se cambió su pedido, o uno de los que se le unieron",
    sql: `
      WITH RECURSIVE family AS (
        SELECT id AS root, id FROM orders WHERE joined_into_id IS NULL
        UNION ALL SELECT f.root, o.id FROM family f JOIN orders o ON o.joined_into_id = f.id
      ), placed AS (
        SELECT DISTINCT f.root, (line->>'productId')::uuid AS product_id, line->'prices' AS prices
        FROM family f JOIN order_inputs s ON s.order_id = f.id, jsonb_array_elements(s.inputs->'lines') line)
      SELECT DISTINCT l.order_id AS id FROM order_lines l WHERE NOT EXISTS (
        SELECT FROM placed p WHERE p.root = l.order_id AND p.product_id = l.product_id
          AND p.prices = jsonb_build_object('priceCents', l.price_cents, 'wholesalePriceCents', l.wholesale_price_cents,
            'branchPriceCents', l.branch_price_cents, 'branchWholesalePriceCents', l.branch_wholesale_price_cents))`,
  },
  {
    name: "no-orders-are-placed-while-closed",
    invariant: "ningún pedido se hizo mientras la tienda estaba cerrada después de restaurar un respaldo",
    sql: `
      SELECT o.id::text FROM orders o JOIN restores r
        ON o.created_at > r.detected_at + interval '5 seconds' AND o.created_at < coalesce(r.opened_at, 'infinity')`,
  },
];
