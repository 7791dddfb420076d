import { sql } from "kysely";
import { sizePosition } from "../../domain/size-order.ts";
import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";

/** A size of a product and how many pieces it begins with. */
export interface FirstPieces {
  /** As customers read it: "CH", "24", "Boleto A-01". */
  name: string;
  pieces: number;
}

/**
 * Gives a product sizes it does not have yet; their first pieces are received through the ledger. What a known size has
 * left is not touched. Answers the names of those that are new.
 */
export async function addSizes(
  tx: Tx,
  productId: string,
  sizes: readonly FirstPieces[],
  { reason, actor }: { reason: string; actor: string },
): Promise<string[]> {
  const added: string[] = [];
  for (const size of sizes) {
    await tx
      .insertInto("size_names")
      .values({ id: newId(), name: size.name, position: sizePosition(size.name) })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    const { rows } = await sql<{ id: string }>`
      INSERT INTO sizes (id, product_id, size_name_id, available)
      SELECT ${newId()}, ${productId}, n.id, ${size.pieces} FROM size_names n WHERE n.name = ${size.name}
      ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
    const [made] = rows;
    if (!made) continue;
    added.push(size.name);
    if (size.pieces === 0) continue;
    await tx
      .insertInto("stock_movements")
      .values({ size_id: made.id, pieces: size.pieces, kind: "receipt", reason, actor, order_id: null })
      .execute();
  }
  return added;
}
