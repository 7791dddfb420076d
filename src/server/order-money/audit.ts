import type { AuditCheck } from "../db/audit-check.ts";

/**
 * Per order, in centavos: all money received, also if it was refunded or disputed later, and the approved money less
 * its refunds. The money of a joined order counts for the order it was joined into.
 */
const MONEY_PER_ORDER = `(
  WITH RECURSIVE family AS (
    SELECT id, id AS order_id FROM orders WHERE joined_into_id IS NULL
    UNION ALL SELECT o.id, f.order_id FROM orders o JOIN family f ON o.joined_into_id = f.id)
  SELECT f.order_id,
    sum(p.cents) FILTER (WHERE p.state IN ('APPROVED', 'REFUNDED', 'DISPUTED')) AS received,
    sum(p.cents - p.refunded_cents) FILTER (WHERE p.state = 'APPROVED') AS paid
  FROM family f JOIN payments p ON p.order_id = f.id GROUP BY 1)`;

/** What `shop audit` checks of payments and refunds. */
export const moneyChecks: readonly AuditCheck[] = [
  {
    name: "paid-orders-have-their-money",
    invariant: "todo pedido pagado tiene su dinero, también el que después se devolvió o está en disputa",
    sql: `
      SELECT o.id FROM orders o LEFT JOIN ${MONEY_PER_ORDER} m ON m.order_id = o.id
      WHERE o.status IN ('PAYMENT_ACCEPTED', 'SHIPPED') AND coalesce(m.received, 0) < o.grand_total_cents`,
  },
  {
    name: "money-is-credited",
    invariant: "ningún pedido con todo su dinero sigue esperando pago",
    sql: `
      SELECT o.id FROM orders o JOIN ${MONEY_PER_ORDER} m ON m.order_id = o.id
      WHERE o.status IN ('WAITING_PAYMENT', 'RESERVED', 'PRESALE') AND m.paid >= o.grand_total_cents`,
  },
  {
    name: "surplus-money-is-flagged",
    invariant: "dinero de más, o de un pedido cancelado, tiene su aviso para el personal",
    sql: `
      SELECT o.id FROM orders o JOIN ${MONEY_PER_ORDER} m ON m.order_id = o.id
      WHERE (o.status = 'CANCELLED' AND m.paid > 0 AND NOT EXISTS (
          SELECT FROM order_flags f WHERE f.order_id = o.id AND f.flag = 'MONEY_TO_RETURN'))
        OR (o.status NOT IN ('CANCELLED', 'JOINED') AND m.paid > o.grand_total_cents AND NOT EXISTS (
          SELECT FROM order_flags f WHERE f.order_id = o.id AND f.flag = 'OVERPAID'))`,
  },
  {
    name: "refunds-do-not-exceed-payments",
    invariant: "de ningún pago se devolvió más de lo que entró",
    sql: `
      SELECT p.id FROM payments p
      LEFT JOIN (SELECT payment_id, sum(cents) AS cents FROM payment_refunds WHERE state IN ('ASKED', 'DONE') GROUP BY 1) r
        ON r.payment_id = p.id
      WHERE coalesce(r.cents, 0) > p.cents OR p.refunded_cents > p.cents`,
  },
  {
    name: "online-refunds-add-up",
    invariant:
      "lo devuelto de cada pago en línea es la suma de sus devoluciones, y ninguna que el proveedor no conozca",
    sql: `
      SELECT p.id FROM payments p
      LEFT JOIN (SELECT payment_id, sum(cents) FILTER (WHERE state = 'DONE') AS done, sum(cents) AS cents
        FROM payment_refunds WHERE state IN ('ASKED', 'DONE') GROUP BY 1) r ON r.payment_id = p.id
      WHERE p.provider <> 'shop' AND p.refunded_cents NOT BETWEEN coalesce(r.done, 0) AND coalesce(r.cents, 0)`,
  },
  {
    name: "refunds-are-answered",
    invariant: "ninguna devolución lleva más de un día pedida sin respuesta",
    sql: "SELECT id FROM payment_refunds WHERE state = 'ASKED' AND created_at < clock_timestamp() - interval '1 day'",
  },
  {
    name: "webhooks-are-processed",
    invariant: "ningún aviso del proveedor de pagos lleva más de una hora sin procesar",
    sql: `
      SELECT id::text FROM payment_webhooks
      WHERE processed_at IS NULL AND received_at < clock_timestamp() - interval '1 hour'`,
  },
  {
    name: "transfer-refunds-add-up",
    invariant: "lo devuelto de cada pago confirmado a mano es la suma de sus transferencias de regreso, y nada más",
    sql: `
      SELECT p.id FROM payments p
      LEFT JOIN (SELECT payment_id, sum(cents) FILTER (WHERE state = 'DONE') AS cents FROM payment_refunds GROUP BY 1) r
        ON r.payment_id = p.id
      WHERE p.provider = 'shop' AND (coalesce(r.cents, 0) <> p.refunded_cents
        OR (p.state = 'REFUNDED') <> (p.refunded_cents = p.cents))`,
  },
  {
    name: "transfer-refunds-are-fully-allocated",
    invariant: "cada transferencia de regreso está repartida entera entre pagos de su pedido; una anulada, en ninguno",
    sql: `
      SELECT t.id FROM transfer_refunds t
      LEFT JOIN (SELECT r.transfer_refund_id, sum(r.cents) AS cents, bool_and(r.state = 'DONE') AS counts,
          bool_and(r.state = 'WITHDRAWN') AS withdrawn, bool_and(p.provider = 'shop') AS is_manual
        FROM payment_refunds r JOIN payments p ON p.id = r.payment_id GROUP BY 1) parts ON parts.transfer_refund_id = t.id
      WHERE parts.cents IS DISTINCT FROM t.cents OR NOT parts.is_manual
        OR NOT CASE WHEN t.withdrawn_at IS NULL THEN parts.counts ELSE parts.withdrawn END`,
  },
  {
    name: "refused-receipts-are-removed",
    invariant: "ningún comprobante rechazado conserva su archivo más de un día",
    sql: `
      SELECT id FROM transfer_receipts
      WHERE state = 'REJECTED' AND file_removed_at IS NULL AND answered_at < now() - interval '1 day'`,
  },
];
