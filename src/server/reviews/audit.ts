import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of reviews. */
export const reviewChecks: readonly AuditCheck[] = [
  {
    name: "reviews-are-of-shipped-orders",
    invariant: "cada reseña de un producto es de quien lo compró, de un pedido que llegó en esa tienda",
    sql: `
      SELECT r.id FROM reviews r WHERE r.order_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM orders o JOIN order_lines l ON l.order_id = o.id AND l.product_id = r.product_id
        WHERE o.id = r.order_id AND o.shop_id = r.shop_id AND o.status = 'SHIPPED'
          AND (r.customer_id IS NULL OR r.customer_id = o.customer_id))`,
  },
  {
    name: "ratings-match-shown-reviews",
    invariant: "el promedio de cada producto y cómo queda son los de sus reseñas publicadas",
    sql: `
      SELECT p.id FROM products p LEFT JOIN (
        SELECT product_id, count(*) AS count, sum(rate) AS stars, count(*) FILTER (WHERE fit = 'SMALL') AS small,
          count(*) FILTER (WHERE fit = 'RIGHT') AS right, count(*) FILTER (WHERE fit = 'LARGE') AS large
        FROM reviews WHERE subject = 'product' AND state = 'shown' GROUP BY product_id) r ON r.product_id = p.id
      WHERE (p.rating_count, p.rating_stars_sum, p.fit_small_count, p.fit_right_count, p.fit_large_count) IS DISTINCT FROM
        (coalesce(r.count, 0), coalesce(r.stars, 0), coalesce(r.small, 0), coalesce(r.right, 0), coalesce(r.large, 0))`,
  },
  {
    name: "review-pictures-are-removed",
    invariant: "las fotos de reseñas de clientes borrados, y las que nadie usó, se borran a más tardar en dos días",
    sql: `
      SELECT key AS id FROM review_pictures WHERE removed_at < now() - interval '1 day'
        OR (review_id IS NULL AND uploaded_at < now() - interval '2 days')
        OR (customer_id IS NULL AND removed_at IS NULL)`,
  },
];
