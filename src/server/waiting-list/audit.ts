import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of the waiting list. */
export const waitingListChecks: readonly AuditCheck[] = [
  {
    name: "offers-hold-a-piece",
    invariant: "cada pieza ofrecida de la lista de espera está apartada en su carrito",
    // The database's clock, not `shopping_clock`: in an outage that is an earlier time, at which offers were open whose
    // piece has been released since.
    sql: `
      SELECT w.id FROM waiting_list w
      WHERE w.state = 'offered' AND w.offer_ends_at > clock_timestamp() AND NOT EXISTS (
        SELECT FROM carts c JOIN cart_lines l ON l.cart_id = c.id AND l.size_id = w.size_id AND l.held > 0
        WHERE c.id = w.cart_id AND c.state = 'active')`,
  },
];
