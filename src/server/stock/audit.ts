import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of stock. */
export const stockChecks: readonly AuditCheck[] = [
  {
    name: "stock-conserved",
    invariant: "libro de existencias = piezas a la venta + piezas en carritos vivos",
    sql: `
      SELECT s.id FROM sizes s
      LEFT JOIN (SELECT size_id, sum(pieces) AS pieces FROM stock_movements GROUP BY 1) moved ON moved.size_id = s.id
      LEFT JOIN (SELECT l.size_id, sum(l.held) AS pieces FROM cart_lines l JOIN carts c ON c.id = l.cart_id
        WHERE c.state = 'active' GROUP BY 1) held ON held.size_id = s.id
      WHERE coalesce(moved.pieces, 0) <> s.available + coalesce(held.pieces, 0)`,
  },
  {
    name: "stock-not-negative",
    invariant: "ninguna talla tiene menos de cero piezas",
    sql: "SELECT id FROM sizes WHERE available < 0",
  },
];
