import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";

export type MoveIntoPresaleRefusal = Refusal<"product_not_found" | "product_in_carts">;

/**
 * Moves products into a presale, within a transaction. Null moves them out of any presale. Refused if one of them is in
 * an active cart, because the cart would mix presale and normal goods.
 */
export async function moveIntoPresale(
  tx: Tx,
  productIds: readonly string[],
  presaleId: string | null,
): Promise<MoveIntoPresaleRefusal | null> {
  const refusal = await lockSizesToMove(tx, productIds);
  if (refusal) return refusal;
  const { numAffectedRows } = await sql`
    UPDATE products SET presale_id = ${presaleId} WHERE id = ANY (${productIds})`.execute(tx);
  return areAllUpdated(productIds, numAffectedRows) ? null : refuse("product_not_found");
}

/**
 * Moves products out of this presale into normal sale, within a transaction. Refused if one of them is not in it, or is
 * in an active cart.
 */
export async function moveOutOfPresale(
  tx: Tx,
  productIds: readonly string[],
  presaleId: string,
): Promise<MoveIntoPresaleRefusal | Refusal<"product_not_in_presale"> | null> {
  const refusal = await lockSizesToMove(tx, productIds);
  if (refusal) return refusal;
  const { numAffectedRows } = await sql`
    UPDATE products SET presale_id = NULL WHERE id = ANY (${productIds}) AND presale_id = ${presaleId}`.execute(tx);
  return areAllUpdated(productIds, numAffectedRows) ? null : refuse("product_not_in_presale");
}

/**
 * Locks the sizes of the products, and refuses products in active carts. A concurrent statement that adds one to a cart
 * waits for these locks. A trigger then checks it against the new state (`cart_lines_not_mixed` in 0016_presale.sql).
 */
async function lockSizesToMove(tx: Tx, productIds: readonly string[]): Promise<MoveIntoPresaleRefusal | null> {
  if (!productIds.every(isId)) return refuse("product_not_found");
  await sql`SELECT FROM sizes WHERE product_id = ANY (${productIds}) ORDER BY id FOR UPDATE`.execute(tx);
  const { rows } = await sql`
    SELECT FROM cart_lines l JOIN carts c ON c.id = l.cart_id JOIN sizes s ON s.id = l.size_id
    WHERE s.product_id = ANY (${productIds}) AND c.state = 'active' LIMIT 1`.execute(tx);
  return rows.length > 0 ? refuse("product_in_carts") : null;
}

function areAllUpdated(productIds: readonly string[], updatedRowCount: bigint | undefined): boolean {
  return Number(updatedRowCount ?? 0n) === new Set(productIds).size;
}
