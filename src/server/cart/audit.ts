import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of carts. */
export const cartChecks: readonly AuditCheck[] = [
  {
    name: "expired-carts-hold-nothing",
    invariant: "ningún carrito retiene piezas más de 10 s después de vencer",
    sql: "SELECT id FROM carts WHERE state = 'active' AND expires_at < (SELECT shopping_clock()) - interval '10 seconds'",
  },
  {
    name: "carts-are-not-mixed",
    invariant: "un carrito es de preventa o normal, nunca ambos",
    sql: `
      SELECT DISTINCT c.id FROM carts c JOIN cart_lines l ON l.cart_id = c.id JOIN sizes s ON s.id = l.size_id
      JOIN products p ON p.id = s.product_id
      WHERE c.state = 'active' AND p.presale_id IS DISTINCT FROM c.presale_id`,
  },
  {
    name: "made-to-order-lines-are-capped",
    invariant: "una línea sobre pedido es de preventa y tiene a lo más 10 piezas",
    sql: `
      SELECT c.id FROM carts c JOIN cart_lines l ON l.cart_id = c.id
      WHERE l.held = 0 AND (l.pieces > 10 OR c.presale_id IS NULL)`,
  },
  {
    name: "ordered-carts-have-an-order",
    invariant: "cada carrito pedido tiene su pedido, y solo esos",
    sql: `
      SELECT c.id FROM carts c LEFT JOIN orders o ON o.cart_id = c.id
      WHERE (c.state = 'ordered') <> (o.id IS NOT NULL)`,
  },
];
