import { sql } from "kysely";
import type { Fit } from "../../domain/rating.ts";
import type { Db, Queryable } from "../db/connect.ts";
import type { PictureRow } from "../pictures/picture-url.ts";
import { REVIEW_PICTURES } from "./product-review-queries.ts";
import type { ReviewRow, ReviewState } from "./queries.ts";

const PAGE_SIZE = 30;

export interface StaffReview extends ReviewRow {
  state: ReviewState;
  /** Why staff hid it. Null if it is not hidden, or they gave no reason. */
  hiddenReason: string | null;
  shop: string;
  /** The reviewed product. Null for a review of the shop. */
  product: { id: string; name: string; color: string | null } | null;
  fit: Fit | null;
  pictures: PictureRow[];
}

export interface ReviewQuery {
  shops: "all" | readonly string[];
  state: ReviewState;
  /** Only reviews with this number of stars. */
  rating?: number | undefined;
  subject?: "shop" | "product" | undefined;
  /** Part of its title, text or category, of its product's name or colour, or of its author's name. */
  term: string;
  /** The id of the last review of the previous page. */
  after?: string | undefined;
}

const inShops = (shops: ReviewQuery["shops"]) =>
  shops === "all" ? sql<boolean>`true` : sql<boolean>`r.shop_id = ANY (${shops}::uuid[])`;

/** Reviews in one state, newest first; pending ones oldest first. */
export async function listReviewsForStaff(
  db: Db,
  { shops, state, rating, subject, term, after }: ReviewQuery,
): Promise<{ reviews: StaffReview[]; next: string | null }> {
  const isOldestFirst = state === "pending";
  const orderBy = isOldestFirst ? sql`ORDER BY r.created_at, r.id` : sql`ORDER BY r.created_at DESC, r.id DESC`;
  const comparison = isOldestFirst ? sql`>` : sql`<`;
  const { rows } = await sql<StaffReview>`
    SELECT r.id, r.title, r.category, r.body, r.rate AS rating, c.name AS author, r.created_at AS "createdAt", r.state,
      r.hidden_because AS "hiddenReason", h.name AS shop, r.fit, ${REVIEW_PICTURES} AS pictures,
      CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', p.name, 'color', p.color) END AS product,
      EXISTS (SELECT FROM orders o WHERE o.customer_id = r.customer_id AND o.status = 'SHIPPED') AS "isVerified"
    FROM reviews r JOIN shops h ON h.id = r.shop_id LEFT JOIN customers c ON c.id = r.customer_id
    LEFT JOIN products p ON p.id = r.product_id AND r.subject = 'product'
    WHERE r.state = ${state} AND ${inShops(shops)}
      AND ${rating === undefined ? sql`true` : sql`r.rate = ${rating}`}
      AND ${subject === undefined ? sql`true` : sql`r.subject = ${subject}`}
      AND ${
        term === ""
          ? sql`true`
          : sql`strpos(plain_text(concat_ws(' ', r.title, r.body, r.category, c.name, p.name, p.color)), plain_text(${term})) > 0`
      }
      AND ${
        after === undefined
          ? sql`true`
          : sql`(r.created_at, r.id) ${comparison} (SELECT l.created_at, l.id FROM reviews l WHERE l.id = ${after})`
      }
    ${orderBy} LIMIT ${PAGE_SIZE + 1}`.execute(db);
  return { reviews: rows.slice(0, PAGE_SIZE), next: rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1]!.id : null };
}

/** The number of pending reviews. */
export async function countPendingReviews(db: Queryable, shops: ReviewQuery["shops"]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM reviews r WHERE r.state = 'pending' AND ${inShops(shops)}`.execute(db);
  return rows[0]!.count;
}
