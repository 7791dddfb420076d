import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of tickets. */
export const ticketChecks: readonly AuditCheck[] = [
  {
    name: "tickets-of-paid-orders",
    invariant: "cada boleto pagado existe una vez, y ningún otro",
    sql: `
      SELECT DISTINCT l.order_id AS id FROM order_lines l JOIN orders o ON o.id = l.order_id
      LEFT JOIN (SELECT order_id, size_id, count(*) AS issued, max(number) AS last FROM tickets GROUP BY 1, 2) t
        USING (order_id, size_id)
      WHERE CASE WHEN NOT l.is_digital OR o.return_id IS NOT NULL THEN t.issued IS NOT NULL
        WHEN o.status IN ('PAYMENT_ACCEPTED', 'SHIPPED')
          THEN t.issued IS DISTINCT FROM l.pieces OR t.last IS DISTINCT FROM l.pieces
        WHEN o.status <> 'CANCELLED' THEN t.issued IS NOT NULL END`,
  },
  {
    name: "tickets-of-cancelled-orders",
    invariant: "ningún boleto de un pedido cancelado abre la puerta",
    sql: `
      SELECT DISTINCT o.id FROM orders o JOIN tickets t ON t.order_id = o.id
      WHERE o.status = 'CANCELLED' AND t.state <> 'VOID'`,
  },
];
