import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of reviews. */
export const reviewChecks: readonly AuditCheck[] = [
  {
    name: "reviews-of-what-arrived",
    promise: "cada reseña de un producto es de quien lo compró, de un pedido que llegó en esa tienda",
    sql: `
      SELECT r.id FROM reviews r WHERE r.order_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM orders o JOIN order_lines l ON l.order_id = o.id AND l.product_id = r.product_id
        WHERE o.id = r.order_id AND o.shop_id = r.shop_id AND o.status = 'SHIPPED'
          AND (r.customer_id IS NULL OR r.customer_id = o.customer_id))`,
  },
];
