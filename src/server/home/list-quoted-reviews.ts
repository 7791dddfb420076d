import { sql } from "kysely";
import type { Db } from "../db/connect.ts";
import { isSoldOutsidePresale, PICTURE } from "../catalog/product-row.ts";
import type { PictureRow } from "../pictures/picture-url.ts";
import type { Shop } from "../shops/shop.ts";

/** With fewer reviews, the section is not shown: two opinions look hand-picked (rule HOME-4). */
const MIN_REVIEWS = 3;
/** The section is one row of three. */
const MAX_REVIEWS = 3;
/** The number of newest reviews from which the shown ones are chosen. */
const MAX_CANDIDATES = 60;
/** In characters. A shorter text, such as "Bien", does not help other customers. */
const MIN_TEXT_LENGTH = 30;

/** A review that the front page quotes. */
export interface QuotedReview {
  id: string;
  rating: number;
  body: string;
  author: string | null;
  createdAt: Date;
  productId: string;
  productName: string;
  picture: PictureRow | null;
}

/**
 * The newest shown reviews with four or five stars and enough text (`MIN_TEXT_LENGTH`) of products that this shop sells
 * now, one of each style (rule HOME-4). Empty if there are fewer than `MIN_REVIEWS`.
 */
export async function listQuotedReviews(db: Db, shop: Shop): Promise<QuotedReview[]> {
  const { rows } = await sql<QuotedReview>`
    WITH newest AS (
      SELECT r.id, r.rate, r.body, r.customer_id, r.created_at, r.product_id FROM reviews r
      WHERE r.subject = 'product' AND r.state = 'shown' AND r.rate >= 4 AND char_length(r.body) >= ${MIN_TEXT_LENGTH}
        AND r.product_id IN (SELECT p.id FROM products p WHERE p.id = r.product_id AND ${isSoldOutsidePresale(shop)})
      ORDER BY r.created_at DESC, r.id LIMIT ${MAX_CANDIDATES}),
    quoted AS (
      SELECT DISTINCT ON (coalesce(p.style_code, p.id::text)) n.*, p.name FROM newest n JOIN products p ON p.id = n.product_id
      ORDER BY coalesce(p.style_code, p.id::text), n.created_at DESC, n.id)
    SELECT q.id, q.rate AS rating, q.body, c.name AS author, q.created_at AS "createdAt", q.product_id AS "productId",
      q.name AS "productName",
      (SELECT ${PICTURE} FROM product_pictures pp JOIN pictures i ON i.key = pp.picture_key
        WHERE pp.product_id = q.product_id ORDER BY pp.position LIMIT 1) AS picture
    FROM quoted q LEFT JOIN customers c ON c.id = q.customer_id
    ORDER BY q.created_at DESC, q.id LIMIT ${MAX_REVIEWS}`.execute(db);
  return rows.length < MIN_REVIEWS ? [] : rows;
}
