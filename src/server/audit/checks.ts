/** An invariant of the data: a query that returns the rows which violate it. */
export interface Check {
  name: string;
  /** The invariant in a Spanish sentence. */
  promise: string;
  sql: string;
}

/**
 * Per order, in centavos: all money received, and the part not refunded. The money of a joined order counts for the
 * order it was joined into.
 */
const MONEY = `(
  WITH RECURSIVE family AS (
    SELECT id, id AS order_id FROM orders WHERE joined_into_id IS NULL
    UNION ALL SELECT o.id, f.order_id FROM orders o JOIN family f ON o.joined_into_id = f.id)
  SELECT f.order_id,
    sum(p.cents) FILTER (WHERE p.state IN ('APPROVED', 'REFUNDED', 'DISPUTED')) AS received,
    sum(p.cents - p.refunded_cents) FILTER (WHERE p.state = 'APPROVED') AS paid
  FROM family f JOIN payments p ON p.order_id = f.id GROUP BY 1)`;

/** Every invariant of stock, money, orders and payments, in the order in which `shop audit` checks them. */
export const CHECKS: Check[] = [
  {
    name: "stock-conserved",
    promise: "libro de existencias = piezas a la venta + piezas en carritos vivos",
    sql: `
      SELECT s.id FROM sizes s
      LEFT JOIN (SELECT size_id, sum(pieces) AS pieces FROM stock_movements GROUP BY 1) moved ON moved.size_id = s.id
      LEFT JOIN (SELECT l.size_id, sum(l.held) AS pieces FROM cart_lines l JOIN carts c ON c.id = l.cart_id
        WHERE c.state = 'active' GROUP BY 1) held ON held.size_id = s.id
      WHERE coalesce(moved.pieces, 0) <> s.available + coalesce(held.pieces, 0)`,
  },
  {
    name: "stock-not-negative",
    promise: "ninguna talla tiene menos de cero piezas",
    sql: "SELECT id FROM sizes WHERE available < 0",
  },
  {
    name: "expired-carts-hold-nothing",
    promise: "ningún carrito retiene piezas más de 10 s después de vencer",
    sql: "SELECT id FROM carts WHERE state = 'active' AND expires_at < clock_timestamp() - interval '10 seconds'",
  },
  {
    name: "sources-cleared",
    promise: "de dónde se apartó algo se sabe solo mientras un carrito vivo o un pedido por pagar lo aparta",
    sql: `
      SELECT id::text FROM carts WHERE state <> 'active' AND (address_hash IS NOT NULL OR device_hash IS NOT NULL)
      UNION ALL SELECT id::text FROM orders WHERE status NOT IN ('WAITING_PAYMENT', 'PRESALE')
        AND (address_hash IS NOT NULL OR device_hash IS NOT NULL)
      UNION ALL SELECT left(encode(address_hash, 'hex'), 8) FROM address_holdings GROUP BY address_hash
        HAVING sum(cart_pieces) = 0 AND sum(order_pieces) = 0
          AND max(recorded_at) < clock_timestamp() - interval '10 minutes'`,
  },
  {
    name: "address-holdings-are-lines",
    promise: "lo que se cuenta de cada red son las piezas que apartan sus carritos vivos y sus pedidos por pagar",
    sql: `
      SELECT left(encode(address_hash, 'hex'), 8) AS id FROM (
        SELECT address_hash, cart_pieces, order_pieces FROM address_holdings
        UNION ALL SELECT c.address_hash, -l.held, 0 FROM carts c JOIN cart_lines l ON l.cart_id = c.id
          WHERE c.address_hash IS NOT NULL
        UNION ALL SELECT o.address_hash, 0, -l.held FROM orders o JOIN order_lines l ON l.order_id = o.id
          WHERE o.address_hash IS NOT NULL) counted
      GROUP BY address_hash HAVING sum(cart_pieces) <> 0 OR sum(order_pieces) <> 0
      UNION ALL SELECT c.id::text FROM carts c WHERE c.state = 'active'
        AND c.held <> (SELECT coalesce(sum(l.held), 0) FROM cart_lines l WHERE l.cart_id = c.id)`,
  },
  {
    name: "confirmed-mailboxes-whole",
    promise: "un correo confirmado es de alguien que no pidió ser borrado, y ningún código sobrevive a su cliente",
    sql: `
      SELECT id FROM customers WHERE erased_at IS NOT NULL AND confirmed_email IS NOT NULL
      UNION ALL SELECT customer_id FROM mailbox_codes m JOIN customers c ON c.id = m.customer_id
        WHERE c.erased_at IS NOT NULL`,
  },
  {
    name: "carts-not-mixed",
    promise: "un carrito es de preventa o normal, nunca ambos",
    sql: `
      SELECT DISTINCT c.id FROM carts c JOIN cart_lines l ON l.cart_id = c.id JOIN sizes s ON s.id = l.size_id
      JOIN products p ON p.id = s.product_id
      WHERE c.state = 'active' AND p.presale_id IS DISTINCT FROM c.presale_id`,
  },
  {
    name: "made-to-order-capped",
    promise: "una línea sobre pedido es de preventa y tiene a lo más 10 piezas",
    sql: `
      SELECT c.id FROM carts c JOIN cart_lines l ON l.cart_id = c.id
      WHERE l.held = 0 AND (l.pieces > 10 OR c.presale_id IS NULL)`,
  },
  {
    name: "code-uses-are-orders",
    promise: "los usos de un código son los pedidos hechos con él, y nunca más de los permitidos",
    sql: `
      SELECT a.code AS id FROM access_codes a
      WHERE a.uses <> (SELECT count(*) FROM orders o WHERE o.access_code = a.code)`,
  },
  {
    name: "ordered-carts-have-an-order",
    promise: "cada carrito pedido tiene su pedido, y solo esos",
    sql: `
      SELECT c.id FROM carts c LEFT JOIN orders o ON o.cart_id = c.id
      WHERE (c.state = 'ordered') <> (o.id IS NOT NULL)`,
  },
  {
    name: "order-lines-once",
    promise: "las líneas de un pedido son las de su carrito y las de los que se le unieron, con sus cambios de talla",
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
        ) changes GROUP BY 1, 2 HAVING sum(pieces) <> 0)
      SELECT DISTINCT root AS id FROM ordered FULL JOIN expected USING (root, size_id)
      WHERE (ordered.pieces IS DISTINCT FROM expected.pieces OR ordered.held IS DISTINCT FROM expected.held)
        AND root NOT IN (SELECT root FROM family WHERE cart_id IS NULL)`,
  },
  {
    name: "joined-orders",
    promise: "un pedido unido dice a cuál, le entregó todas sus líneas y ninguno se une en círculo",
    sql: `
      WITH RECURSIVE family AS (
        SELECT id FROM orders WHERE joined_into_id IS NULL
        UNION ALL SELECT o.id FROM family f JOIN orders o ON o.joined_into_id = f.id)
      SELECT o.id FROM orders o
      WHERE (o.status = 'JOINED') <> (o.joined_into_id IS NOT NULL)
        OR o.status = 'JOINED' AND EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id)
        OR o.status <> 'JOINED' AND NOT EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id)
        OR o.id NOT IN (SELECT id FROM family)`,
  },
  {
    name: "order-sale-in-ledger",
    promise: "cada pedido tiene sus piezas vendidas en el libro; uno cancelado o unido a otro, ninguna",
    sql: `
      SELECT o.id FROM orders o
      LEFT JOIN (SELECT order_id, sum(held) AS held FROM order_lines GROUP BY 1) l ON l.order_id = o.id
      LEFT JOIN (SELECT order_id, sum(pieces) AS pieces FROM stock_movements WHERE order_id IS NOT NULL GROUP BY 1) m
        ON m.order_id = o.id
      WHERE coalesce(m.pieces, 0) <> CASE WHEN o.status = 'CANCELLED' THEN 0 ELSE -coalesce(l.held, 0) END`,
  },
  {
    name: "order-subtotal",
    promise: "el subtotal de cada pedido es la suma de sus líneas",
    sql: `
      SELECT o.id FROM orders o
      JOIN (SELECT order_id, sum(unit_price_cents * pieces) AS cents, sum(pieces) AS pieces FROM order_lines GROUP BY 1) l
        ON l.order_id = o.id
      WHERE l.cents <> o.subtotal_cents OR l.pieces <> o.pieces`,
  },
  {
    name: "order-figures",
    promise: "empaque, envío extra, seguro y comisión de cada pedido se pueden volver a calcular",
    sql: `
      SELECT o.id FROM orders o
      JOIN (SELECT order_id, sum(pieces) FILTER (WHERE NOT is_digital) AS parcel FROM order_lines GROUP BY 1) l
        ON l.order_id = o.id
      WHERE o.packaging_cents <> CASE WHEN o.packaging_price_cents IS NULL THEN 1000
          WHEN l.parcel > 0 THEN o.packaging_price_cents ELSE 0 END
        OR o.extra_shipping_cents <> CASE WHEN o.max_pieces IS NULL THEN 0
          ELSE greatest(0, coalesce(l.parcel, 0) - o.max_pieces) * o.piece_cents END
        OR o.insurance_cents <> CASE WHEN o.insurance_rate_bps IS NULL THEN 0
          ELSE ceil(ceil(o.subtotal_cents::numeric * o.insurance_rate_bps / 1000000) * 116 / 100) * 100 END
        OR o.online_fee_cents <> CASE WHEN o.payment_method <> 'MP' THEN 0
          ELSE round((o.total_cents::numeric * o.online_fee_rate_bps
            + o.online_fee_base_cents::numeric * (10000 - o.online_fee_rate_bps)) * 116
            / ((10000 - o.online_fee_rate_bps) * 100)) END`,
  },
  {
    name: "order-unit-prices",
    promise: "cada línea se cobró al precio de su tienda: de mayoreo si el pedido en que se compró lo ganó",
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
    name: "paid-orders-have-their-money",
    promise: "todo pedido pagado tiene su dinero, también el que después se devolvió o está en disputa",
    sql: `
      SELECT o.id FROM orders o LEFT JOIN ${MONEY} m ON m.order_id = o.id
      WHERE o.status IN ('PAYMENT_ACCEPTED', 'SHIPPED') AND coalesce(m.received, 0) < o.grand_total_cents`,
  },
  {
    name: "money-is-credited",
    promise: "ningún pedido con todo su dinero sigue esperando pago",
    sql: `
      SELECT o.id FROM orders o JOIN ${MONEY} m ON m.order_id = o.id
      WHERE o.status IN ('WAITING_PAYMENT', 'RESERVED', 'PRESALE') AND m.paid >= o.grand_total_cents`,
  },
  {
    name: "surplus-money-is-flagged",
    promise: "dinero de más, o de un pedido cancelado, tiene su aviso para el personal",
    sql: `
      SELECT o.id FROM orders o JOIN ${MONEY} m ON m.order_id = o.id
      WHERE (o.status = 'CANCELLED' AND m.paid > 0 AND NOT EXISTS (
          SELECT FROM order_flags f WHERE f.order_id = o.id AND f.flag = 'MONEY_TO_RETURN'))
        OR (o.status NOT IN ('CANCELLED', 'JOINED') AND m.paid > o.grand_total_cents AND NOT EXISTS (
          SELECT FROM order_flags f WHERE f.order_id = o.id AND f.flag = 'OVERPAID'))`,
  },
  {
    name: "refunds-within-payments",
    promise: "de ningún pago se devolvió más de lo que entró",
    sql: `
      SELECT p.id FROM payments p
      LEFT JOIN (SELECT payment_id, sum(cents) AS cents FROM payment_refunds WHERE state IN ('ASKED', 'DONE') GROUP BY 1) r
        ON r.payment_id = p.id
      WHERE coalesce(r.cents, 0) > p.cents OR p.refunded_cents > p.cents`,
  },
  {
    name: "transfer-refunds-count",
    promise: "lo devuelto de cada pago confirmado a mano es la suma de sus transferencias de regreso, y nada más",
    sql: `
      SELECT p.id FROM payments p
      LEFT JOIN (SELECT payment_id, sum(cents) FILTER (WHERE state = 'DONE') AS cents FROM payment_refunds GROUP BY 1) r
        ON r.payment_id = p.id
      WHERE p.provider = 'shop' AND (coalesce(r.cents, 0) <> p.refunded_cents
        OR (p.state = 'REFUNDED') <> (p.refunded_cents = p.cents))`,
  },
  {
    name: "transfer-refunds-whole",
    promise: "cada transferencia de regreso está repartida entera entre pagos de su pedido; una anulada, en ninguno",
    sql: `
      SELECT t.id FROM transfer_refunds t
      LEFT JOIN (SELECT r.transfer_refund_id, sum(r.cents) AS cents, bool_and(r.state = 'DONE') AS counts,
          bool_and(r.state = 'WITHDRAWN') AS withdrawn, bool_and(p.provider = 'shop') AS is_manual
        FROM payment_refunds r JOIN payments p ON p.id = r.payment_id GROUP BY 1) parts ON parts.transfer_refund_id = t.id
      WHERE parts.cents IS DISTINCT FROM t.cents OR NOT parts.is_manual
        OR NOT CASE WHEN t.withdrawn_at IS NULL THEN parts.counts ELSE parts.withdrawn END`,
  },
  {
    name: "unpaid-orders-end",
    promise: "ningún pedido sin pagar retiene piezas más de un día después de su plazo",
    sql: `
      SELECT id FROM orders WHERE status = 'WAITING_PAYMENT' AND pay_by < clock_timestamp() - interval '1 day'
        AND NOT EXISTS (SELECT FROM order_flags f WHERE f.order_id = orders.id AND f.flag = 'UNDERPAID')`,
  },
  {
    name: "tickets-of-paid-orders",
    promise: "cada boleto pagado existe una vez, y ningún otro",
    sql: `
      SELECT DISTINCT l.order_id AS id FROM order_lines l JOIN orders o ON o.id = l.order_id
      LEFT JOIN (SELECT order_id, size_id, count(*) AS issued, max(number) AS last FROM tickets GROUP BY 1, 2) t
        USING (order_id, size_id)
      WHERE CASE WHEN NOT l.is_digital THEN t.issued IS NOT NULL
        WHEN o.status IN ('PAYMENT_ACCEPTED', 'SHIPPED')
          THEN t.issued IS DISTINCT FROM l.pieces OR t.last IS DISTINCT FROM l.pieces
        WHEN o.status <> 'CANCELLED' THEN t.issued IS NOT NULL END`,
  },
  {
    name: "tickets-of-cancelled-orders",
    promise: "ningún boleto de un pedido cancelado abre la puerta",
    sql: `
      SELECT DISTINCT o.id FROM orders o JOIN tickets t ON t.order_id = o.id
      WHERE o.status = 'CANCELLED' AND t.state <> 'VOID'`,
  },
  {
    name: "offers-hold-a-piece",
    promise: "cada pieza ofrecida de la lista de espera está apartada en su carrito",
    sql: `
      SELECT w.id FROM waiting_list w
      WHERE w.state = 'offered' AND w.offer_ends_at > clock_timestamp() AND NOT EXISTS (
        SELECT FROM carts c JOIN cart_lines l ON l.cart_id = c.id AND l.size_id = w.size_id AND l.held > 0
        WHERE c.id = w.cart_id AND c.state = 'active')`,
  },
  {
    name: "refused-receipts-are-removed",
    promise: "ningún comprobante rechazado conserva su archivo más de un día",
    sql: `
      SELECT id FROM transfer_receipts
      WHERE state = 'REJECTED' AND file_removed_at IS NULL AND answered_at < now() - interval '1 day'`,
  },
  {
    name: "reviews-of-what-arrived",
    promise: "cada reseña de un producto es de quien lo compró, de un pedido que llegó en esa tienda",
    sql: `
      SELECT r.id FROM reviews r WHERE r.order_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM orders o JOIN order_lines l ON l.order_id = o.id AND l.product_id = r.product_id
        WHERE o.id = r.order_id AND o.shop_id = r.shop_id AND o.status = 'SHIPPED'
          AND (r.customer_id IS NULL OR r.customer_id = o.customer_id))`,
  },
  {
    name: "invoices-say-what-was-stamped",
    promise: "cada factura timbrada es de su pedido: el total de su XML es el que se guardó, y no más que lo que costó",
    sql: `
      SELECT i.id FROM invoices i LEFT JOIN orders o ON o.id = i.order_id
      WHERE i.uuid IS NOT NULL AND (
        (regexp_match(i.xml, ' Total="([0-9.]+)"'))[1]::numeric * 100 <> i.total_cents
        OR upper((regexp_match(i.xml, ' UUID="([0-9A-Fa-f-]{36})" FechaTimbrado'))[1]) <> upper(i.uuid::text)
        OR i.total_cents > o.grand_total_cents)`,
  },
  {
    name: "invoice-taxes-are-the-documents",
    promise: "los impuestos guardados de cada factura son los de su documento",
    sql: `
      SELECT i.id FROM invoices i, regexp_match(i.sealed_xml, '<cfdi:Comprobante ([^>]*)>') root,
        regexp_match(i.sealed_xml, '</cfdi:Conceptos><cfdi:Impuestos TotalImpuestosTrasladados="([0-9.]+)"') tax
      WHERE coalesce(tax[1]::numeric, 0) * 100 <> sum_of_taxes(i.taxes, 'taxCents')
        OR (regexp_match(root[1], '(?:^| )SubTotal="([0-9.]+)"'))[1]::numeric * 100 <> i.subtotal_cents
        OR coalesce((regexp_match(root[1], '(?:^| )Descuento="([0-9.]+)"'))[1]::numeric, 0) * 100 <> i.discount_cents`,
  },
  {
    name: "income-is-declared",
    promise: "de ningún pedido facturado la tienda se queda con más de lo que dicen sus documentos vigentes",
    sql: `
      SELECT i.order_id AS id FROM order_income i WHERE i.documented_at IS NOT NULL AND i.kept_cents > i.declared_cents
        AND NOT EXISTS (SELECT FROM payments_to_complement due WHERE due.order_id = i.order_id)
        AND NOT EXISTS (SELECT FROM own_invoice_requests r WHERE r.order_id = i.order_id AND r.ended_at IS NULL)`,
  },
  {
    name: "overstated-income-is-due",
    promise: "los documentos solo dicen de más lo que se devolvió o se perdió en una disputa después de hacerlos",
    sql: `
      WITH RECURSIVE family AS (
        SELECT id, id AS order_id FROM orders WHERE joined_into_id IS NULL
        UNION ALL SELECT o.id, f.order_id FROM orders o JOIN family f ON o.joined_into_id = f.id)
      SELECT i.order_id AS id FROM order_income i
      WHERE i.documented_at IS NOT NULL AND NOT EXISTS (SELECT FROM own_invoice_requests r WHERE r.order_id = i.order_id AND r.ended_at IS NULL)
        AND i.invoiced_cents + i.global_cents - i.kept_cents > (
        SELECT coalesce(sum(CASE WHEN p.is_dispute_lost THEN p.cents ELSE p.refunded_cents - coalesce((
          SELECT sum(r.cents) FROM payment_refunds r
          WHERE r.payment_id = p.id AND r.state = 'DONE' AND r.ended_at <= i.documented_at), 0) END), 0)
        FROM family f JOIN payments p ON p.order_id = f.id WHERE f.order_id = i.order_id)`,
  },
  {
    name: "complements-are-their-payments",
    promise: "cada complemento de pago dice lo que se guardó de su pago y de la factura que paga",
    sql: `
      SELECT c.id FROM invoices c LEFT JOIN invoice_payments ip ON ip.invoice_id = c.id
      LEFT JOIN invoices paid ON paid.id = ip.pays_invoice_id,
        regexp_match(c.sealed_xml, '<pago20:DoctoRelacionado ([^>]*)>') document
      WHERE c.kind = 'payment' AND (ip.invoice_id IS NULL OR document IS NULL
        OR ip.is_live = (c.state IN ('refused', 'cancelled'))
        OR upper((regexp_match(document[1], 'IdDocumento="([^"]+)"'))[1]) <> upper(paid.uuid::text)
        OR (regexp_match(document[1], 'NumParcialidad="([0-9]+)"'))[1]::int <> ip.instalment
        OR (regexp_match(document[1], 'ImpSaldoAnt="([0-9.]+)"'))[1]::numeric * 100 <> ip.before_cents
        OR (regexp_match(document[1], 'ImpPagado="([0-9.]+)"'))[1]::numeric * 100 <> ip.paid_cents)`,
  },
  {
    name: "instalments-follow",
    promise: "los pagos de cada factura en parcialidades van seguidos, y cada saldo es el que dejó el pago anterior",
    sql: `
      SELECT DISTINCT ip.pays_invoice_id AS id FROM invoices i JOIN (
        SELECT *, row_number() OVER w AS number,
          coalesce(sum(paid_cents) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS paid_before
        FROM invoice_payments WHERE is_live WINDOW w AS (PARTITION BY pays_invoice_id ORDER BY instalment)
      ) ip ON ip.pays_invoice_id = i.id
      WHERE ip.instalment <> ip.number OR ip.before_cents <> i.total_cents - ip.paid_before
        OR ip.paid_cents > ip.before_cents OR i.payment_plan <> 'PPD' OR i.state <> 'stamped'`,
  },
  {
    name: "deposits-applied-once",
    promise: "cada anticipo se aplica una vez, completo, y solo con la factura de toda la venta vigente",
    sql: `
      SELECT a.id FROM invoices a JOIN invoices d ON d.id = a.deposit_id
      WHERE a.kind = 'depositApplied' AND a.state NOT IN ('refused', 'cancelled') AND (d.kind <> 'deposit'
        OR d.state <> 'stamped' OR NOT EXISTS (SELECT FROM invoices w WHERE w.deposit_id = d.id AND w.kind = 'invoice'
          AND w.state = 'stamped')
        OR a.total_cents <> d.total_cents - coalesce((SELECT sum(n.total_cents) FROM invoices n
          WHERE n.relates_to_id = d.id AND n.kind = 'creditNote' AND n.state NOT IN ('refused', 'cancelled')), 0))`,
  },
  {
    name: "credit-notes-within",
    promise: "las notas de crédito son de un documento vigente, y no suman más que él o que el pedido en su global",
    sql: `
      SELECT n.id FROM invoices n JOIN invoices i ON i.id = n.relates_to_id
      LEFT JOIN invoice_orders g ON g.invoice_id = i.id AND g.order_id = n.order_id
      WHERE n.kind = 'creditNote' AND n.state NOT IN ('refused', 'cancelled') AND (i.state <> 'stamped' OR (
        SELECT sum(other.total_cents) FROM invoices other WHERE other.relates_to_id = i.id
          AND other.order_id = n.order_id AND other.kind = 'creditNote' AND other.state NOT IN ('refused', 'cancelled')
        ) > CASE i.kind WHEN 'global' THEN coalesce(g.cents, 0) ELSE i.total_cents END)`,
  },
  {
    name: "invoiced-once",
    promise:
      "ningún pedido tiene dos facturas vigentes, salvo mientras se cancela la sustituida o se corrige su global",
    sql: `
      SELECT order_id AS id FROM order_income WHERE invoiced_cents > 0 AND global_cents > 0
        AND NOT EXISTS (SELECT FROM own_invoice_requests r WHERE r.order_id = order_income.order_id AND r.ended_at IS NULL)
      UNION ALL SELECT i.order_id FROM invoices i JOIN orders o ON o.id = i.order_id
        WHERE i.kind = 'invoice' AND i.state IN ('stamping', 'stamped', 'cancelAsked', 'replaced')
        GROUP BY i.order_id, o.status
        HAVING o.status = 'JOINED' OR count(*) FILTER (WHERE i.state <> 'replaced') > 1
          OR count(*) FILTER (WHERE i.state = 'replaced') > 1
      UNION ALL SELECT i.id FROM invoices i WHERE i.state = 'replaced' AND NOT EXISTS (
        SELECT FROM invoices s WHERE s.relates_to_id = i.id AND s.kind = i.kind
          AND s.state IN ('stamping', 'stamped', 'cancelAsked'))`,
  },
  {
    name: "global-invoices-are-their-orders",
    promise: "cada factura global es la suma de sus pedidos",
    sql: `
      SELECT i.id FROM invoices i WHERE i.kind = 'global'
        AND i.total_cents IS DISTINCT FROM (SELECT sum(g.cents) FROM invoice_orders g WHERE g.invoice_id = i.id)`,
  },
  {
    name: "orders-that-left-their-global",
    promise: "todo pedido que salió de una factura global vigente tiene notas de crédito por su parte",
    sql: `
      SELECT g.order_id AS id FROM invoice_orders g JOIN invoices i ON i.id = g.invoice_id
      WHERE i.kind = 'global' AND i.state = 'stamped' AND NOT g.is_live AND g.cents IS DISTINCT FROM (
        SELECT sum(n.total_cents) FROM invoices n WHERE n.relates_to_id = i.id AND n.order_id = g.order_id
          AND n.kind = 'creditNote' AND n.state NOT IN ('refused', 'cancelled'))`,
  },
  {
    name: "cancellations-under-way",
    promise: "toda cancelación pedida tiene su solicitud abierta, y ninguna otra la tiene",
    sql: `
      SELECT i.id FROM invoices i WHERE i.state = 'cancelAsked' AND NOT EXISTS (
        SELECT FROM invoice_cancellations c WHERE c.invoice_id = i.id AND c.ended_at IS NULL)
      UNION ALL SELECT i.id FROM invoices i JOIN invoice_cancellations c ON c.invoice_id = i.id AND c.ended_at IS NULL
        WHERE i.state NOT IN ('cancelAsked', 'replaced')`,
  },
  {
    name: "order-head-office-total",
    promise: "lo que una sucursal debe por cada pedido se puede volver a calcular, a precios de la matriz",
    sql: `
      SELECT p.id FROM (
        SELECT o.*, o.shipping_cents + o.extra_shipping_cents + o.packaging_cents + l.cents
          + CASE WHEN o.insurance_rate_bps IS NULL THEN 0
            ELSE ceil(ceil(l.cents::numeric * o.insurance_rate_bps / 1000000) * 116 / 100) * 100 END AS owed
        FROM orders o JOIN (
          SELECT l.order_id, sum(l.pieces * CASE WHEN coalesce(l.is_wholesale, o.is_wholesale)
            THEN coalesce(l.wholesale_price_cents, l.price_cents) ELSE l.price_cents END) AS cents
          FROM order_lines l JOIN orders o ON o.id = l.order_id GROUP BY 1) l ON l.order_id = o.id
        WHERE o.head_office_total_cents IS NOT NULL) p
      WHERE p.head_office_total_cents <> p.owed + CASE WHEN p.payment_method <> 'MP' THEN 0
        ELSE round((p.owed::numeric * p.online_fee_rate_bps
          + p.online_fee_base_cents::numeric * (10000 - p.online_fee_rate_bps)) * 116
          / ((10000 - p.online_fee_rate_bps) * 100)) END`,
  },
  {
    name: "order-history",
    promise: "cada pedido llegó a su estado por pasos permitidos, uno tras otro",
    sql: `
      WITH steps AS (
        SELECT order_id, from_status, to_status,
          lag(to_status, 1, 'NEW') OVER (PARTITION BY order_id ORDER BY id) AS previous_status,
          row_number() OVER (PARTITION BY order_id ORDER BY id DESC) AS position_from_end
        FROM order_events)
      SELECT o.id FROM orders o LEFT JOIN steps s ON s.order_id = o.id
      GROUP BY o.id, o.status
      HAVING count(s.order_id) = 0 OR bool_or(s.from_status <> s.previous_status)
        OR bool_or(s.position_from_end = 1 AND s.to_status <> o.status)`,
  },
];
