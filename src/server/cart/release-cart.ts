import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { releaseExpiredCarts } from "./release-expired.ts";
import { SHOPPING_NOW } from "./shopping-heartbeat.ts";

/**
 * Expires an active cart now: its pieces are released as for any expired cart, and its customer sees that it expired. A
 * cart that was ordered at the same time is refused. An offer of the waiting list in the cart ends too.
 */
export async function releaseCart(app: App, cartId: string, by: Actor): Promise<"released" | Refusal<"cart_over">> {
  if (!isId(cartId)) return refuse("cart_over");
  return transact(app.db, async (tx) => {
    // The offer is locked before its cart, in the same order as when a customer takes an offer.
    await sql`
      UPDATE waiting_list SET offer_ends_at = ${SHOPPING_NOW}
      WHERE cart_id = ${cartId} AND state = 'offered' AND offer_ends_at > ${SHOPPING_NOW}`.execute(tx);
    const { numAffectedRows } = await sql`
      UPDATE carts SET expires_at = ${SHOPPING_NOW} WHERE id = ${cartId} AND state = 'active'`.execute(tx);
    if (numAffectedRows !== 1n) return refuse("cart_over");
    const lines = await tx
      .selectFrom("cart_lines")
      .select(["size_id", "held"])
      .where("cart_id", "=", cartId)
      .where("held", ">", 0)
      .execute();
    await releaseExpiredCarts(tx, { cartId });
    await logChange(tx, by, { action: "cart-release", object: { kind: "cart", id: cartId } });
    for (const line of lines) {
      const object = { kind: "size", id: line.size_id };
      await logChange(tx, by, { action: "cart-release", object, after: { pieces: line.held } });
    }
    return "released" as const;
  });
}
