import { sql } from "kysely";
import type { App } from "../app.ts";
import { isSoldOutsidePresaleWhere } from "../catalog/product-row.ts";
import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { OFFER_MINUTES } from "./limits.ts";
import { jobSql } from "../jobs/enqueue.ts";
import { SHOPPING_NOW } from "../cart/shopping-heartbeat.ts";

/**
 * Job: holds the available pieces of a size for the first customers of its waiting list, one piece each, and enqueues
 * their emails. Expired offers become `passed`. Their pieces return to the stock when the offers' carts expire.
 */
export async function offerAvailablePieces(app: App, { sizeId }: { sizeId: string }): Promise<void> {
  await transact(app.db, async (tx) => {
    // The size is locked first: concurrent jobs run one after the other, and a piece just sold is not offered.
    const { rows } = await sql<{ available: number }>`
      SELECT available FROM sizes WHERE id = ${sizeId} FOR NO KEY UPDATE`.execute(tx);
    const size = rows[0];
    if (!size) return;
    await markExpiredOffersPassed(tx, sizeId);
    const places = await lockFirstPlaces(app, tx, sizeId, size.available);
    for (const place of places) await offerPiece(tx, sizeId, place);
  });
}

async function markExpiredOffersPassed(tx: Tx, sizeId: string): Promise<void> {
  // SKIP LOCKED skips a place whose customer takes the offer at this moment.
  await sql`
    UPDATE waiting_list SET state = 'passed' WHERE id IN (
      SELECT id FROM waiting_list WHERE size_id = ${sizeId} AND state = 'offered' AND offer_ends_at <= ${SHOPPING_NOW}
      FOR UPDATE SKIP LOCKED)`.execute(tx);
}

interface FirstPlace {
  id: string;
  shop_id: string;
}

/**
 * Locks and returns the first places, as many as there are pieces, of shops that sell the product now. Places of other
 * shops keep waiting.
 */
async function lockFirstPlaces(app: App, tx: Tx, sizeId: string, pieces: number): Promise<FirstPlace[]> {
  const shops = await app.shops.all();
  const sellingShopIds = shops.filter(({ settings }) => settings.management.canSell).map(({ id }) => id);
  const { rows } = await sql<FirstPlace>`
    SELECT w.id, w.shop_id FROM waiting_list w JOIN sizes s ON s.id = w.size_id JOIN products p ON p.id = s.product_id
    WHERE w.size_id = ${sizeId} AND w.state = 'waiting' AND NOT s.is_hidden AND w.shop_id = ANY (${sellingShopIds})
      AND ${isSoldOutsidePresaleWhere(sql`w.shop_id`)}
    ORDER BY w.confirmed_at, w.id LIMIT ${pieces} FOR UPDATE OF w SKIP LOCKED`.execute(tx);
  return rows;
}

/**
 * Reserves one piece in a separate cart, which expires with the offer. Marks the place as offered and enqueues the
 * email.
 */
async function offerPiece(tx: Tx, sizeId: string, place: FirstPlace): Promise<void> {
  const cartId = newId();
  const token = newToken();
  await sql`
    WITH period AS (SELECT clock_timestamp() AS now, clock_timestamp() + ${OFFER_MINUTES}::int * interval '1 minute' AS ends),
    cart AS (
      INSERT INTO carts (id, shop_id, first_line_at, modified_at, expires_at)
      SELECT ${cartId}, ${place.shop_id}, now, now, ends FROM period),
    taken AS (UPDATE sizes SET available = available - 1 WHERE id = ${sizeId}),
    line AS (
      INSERT INTO cart_lines (cart_id, size_id, position, pieces, held) VALUES (${cartId}, ${sizeId}, 1000, 1, 1)),
    offered AS (
      UPDATE waiting_list SET state = 'offered', cart_id = ${cartId}, offer_token_hash = ${hashToken(token)},
        offer_ends_at = (SELECT ends FROM period) WHERE id = ${place.id})
    SELECT ${jobSql("mail_waiting_offer", { id: place.id, shopId: place.shop_id, token })}`.execute(tx);
}

/**
 * Job, every minute: schedules offers for sizes that have pieces and a waiting list. This covers cases that enqueue no
 * job, for example a shop that starts to sell again.
 */
export async function scheduleOffers(app: App): Promise<void> {
  await sql`
    SELECT ${jobSql("offer_returned", { sizeId: sql`s.id` }, { key: sql`'offer_returned ' || s.id` })}
    FROM sizes s WHERE s.available > 0 AND NOT s.is_hidden
      AND s.id IN (SELECT DISTINCT size_id FROM waiting_list WHERE state = 'waiting')`.execute(app.db);
}
