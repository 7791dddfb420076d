import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of sources of held pieces. */
export const holdingChecks: readonly AuditCheck[] = [
  {
    name: "sources-cleared",
    invariant: "de dónde se apartó algo se sabe solo mientras un carrito vivo o un pedido por pagar lo aparta",
    sql: `
      SELECT id::text FROM carts WHERE state <> 'active' AND (ip_hash IS NOT NULL OR device_hash IS NOT NULL)
      UNION ALL SELECT id::text FROM orders WHERE status NOT IN ('WAITING_PAYMENT', 'PRESALE')
        AND (ip_hash IS NOT NULL OR device_hash IS NOT NULL)
      UNION ALL SELECT left(encode(ip_hash, 'hex'), 8) FROM ip_holding_changes GROUP BY ip_hash
        HAVING sum(cart_pieces) = 0 AND sum(order_pieces) = 0
          AND max(recorded_at) < clock_timestamp() - interval '10 minutes'`,
  },
  {
    name: "ip-holdings-match-lines",
    invariant: "lo que se cuenta de cada red son las piezas que apartan sus carritos vivos y sus pedidos por pagar",
    sql: `
      SELECT left(encode(ip_hash, 'hex'), 8) AS id FROM (
        SELECT ip_hash, cart_pieces, order_pieces FROM ip_holding_changes
        UNION ALL SELECT c.ip_hash, -l.held, 0 FROM carts c JOIN cart_lines l ON l.cart_id = c.id
          WHERE c.ip_hash IS NOT NULL
        UNION ALL SELECT o.ip_hash, 0, -l.held FROM orders o JOIN order_lines l ON l.order_id = o.id
          WHERE o.ip_hash IS NOT NULL) counted
      GROUP BY ip_hash HAVING sum(cart_pieces) <> 0 OR sum(order_pieces) <> 0
      UNION ALL SELECT c.id::text FROM carts c WHERE c.state = 'active'
        AND c.held <> (SELECT coalesce(sum(l.held), 0) FROM cart_lines l WHERE l.cart_id = c.id)`,
  },
];
