import { sql } from "kysely";
import { cartLineName } from "../../domain/cart-line.ts";
import { isSoldOutsidePresale } from "../catalog/product-row.ts";
import type { Queryable } from "../db/connect.ts";
import { hashToken } from "../sessions/token.ts";
import { SHOPPING_NOW } from "../cart/shopping-heartbeat.ts";

/**
 * - `unconfirmed`: the email address is not confirmed yet.
 * - `waiting`: the customer is in the queue.
 * - `offered`: a piece is held until `offerEndsAt`.
 * - `taken`: the customer put the offered piece in a cart.
 * - `passed`: the offer expired. Its piece is offered to the next customer, if there is one.
 * - `left`: the customer left the list.
 */
export type WaitingState = "unconfirmed" | "waiting" | "offered" | "taken" | "passed" | "left";

/** A place on the waiting list of a size, with the data that its page shows. */
export interface WaitingPlace {
  id: string;
  state: WaitingState;
  email: string;
  sizeId: string;
  productId: string;
  /** Product, brand, colour, "T: size". */
  title: string;
  isDigital: boolean;
  picture: { key: string; webp: number[] } | null;
  /** The position in the queue from 1, while waiting. Otherwise null. */
  position: number | null;
  offerEndsAt: Date | null;
  /** The cart that holds the offered piece, or into which the customer put it. Null before an offer. */
  cartId: string | null;
  /** The time of the database's clock. */
  now: Date;
}

interface PlaceRow {
  id: string;
  state: WaitingState;
  email: string;
  size_id: string;
  product_id: string;
  name: string;
  color: string | null;
  brand: string | null;
  size: string;
  is_digital: boolean;
  picture: WaitingPlace["picture"];
  ahead: number;
  offer_ends_at: Date | null;
  cart_id: string | null;
  now: Date;
}

/**
 * The place with this id, or with the token of a link in an email, in this shop. An expired offer is `passed`, even
 * before the job has changed its state.
 */
export async function findPlace(
  db: Queryable,
  shopId: string,
  idOrToken: { token: string } | { id: string },
): Promise<WaitingPlace | undefined> {
  const condition =
    "id" in idOrToken
      ? sql`w.id = ${idOrToken.id}`
      : sql`(w.confirmation_token_hash = ${hashToken(idOrToken.token)} OR w.offer_token_hash = ${hashToken(idOrToken.token)})`;
  const { rows } = await sql<PlaceRow>`
    SELECT w.id, w.email, w.size_id, s.product_id, p.name, p.color, p.is_digital, b.name AS brand, n.name AS size,
      CASE WHEN w.state = 'offered' AND w.offer_ends_at <= ${SHOPPING_NOW} THEN 'passed' ELSE w.state END AS state,
      (SELECT count(*)::int FROM waiting_list o WHERE o.size_id = w.size_id AND o.state = 'waiting'
        AND (o.confirmed_at, o.id) < (w.confirmed_at, w.id)) AS ahead,
      (SELECT json_build_object('key', i.key, 'webp', i.webp_widths) FROM product_pictures pp
        JOIN pictures i ON i.key = pp.picture_key WHERE pp.product_id = p.id AND pp.position = 0) AS picture,
      w.offer_ends_at, w.cart_id, clock_timestamp() AS now
    FROM waiting_list w JOIN sizes s ON s.id = w.size_id JOIN size_names n ON n.id = s.size_name_id
    JOIN products p ON p.id = s.product_id
    LEFT JOIN product_brands pb ON pb.product_id = p.id AND pb.position = 0 LEFT JOIN brands b ON b.id = pb.brand_id
    WHERE ${condition} AND w.shop_id = ${shopId}`.execute(db);
  return rows[0] && toPlace(rows[0]);
}

function toPlace(row: PlaceRow): WaitingPlace {
  return {
    id: row.id,
    state: row.state,
    email: row.email,
    sizeId: row.size_id,
    productId: row.product_id,
    title: cartLineName(row, row.size),
    isDigital: row.is_digital,
    picture: row.picture,
    position: row.state === "waiting" ? row.ahead + 1 : null,
    offerEndsAt: row.offer_ends_at,
    cartId: row.cart_id,
    now: row.now,
  };
}

/** Locks the place of a link until the transaction ends. The offer is over if it ended before `SHOPPING_NOW`. */
export async function lockPlace(
  tx: Queryable,
  shopId: string,
  token: string,
): Promise<
  { id: string; state: WaitingState; size_id: string; cart_id: string | null; is_offer_over: boolean } | undefined
> {
  const hash = hashToken(token);
  const { rows } = await sql<NonNullable<Awaited<ReturnType<typeof lockPlace>>>>`
    SELECT id, state, size_id, cart_id, coalesce(offer_ends_at <= ${SHOPPING_NOW}, false) AS is_offer_over
    FROM waiting_list WHERE (confirmation_token_hash = ${hash} OR offer_token_hash = ${hash}) AND shop_id = ${shopId}
    FOR UPDATE`.execute(tx);
  return rows[0];
}

/** A size of a product that this shop sells without a code, with its available pieces. */
export async function findSizeOnSale(
  db: Queryable,
  shopId: string,
  { productId, sizeId }: { productId: string; sizeId: string },
): Promise<{ available: number } | undefined> {
  const { rows } = await sql<{ available: number }>`
    SELECT s.available FROM sizes s JOIN products p ON p.id = s.product_id
    WHERE s.id = ${sizeId} AND NOT s.is_hidden AND p.id = ${productId} AND ${isSoldOutsidePresale({ id: shopId })}`.execute(
    db,
  );
  return rows[0];
}
