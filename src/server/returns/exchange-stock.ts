import { refuse, type Refusal } from "../../domain/refusal.ts";
import { returnPieces, takePieces } from "../cart/queries.ts";
import type { Tx } from "../db/connect.ts";
import { lockSizes } from "../stock/move-stock.ts";

/** A return whose movements are recorded. */
interface Movements {
  returnId: string;
  number: number;
  actor: string;
}

interface Pieces {
  sizeId: string;
  pieces: number;
}

/**
 * Takes the new sizes of an exchange from stock: all of them or none. The sizes are locked in id order, like carts lock
 * them, and each statement is conditional on enough pieces.
 */
export async function holdNewSizes(
  tx: Tx,
  wanted: readonly Pieces[],
  of: Movements,
): Promise<"held" | Refusal<"exchange_sold_out">> {
  await lockSizes(tx, [...new Set(wanted.map(({ sizeId }) => sizeId))]);
  for (const { sizeId, pieces } of wanted) {
    if (!(await takePieces(tx, sizeId, pieces))) return refuse("exchange_sold_out");
    await writeMovement(tx, { sizeId, pieces: -pieces }, "sale", { ...of, reason: "apartada para el cambio" });
  }
  return "held";
}

/** Returns new sizes to stock that are not sent after all. */
export async function releaseNewSizes(tx: Tx, held: readonly Pieces[], of: Movements): Promise<void> {
  const some = held.filter(({ pieces }) => pieces > 0);
  await lockSizes(tx, [...new Set(some.map(({ sizeId }) => sizeId))]);
  for (const { sizeId, pieces } of some) {
    await returnPieces(tx, sizeId, pieces);
    await writeMovement(tx, { sizeId, pieces }, "return", { ...of, reason: "el cambio no se hizo" });
  }
}

/** Puts pieces that came back on sale again. The caller has locked the sizes. */
export async function restock(tx: Tx, arrived: Pieces, of: Movements): Promise<void> {
  if (arrived.pieces === 0) return;
  await returnPieces(tx, arrived.sizeId, arrived.pieces);
  await writeMovement(tx, arrived, "return", { ...of, reason: "de vuelta a existencias" });
}

/** Records pieces that came back and cannot be sold: a return and a write-off. Available stock does not change. */
export async function writeOff(tx: Tx, arrived: Pieces, of: Movements): Promise<void> {
  if (arrived.pieces === 0) return;
  await writeMovement(tx, arrived, "return", { ...of, reason: "llegó" });
  await writeMovement(tx, { ...arrived, pieces: -arrived.pieces }, "write_off", { ...of, reason: "dada de baja" });
}

async function writeMovement(
  tx: Tx,
  { sizeId, pieces }: Pieces,
  kind: "sale" | "return" | "write_off",
  { returnId, number, actor, reason }: Movements & { reason: string },
): Promise<void> {
  await tx
    .insertInto("stock_movements")
    .values({ size_id: sizeId, pieces, kind, reason: `Devolución ${number}: ${reason}`, actor, return_id: returnId })
    .execute();
}
