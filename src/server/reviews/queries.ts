import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";

export type ReviewState = "pending" | "shown" | "hidden";

export interface ReviewRow {
  id: string;
  title: string;
  category: string;
  body: string;
  rate: number;
  author: string | null;
  createdAt: Date;
  /** Its author received an order: computed from the orders, never kept. */
  isVerified: boolean;
}

const REVIEW = sql`r.id, r.title, r.category, r.body, r.rate, c.name AS author, r.created_at AS "createdAt",
  EXISTS (SELECT FROM orders o WHERE o.customer_id = r.customer_id AND o.status = 'SHIPPED') AS "isVerified"`;

export async function listShownReviews(
  db: Queryable,
  { shopId, limit, offset }: { shopId: string; limit: number; offset: number },
): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    SELECT ${REVIEW} FROM reviews r LEFT JOIN customers c ON c.id = r.customer_id
    WHERE r.shop_id = ${shopId} AND r.state = 'shown'
    ORDER BY r.created_at DESC, r.id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

/** How many shown reviews gave each number of stars. */
export async function countRates(db: Queryable, shopId: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ rate: number; count: number }>`
    SELECT rate, count(*) AS count FROM reviews WHERE shop_id = ${shopId} AND state = 'shown' GROUP BY rate`.execute(
    db,
  );
  return new Map(rows.map(({ rate, count }) => [rate, count]));
}

export interface NewReview {
  shopId: string;
  customerId: string;
  title: string;
  category: string;
  body: string;
  rate: number;
  state: ReviewState;
}

export async function insertReview(db: Queryable, review: NewReview): Promise<ReviewRow> {
  const { rows } = await sql<ReviewRow>`
    WITH r AS (
      INSERT INTO reviews (id, shop_id, customer_id, title, category, body, rate, state)
      VALUES (${newId()}, ${review.shopId}, ${review.customerId}, ${review.title}, ${review.category}, ${review.body},
        ${review.rate}, ${review.state}) RETURNING *)
    SELECT ${REVIEW} FROM r JOIN customers c ON c.id = r.customer_id`.execute(db);
  return rows[0]!;
}

/** What waits for a decision, oldest first. */
export async function listPendingReviews(db: Queryable): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    SELECT ${REVIEW} FROM reviews r LEFT JOIN customers c ON c.id = r.customer_id
    WHERE r.state = 'pending' ORDER BY r.created_at, r.id LIMIT 100`.execute(db);
  return rows;
}
