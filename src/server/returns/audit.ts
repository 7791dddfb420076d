import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of returns. */
export const returnChecks: readonly AuditCheck[] = [
  {
    name: "returned-pieces-are-somewhere",
    invariant:
      "cada pieza que salió está vendida, en camino de regreso, de vuelta o dada de baja: ninguna regresa dos veces",
    sql: `
      SELECT o.id FROM (SELECT DISTINCT order_id AS id FROM returns) o
      WHERE EXISTS (SELECT FROM returnable_pieces(o.id) p WHERE p.pieces < 0)
        OR (SELECT sum(p.pieces) FROM returnable_pieces(o.id) p) <>
          (SELECT coalesce(sum(l.pieces), 0) FROM order_lines l WHERE l.order_id = o.id AND NOT l.is_digital)
          - (SELECT coalesce(sum(CASE WHEN r.state IN ('RECEIVED', 'SETTLED')
              THEN l.restocked + l.written_off + l.in_repair - CASE WHEN r.state = 'SETTLED' THEN l.held ELSE 0 END
              ELSE l.pieces END), 0)
            FROM returns r JOIN return_lines l ON l.return_id = r.id
            WHERE r.order_id = o.id AND r.state NOT IN ('DECLINED', 'CANCELLED'))`,
  },
  {
    name: "returns-are-in-ledger",
    invariant:
      "el libro de existencias dice de cada devolución lo que regresó, lo que se dio de baja y lo que se apartó",
    sql: `
      WITH expected AS (
        SELECT return_id, size_id, sum(pieces) AS pieces FROM (
          SELECT return_id, size_id, restocked AS pieces FROM return_lines
          UNION ALL SELECT return_id, new_size_id, -held FROM return_lines WHERE held > 0) parts GROUP BY 1, 2
      ), moved AS (
        SELECT return_id, size_id, sum(pieces) AS pieces FROM stock_movements WHERE return_id IS NOT NULL GROUP BY 1, 2)
      SELECT DISTINCT return_id AS id FROM expected FULL JOIN moved USING (return_id, size_id)
      WHERE coalesce(expected.pieces, 0) <> coalesce(moved.pieces, 0)
      UNION
      SELECT l.return_id FROM (SELECT return_id, sum(written_off) AS pieces FROM return_lines GROUP BY 1) l
      LEFT JOIN (SELECT return_id, -sum(pieces) AS pieces FROM stock_movements
        WHERE return_id IS NOT NULL AND kind = 'write_off' GROUP BY 1) m USING (return_id)
      WHERE l.pieces <> coalesce(m.pieces, 0)`,
  },
  {
    name: "exchanges-are-held",
    invariant: "un cambio aprobado tiene apartada su talla nueva; uno pedido, rechazado o cancelado, ninguna",
    sql: `
      SELECT r.id FROM returns r JOIN return_lines l ON l.return_id = r.id
      WHERE l.held <> CASE WHEN l.wish = 'REFUND' OR r.state IN ('ASKED', 'DECLINED', 'CANCELLED') THEN 0
        WHEN r.state = 'APPROVED' THEN l.pieces ELSE l.restocked + l.written_off + l.in_repair END`,
  },
  {
    name: "returns-give-back-what-they-say",
    invariant: "el dinero devuelto es el que dicen las devoluciones, y lo que falta está a la vista del personal",
    sql: `
      SELECT r.id FROM returns r LEFT JOIN (
        SELECT return_id, sum(cents) FILTER (WHERE state IN ('ASKED', 'DONE')) AS covered,
          bool_or(state IN ('FAILED', 'WITHDRAWN')) AS failed
        FROM payment_refunds WHERE return_id IS NOT NULL GROUP BY 1) p ON p.return_id = r.id
      WHERE CASE WHEN r.state = 'SETTLED'
        THEN coalesce(p.covered, 0) > r.refund_cents
          OR (coalesce(p.covered, 0) < r.refund_cents AND NOT coalesce(p.failed, false))
        ELSE p.return_id IS NOT NULL END`,
  },
  {
    name: "returns-do-not-exceed-the-order",
    invariant: "las devoluciones de un pedido nunca dan más de lo que costó",
    sql: `
      SELECT o.id FROM orders o JOIN (
        SELECT order_id, sum(refund_cents) AS cents FROM returns WHERE state IN ('RECEIVED', 'SETTLED') GROUP BY 1) r
        ON r.order_id = o.id
      WHERE r.cents > o.grand_total_cents + (SELECT coalesce(sum(d.grand_total_cents), 0)
        FROM orders d JOIN returns x ON x.id = d.return_id WHERE x.order_id = o.id AND d.status <> 'CANCELLED')`,
  },
  {
    name: "differences-are-charged",
    invariant:
      "cada cambio por algo más caro tiene un pedido con su diferencia; sin ese pago no termina, y cancelado no se cobra",
    sql: `
      SELECT r.id FROM returns r LEFT JOIN orders d ON d.return_id = r.id
      CROSS JOIN LATERAL (SELECT coalesce(sum(l.pieces * l.piece_surcharge_cents), 0) AS cents FROM return_lines l
        WHERE l.return_id = r.id) more
      WHERE (r.state IN ('APPROVED', 'RECEIVED', 'SETTLED') AND more.cents > 0 AND d.grand_total_cents IS DISTINCT FROM more.cents)
        OR (r.state = 'SETTLED' AND more.cents > 0 AND d.status <> 'SHIPPED')
        OR (r.state IN ('ASKED', 'DECLINED') AND d.id IS NOT NULL)
        OR (r.state = 'CANCELLED' AND d.status IN ('WAITING_PAYMENT', 'RESERVED'))`,
  },
  {
    name: "unpaid-exchanges-are-ended",
    invariant: "un cambio cuya diferencia no se pagó suelta su talla nueva en menos de una hora",
    sql: `
      SELECT r.id FROM returns r JOIN orders d ON d.return_id = r.id
      WHERE d.status = 'CANCELLED' AND r.state IN ('APPROVED', 'RECEIVED')
        AND EXISTS (SELECT FROM return_lines l WHERE l.return_id = r.id AND l.piece_surcharge_cents > 0)
        AND (SELECT max(e.at) FROM order_events e WHERE e.order_id = d.id) < clock_timestamp() - interval '1 hour'`,
  },
  {
    name: "way-back-is-tracked",
    invariant: "una devolución está donde dijo al último la paquetería de su guía",
    sql: `
      SELECT r.id FROM returns r WHERE r.way_back_state IS NOT NULL AND r.way_back_state IS DISTINCT FROM (
        SELECT e.state FROM return_tracking_events e WHERE e.return_id = r.id ORDER BY e.id DESC LIMIT 1)`,
  },
  {
    name: "return-states-match-their-history",
    invariant: "cada devolución llegó a su estado por pasos permitidos, uno tras otro",
    sql: `
      WITH steps AS (
        SELECT return_id, from_state, to_state,
          lag(to_state, 1, 'NEW') OVER (PARTITION BY return_id ORDER BY id) AS previous_state,
          row_number() OVER (PARTITION BY return_id ORDER BY id DESC) AS position_from_end
        FROM return_events)
      SELECT r.id FROM returns r LEFT JOIN steps s ON s.return_id = r.id
      GROUP BY r.id, r.state
      HAVING count(s.return_id) = 0 OR bool_or(s.from_state <> s.previous_state)
        OR bool_or(s.position_from_end = 1 AND s.to_state <> r.state)`,
  },
  {
    name: "returns-are-of-shipped-orders",
    invariant: "solo se devuelve lo que se envió",
    sql: "SELECT r.id FROM returns r JOIN orders o ON o.id = r.order_id WHERE o.status <> 'SHIPPED'",
  },
];
