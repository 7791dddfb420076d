import { refuse, type Refusal } from "../../domain/refusal.ts";
import { returnPieces, takePieces } from "../cart/queries.ts";
import type { Tx } from "../db/connect.ts";
import { lockSizes } from "../stock/write-movements.ts";

/** The return that stock movements are recorded for, and who caused them. */
interface MovementSource {
  returnId: string;
  number: number;
  actor: string;
}

interface Pieces {
  sizeId: string;
  pieces: number;
}

/**
 * Reserves the new sizes of an exchange: all of them or none. The sizes are locked in id order, as carts lock them, and
 * each statement is conditional on enough pieces.
 */
export async function reserveNewSizes(
  tx: Tx,
  wanted: readonly Pieces[],
  source: MovementSource,
): Promise<"reserved" | Refusal<"exchange_sold_out">> {
  await lockSizes(tx, [...new Set(wanted.map(({ sizeId }) => sizeId))]);
  for (const { sizeId, pieces } of wanted) {
    if (!(await takePieces(tx, sizeId, pieces))) return refuse("exchange_sold_out");
    await writeMovement(tx, { sizeId, pieces: -pieces }, "sale", { ...source, reason: "apartada para el cambio" });
  }
  return "reserved";
}

/** Returns reserved new sizes to stock. */
export async function releaseNewSizes(tx: Tx, held: readonly Pieces[], source: MovementSource): Promise<void> {
  const nonEmpty = held.filter(({ pieces }) => pieces > 0);
  await lockSizes(tx, [...new Set(nonEmpty.map(({ sizeId }) => sizeId))]);
  for (const { sizeId, pieces } of nonEmpty) {
    await returnPieces(tx, sizeId, pieces);
    await writeMovement(tx, { sizeId, pieces }, "return", { ...source, reason: "el cambio no se hizo" });
  }
}

/** Puts pieces that came back on sale again. The caller has locked the sizes. */
export async function restock(tx: Tx, arrived: Pieces, source: MovementSource): Promise<void> {
  if (arrived.pieces === 0) return;
  await returnPieces(tx, arrived.sizeId, arrived.pieces);
  await writeMovement(tx, arrived, "return", { ...source, reason: "de vuelta a existencias" });
}

/** Records pieces that came back and cannot be sold: a return and a write-off. Available stock does not change. */
export async function writeOff(tx: Tx, arrived: Pieces, source: MovementSource): Promise<void> {
  if (arrived.pieces === 0) return;
  await writeMovement(tx, arrived, "return", { ...source, reason: "llegó" });
  await writeMovement(tx, { ...arrived, pieces: -arrived.pieces }, "write_off", { ...source, reason: "dada de baja" });
}

async function writeMovement(
  tx: Tx,
  { sizeId, pieces }: Pieces,
  kind: "sale" | "return" | "write_off",
  { returnId, number, actor, reason }: MovementSource & { reason: string },
): Promise<void> {
  await tx
    .insertInto("stock_movements")
    .values({ size_id: sizeId, pieces, kind, reason: `Devolución ${number}: ${reason}`, actor, return_id: returnId })
    .execute();
}
