import { sql } from "kysely";
import type { Queryable, Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";

export type ReviewState = "pending" | "shown" | "hidden";

export interface ReviewRow {
  id: string;
  title: string;
  category: string;
  body: string;
  rating: number;
  author: string | null;
  createdAt: Date;
  /** Whether its author received an order. Computed from the orders, never stored. */
  isVerified: boolean;
}

const REVIEW_COLUMNS = sql`r.id, r.title, r.category, r.body, r.rate AS rating, c.name AS author, r.created_at AS "createdAt",
  EXISTS (SELECT FROM orders o WHERE o.customer_id = r.customer_id AND o.status = 'SHIPPED') AS "isVerified"`;

export async function listShownShopReviews(
  db: Queryable,
  { shopId, rating, limit, offset }: { shopId: string; rating?: number | undefined; limit: number; offset: number },
): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    SELECT ${REVIEW_COLUMNS} FROM reviews r LEFT JOIN customers c ON c.id = r.customer_id
    WHERE r.shop_id = ${shopId} AND r.subject = 'shop' AND r.state = 'shown'
      ${rating === undefined ? sql`` : sql`AND r.rate = ${rating}`}
    ORDER BY r.created_at DESC, r.id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

/** The number of shown reviews of a shop by number of stars. */
export async function countShopReviewsByRating(db: Queryable, shopId: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ rating: number; count: number }>`
    SELECT rate AS rating, count(*) AS count FROM reviews WHERE shop_id = ${shopId} AND subject = 'shop' AND state = 'shown' GROUP BY rate`.execute(
    db,
  );
  return new Map(rows.map(({ rating, count }) => [rating, count]));
}

export interface NewShopReview {
  shopId: string;
  customerId: string;
  title: string;
  category: string;
  body: string;
  rating: number;
  state: ReviewState;
}

/**
 * Stores a review of the shop. A customer may write one for each product of each order that they received, and one if
 * they have received none from this shop. The products of the newest order are used first. Undefined if all are used:
 * the unique indexes are the guard.
 */
export async function insertShopReview(tx: Tx, review: NewShopReview): Promise<ReviewRow | undefined> {
  // The lock makes a concurrent review use the next product.
  await tx.selectFrom("customers").select("id").where("id", "=", review.customerId).forNoKeyUpdate().execute();
  const { rows } = await sql<ReviewRow>`
    WITH received AS (
      SELECT DISTINCT o.id AS order_id, l.product_id, o.created_at,
        EXISTS (SELECT FROM reviews r WHERE r.order_id = o.id AND r.product_id = l.product_id AND r.subject = 'shop') AS is_reviewed
      FROM orders o JOIN order_lines l ON l.order_id = o.id
      WHERE o.customer_id = ${review.customerId} AND o.shop_id = ${review.shopId} AND o.status = 'SHIPPED'
        AND o.return_id IS NULL
    ), line AS (
      (SELECT order_id, product_id FROM received WHERE NOT is_reviewed ORDER BY created_at DESC, order_id, product_id LIMIT 1)
      UNION ALL SELECT NULL, NULL WHERE NOT EXISTS (SELECT FROM received)
    ), r AS (
      INSERT INTO reviews (id, shop_id, customer_id, title, category, body, rate, state, order_id, product_id)
      SELECT ${newId()}::uuid, ${review.shopId}::uuid, ${review.customerId}::uuid, ${review.title}, ${review.category},
        ${review.body}, ${review.rating}::int, ${review.state}, order_id, product_id
      FROM line ON CONFLICT DO NOTHING RETURNING *)
    SELECT ${REVIEW_COLUMNS} FROM r JOIN customers c ON c.id = r.customer_id`.execute(tx);
  return rows[0];
}

/** At most 100 pending reviews, oldest first. The title of a product's review is the product's name. */
export async function listPendingReviews(db: Queryable): Promise<Omit<ReviewRow, "isVerified">[]> {
  const { rows } = await sql<Omit<ReviewRow, "isVerified">>`
    SELECT r.id, coalesce(p.name, r.title) AS title, r.category, r.body, r.rate AS rating, c.name AS author,
      r.created_at AS "createdAt"
    FROM reviews r LEFT JOIN customers c ON c.id = r.customer_id
    LEFT JOIN products p ON p.id = r.product_id AND r.subject = 'product'
    WHERE r.state = 'pending' ORDER BY r.created_at, r.id LIMIT 100`.execute(db);
  return rows;
}
