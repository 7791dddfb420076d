import { sql } from "kysely";
import { MAX_TIMEOUTS } from "../../domain/cart-expiry.ts";
import type { Queryable } from "../db/connect.ts";

interface LineKey {
  cartId: string;
  sizeId: string;
}

export async function setLinePieces(
  tx: Queryable,
  line: LineKey & { pieces: number },
  isMadeToOrder: boolean,
): Promise<void> {
  await tx
    .updateTable("cart_lines")
    .set({ pieces: line.pieces, held: isMadeToOrder ? 0 : line.pieces })
    .where("cart_id", "=", line.cartId)
    .where("size_id", "=", line.sizeId)
    .execute();
}

export async function deleteLine(tx: Queryable, line: LineKey): Promise<void> {
  await tx.deleteFrom("cart_lines").where("cart_id", "=", line.cartId).where("size_id", "=", line.sizeId).execute();
}

export async function countLines(tx: Queryable, cartId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("cart_lines")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("cart_id", "=", cartId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Pieces in the cart that are made to order. */
export async function countMadeToOrderPieces(tx: Queryable, cartId: string): Promise<number> {
  const { rows } = await sql<{ pieces: number }>`
    SELECT coalesce(sum(pieces), 0)::int AS pieces FROM cart_lines WHERE cart_id = ${cartId} AND held = 0`.execute(tx);
  return rows[0]!.pieces;
}

/** What a change does to its cart: renew its expiry time, keep that time, or end the cart because no line is left. */
export type CartChange = "renewed" | "kept" | "emptied";

/**
 * Records a changed line, or more time for the cart. The version increases, so that a checkout that read the cart
 * earlier does not order it. The expiry time never becomes earlier: an offer of the waiting list lasts longer than the
 * timeout.
 */
export async function touchCart(
  tx: Queryable,
  cartId: string,
  change: CartChange,
  timeoutMinutes: number,
): Promise<void> {
  const timeout = sql`(${Math.round(timeoutMinutes * 60_000)}::int * interval '1 millisecond')`;
  const expiry =
    change === "renewed"
      ? sql`, modified_at = clock_timestamp(),
          expires_at = greatest(expires_at,
            least(clock_timestamp() + ${timeout}, first_line_at + ${MAX_TIMEOUTS}::int * ${timeout}))`
      : sql``;
  const state = change === "emptied" ? sql`, state = 'emptied'` : sql``;
  await sql`UPDATE carts SET version = version + 1 ${expiry} ${state} WHERE id = ${cartId}`.execute(tx);
}
