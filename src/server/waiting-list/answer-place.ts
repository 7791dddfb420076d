import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { releaseExpiredCarts } from "../cart/release-expired.ts";
import { transact } from "../db/transact.ts";
import type { Shop } from "../shops/shop.ts";
import { lockPlace } from "./queries.ts";
import { jobSql } from "../jobs/enqueue.ts";

/**
 * Confirms a place by the link in its email. Its position counts from now. A place in any other state than
 * `unconfirmed` does not change.
 */
export async function confirmPlace(
  app: App,
  shop: Shop,
  token: string,
): Promise<"confirmed" | Refusal<"place_not_found">> {
  return transact(app.genericPlanDb, async (tx) => {
    const place = await lockPlace(tx, shop.id, token);
    if (!place) return refuse("place_not_found");
    if (place.state === "unconfirmed") {
      // Pieces may have been returned since the email was sent. The job that runs every minute would offer them later.
      await sql`
        WITH confirmed AS (
          UPDATE waiting_list SET state = 'waiting', confirmed_at = clock_timestamp() WHERE id = ${place.id})
        SELECT ${jobSql("offer_returned", { sizeId: place.size_id }, { key: `offer_returned ${place.size_id}` })}`.execute(
        tx,
      );
    }
    return "confirmed" as const;
  });
}

/**
 * Leaves the waiting list. An offered piece is offered to the next customer immediately. A place whose offer was taken
 * or passed stays as it is.
 */
export async function leaveWaitingList(
  app: App,
  shop: Shop,
  token: string,
): Promise<"left" | Refusal<"place_not_found">> {
  const cartId = await transact(app.genericPlanDb, async (tx) => {
    const place = await lockPlace(tx, shop.id, token);
    if (!place) return refuse("place_not_found");
    if (place.state === "taken" || place.state === "passed") return null;
    await sql`UPDATE waiting_list SET state = 'left' WHERE id = ${place.id}`.execute(tx);
    if (place.state !== "offered") return null;
    await sql`UPDATE carts SET expires_at = clock_timestamp(), version = version + 1
      WHERE id = ${place.cart_id} AND state = 'active'`.execute(tx);
    return place.cart_id;
  });
  if (cartId !== null && typeof cartId !== "string") return cartId;
  if (cartId !== null) await releaseExpiredCarts(app.genericPlanDb, { cartId });
  return "left";
}
