import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";

export type MoveIntoPresaleRefusal = Refusal<"product_not_found" | "product_in_carts">;

/**
 * Moves products into a presale, within a transaction. Null moves them out of it. A product in an active cart is not
 * moved, because the cart would mix presale and normal goods. Sizes are locked first: a concurrent add to a cart waits
 * for them and is checked against the new state (the trigger of 0016_presale.sql).
 */
export async function moveIntoPresale(
  tx: Tx,
  productIds: readonly string[],
  presaleId: string | null,
): Promise<MoveIntoPresaleRefusal | null> {
  if (!productIds.every(isId)) return refuse("product_not_found");
  await sql`SELECT FROM sizes WHERE product_id = ANY (${productIds}) ORDER BY id FOR UPDATE`.execute(tx);
  const { rows } = await sql`
    SELECT FROM cart_lines l JOIN carts c ON c.id = l.cart_id JOIN sizes s ON s.id = l.size_id
    WHERE s.product_id = ANY (${productIds}) AND c.state = 'active' LIMIT 1`.execute(tx);
  if (rows.length > 0) return refuse("product_in_carts");
  const { numAffectedRows } = await sql`
    UPDATE products SET presale_id = ${presaleId} WHERE id = ANY (${productIds})`.execute(tx);
  return Number(numAffectedRows ?? 0n) === new Set(productIds).size ? null : refuse("product_not_found");
}
