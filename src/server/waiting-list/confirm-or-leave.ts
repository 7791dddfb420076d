import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { releaseExpiredCarts } from "../cart/release-expired.ts";
import { transact } from "../db/transact.ts";
import type { Shop } from "../shops/shop.ts";
import { lockPlace } from "./queries.ts";
import { jobSql } from "../jobs/enqueue.ts";

/**
 * Confirms the place of a link in an email. From now on it is in the queue. A place that is not `unconfirmed` does not
 * change.
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
      // Pieces may have become available meanwhile. They are offered now, not by the job that runs every minute.
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
 * Removes a customer's place from the queue. An offered piece is offered to the next customer immediately. A `taken` or
 * `passed` place does not change.
 */
export async function leaveWaitingList(
  app: App,
  shop: Shop,
  token: string,
): Promise<"left" | Refusal<"place_not_found">> {
  const cartIdOrRefusal = await transact(app.genericPlanDb, async (tx) => {
    const place = await lockPlace(tx, shop.id, token);
    if (!place) return refuse("place_not_found");
    if (place.state === "taken" || place.state === "passed") return null;
    await sql`UPDATE waiting_list SET state = 'left' WHERE id = ${place.id}`.execute(tx);
    if (place.state !== "offered") return null;
    await sql`UPDATE carts SET expires_at = clock_timestamp(), version = version + 1
      WHERE id = ${place.cart_id} AND state = 'active'`.execute(tx);
    return place.cart_id;
  });
  if (cartIdOrRefusal !== null && typeof cartIdOrRefusal !== "string") return cartIdOrRefusal;
  if (cartIdOrRefusal !== null) await releaseExpiredCarts(app.genericPlanDb, { cartId: cartIdOrRefusal });
  return "left";
}
