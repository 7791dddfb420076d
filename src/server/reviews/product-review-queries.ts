import { sql, type RawBuilder } from "kysely";
import type { Fit } from "../../domain/rating.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import type { PictureRow } from "../pictures/picture-url.ts";
import type { ReviewState } from "./queries.ts";

export interface ProductReviewRow {
  id: string;
  rating: number;
  fit: Fit | null;
  body: string;
  author: string | null;
  createdAt: Date;
  pictures: PictureRow[];
}

/** The pictures of a review with the alias `r`, as JSON. They have no description, so `alt` is empty. */
export const REVIEW_PICTURES: RawBuilder<PictureRow[]> = sql`
  (SELECT coalesce(json_agg(json_build_object('key', i.key, 'width', i.width, 'height', i.height, 'color', i.color,
      'alt', '', 'focus', NULL, 'avif', i.widths, 'webp', i.widths) ORDER BY i.position), '[]')
    FROM review_pictures i WHERE i.review_id = r.id AND i.removed_at IS NULL)`;

const REVIEW_COLUMNS = sql`r.id, r.rate AS rating, r.fit, r.body, c.name AS author, r.created_at AS "createdAt", ${REVIEW_PICTURES} AS pictures`;

/** A page of a product's shown reviews, newest first. */
export async function listProductReviews(
  db: Queryable,
  { productId, limit, offset }: { productId: string; limit: number; offset: number },
): Promise<ProductReviewRow[]> {
  const { rows } = await sql<ProductReviewRow>`
    SELECT ${REVIEW_COLUMNS} FROM reviews r LEFT JOIN customers c ON c.id = r.customer_id
    WHERE r.product_id = ${productId} AND r.subject = 'product' AND r.state = 'shown'
    ORDER BY r.created_at DESC, r.id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

/**
 * The newest order of this shop in which the customer received the product. Undefined if they received none. What was
 * shipped counts as received (rule REVIEW-1). An order for the difference of an exchange is excluded: nothing is sent
 * with it.
 */
export async function findReceivedOrderId(
  db: Queryable,
  { customerId, shopId, productId }: { customerId: string; shopId: string; productId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT o.id FROM orders o
    WHERE o.customer_id = ${customerId} AND o.shop_id = ${shopId} AND o.status = 'SHIPPED'
      AND o.return_id IS NULL
      AND EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND l.product_id = ${productId})
    ORDER BY o.created_at DESC, o.id LIMIT 1`.execute(db);
  return rows[0]?.id;
}

export async function isReviewedBy(db: Queryable, customerId: string, productId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM reviews WHERE product_id = ${productId} AND customer_id = ${customerId} AND subject = 'product'`.execute(
    db,
  );
  return rows.length > 0;
}

export interface NewProductReview {
  shopId: string;
  customerId: string;
  productId: string;
  orderId: string;
  rating: number;
  fit: Fit | null;
  body: string;
  state: ReviewState;
}

/** Returns the id. Undefined if the customer has reviewed the product already: the unique index is the guard. */
export async function insertProductReview(tx: Tx, review: NewProductReview): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO reviews (id, shop_id, customer_id, subject, product_id, order_id, title, category, body, rate, fit, state)
    SELECT ${newId()}::uuid, ${review.shopId}::uuid, ${review.customerId}::uuid, 'product', p.id, ${review.orderId}::uuid, '', '',
      ${review.body}, ${review.rating}::int, CASE WHEN NOT p.is_digital THEN ${review.fit}::text END, ${review.state}
    FROM products p WHERE p.id = ${review.productId}
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows[0]?.id;
}

export async function getProductReview(db: Queryable, id: string): Promise<ProductReviewRow> {
  const { rows } = await sql<ProductReviewRow>`
    SELECT ${REVIEW_COLUMNS} FROM reviews r LEFT JOIN customers c ON c.id = r.customer_id WHERE r.id = ${id}`.execute(
    db,
  );
  return rows[0]!;
}

/** A product that a customer received, with their review of it. */
export interface ReceivedProductRow {
  productId: string;
  name: string;
  color: string | null;
  isDigital: boolean;
  picture: PictureRow | null;
  review: (Omit<ProductReviewRow, "createdAt"> & { createdAt: string; state: ReviewState }) | null;
}

const MAX_RECEIVED_PRODUCTS = 100;

/**
 * At most 100 products that the customer received from this shop, those of the newest order first. With `orderId` only
 * those of that order.
 */
export async function listReceivedProducts(
  db: Queryable,
  { customerId, shopId, orderId }: { customerId: string; shopId: string; orderId: string | undefined },
): Promise<ReceivedProductRow[]> {
  const { rows } = await sql<ReceivedProductRow>`
    WITH received AS (
      SELECT l.product_id, max(o.created_at) AS at FROM orders o JOIN order_lines l ON l.order_id = o.id
      WHERE o.customer_id = ${customerId} AND o.shop_id = ${shopId} AND o.status = 'SHIPPED'
        AND o.return_id IS NULL AND ${orderId === undefined ? sql`true` : sql`o.id::text = ${orderId}`}
      GROUP BY l.product_id ORDER BY max(o.created_at) DESC, l.product_id LIMIT ${MAX_RECEIVED_PRODUCTS})
    SELECT p.id AS "productId", p.name, p.color, p.is_digital AS "isDigital",
      (SELECT json_build_object('key', i.key, 'width', i.width, 'height', i.height, 'color', i.color, 'alt', i.alt,
          'focus', NULL, 'avif', i.avif_widths, 'webp', i.webp_widths)
        FROM product_pictures pp JOIN pictures i ON i.key = pp.picture_key
        WHERE pp.product_id = p.id ORDER BY pp.position LIMIT 1) AS picture,
      (SELECT json_build_object('id', r.id, 'rating', r.rate, 'fit', r.fit, 'body', r.body, 'author', c.name,
          'createdAt', r.created_at, 'state', r.state, 'pictures', ${REVIEW_PICTURES})
        FROM reviews r JOIN customers c ON c.id = r.customer_id
        WHERE r.product_id = p.id AND r.customer_id = ${customerId} AND r.subject = 'product') AS review
    FROM received JOIN products p ON p.id = received.product_id ORDER BY received.at DESC, p.id`.execute(db);
  return rows;
}
