import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { releaseExpiredCarts } from "./release-expired.ts";

/**
 * Ends a live cart now: its time is over, so its pieces come back as any dead cart's do and its customer sees that it
 * expired. One that is being ordered meanwhile is an order by then, and refused. An offer of the waiting list that lay
 * in it has passed.
 */
export async function releaseCart(app: App, cartId: string, by: Actor): Promise<"released" | Refusal<"cart_over">> {
  if (!isId(cartId)) return refuse("cart_over");
  const freed = await transact(app.db, async (tx) => {
    // The offer before its cart: whoever takes it locks them in this order.
    await sql`
      UPDATE waiting_list SET offer_ends_at = clock_timestamp()
      WHERE cart_id = ${cartId} AND state = 'offered' AND offer_ends_at > clock_timestamp()`.execute(tx);
    const { numAffectedRows } = await sql`
      UPDATE carts SET expires_at = clock_timestamp() WHERE id = ${cartId} AND state = 'active'`.execute(tx);
    if (numAffectedRows !== 1n) return refuse("cart_over");
    const lines = await tx
      .selectFrom("cart_lines")
      .select(["size_id", "held"])
      .where("cart_id", "=", cartId)
      .where("held", ">", 0)
      .execute();
    const productIds = await releaseExpiredCarts(tx, { cartId });
    await logChange(tx, by, { act: "cart-release", object: { kind: "cart", id: cartId } });
    for (const line of lines) {
      const object = { kind: "size", id: line.size_id };
      await logChange(tx, by, { act: "cart-release", object, after: { pieces: line.held } });
    }
    return productIds;
  });
  if ("refused" in freed) return freed;
  app.productChanges.touch(freed);
  return "released";
}
