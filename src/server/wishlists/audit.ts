import { MAX_WISHES } from "../../domain/wishlist.ts";
import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of wishlists. Constraints guard the rest. */
export const wishlistChecks: readonly AuditCheck[] = [
  {
    name: "wishlists-of-accounts",
    invariant: "los favoritos guardados son de clientes con cuenta que no pidieron ser borrados",
    sql: `
      SELECT DISTINCT w.customer_id AS id FROM wishlist_products w JOIN customers c ON c.id = w.customer_id
      WHERE c.kind <> 'registered' OR c.erased_at IS NOT NULL`,
  },
  {
    name: "wishlists-within-limit",
    invariant: `nadie tiene más de ${MAX_WISHES} favoritos en una tienda`,
    sql: `SELECT customer_id AS id FROM wishlist_products GROUP BY customer_id, shop_id HAVING count(*) > ${MAX_WISHES}`,
  },
];
