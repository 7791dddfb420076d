import { refuse, type Refusal } from "../../domain/refusal.ts";
import { returnPieces, takePieces } from "../cart/queries.ts";
import type { Tx } from "../db/connect.ts";
import { lockSizes } from "../stock/write-movements.ts";

/** The return that stock movements are recorded for, and who caused them. */
interface MovementContext {
  returnId: string;
  number: number;
  actor: string;
}

interface SizePieces {
  sizeId: string;
  pieces: number;
}

/**
 * Reserves the new sizes of an exchange: all of them or none. The sizes are locked in id order, as carts lock them, and
 * each statement is conditional on enough pieces.
 */
export async function reserveNewSizes(
  tx: Tx,
  newSizes: readonly SizePieces[],
  movementContext: MovementContext,
): Promise<"reserved" | Refusal<"exchange_sold_out">> {
  await lockSizes(tx, [...new Set(newSizes.map(({ sizeId }) => sizeId))]);
  for (const { sizeId, pieces } of newSizes) {
    if (!(await takePieces(tx, sizeId, pieces))) return refuse("exchange_sold_out");
    await writeMovement(tx, { sizeId, pieces: -pieces }, "sale", {
      ...movementContext,
      reason: "apartada para el cambio",
    });
  }
  return "reserved";
}

/** Returns reserved new sizes to stock. */
export async function releaseNewSizes(
  tx: Tx,
  heldSizes: readonly SizePieces[],
  movementContext: MovementContext,
): Promise<void> {
  const nonEmptySizes = heldSizes.filter(({ pieces }) => pieces > 0);
  await lockSizes(tx, [...new Set(nonEmptySizes.map(({ sizeId }) => sizeId))]);
  for (const { sizeId, pieces } of nonEmptySizes) {
    await returnPieces(tx, sizeId, pieces);
    await writeMovement(tx, { sizeId, pieces }, "return", { ...movementContext, reason: "el cambio no se hizo" });
  }
}

/** Makes returned pieces available again. The caller has locked the sizes. */
export async function restock(tx: Tx, arrivedPieces: SizePieces, movementContext: MovementContext): Promise<void> {
  if (arrivedPieces.pieces === 0) return;
  await returnPieces(tx, arrivedPieces.sizeId, arrivedPieces.pieces);
  await writeMovement(tx, arrivedPieces, "return", { ...movementContext, reason: "de vuelta a existencias" });
}

/** Records pieces that came back and cannot be sold: a return and a write-off. Available stock does not change. */
export async function writeOff(tx: Tx, arrivedPieces: SizePieces, movementContext: MovementContext): Promise<void> {
  if (arrivedPieces.pieces === 0) return;
  await writeMovement(tx, arrivedPieces, "return", { ...movementContext, reason: "llegó" });
  await writeMovement(tx, { ...arrivedPieces, pieces: -arrivedPieces.pieces }, "write_off", {
    ...movementContext,
    reason: "dada de baja",
  });
}

async function writeMovement(
  tx: Tx,
  { sizeId, pieces }: SizePieces,
  kind: "sale" | "return" | "write_off",
  { returnId, number, actor, reason }: MovementContext & { reason: string },
): Promise<void> {
  await tx
    .insertInto("stock_movements")
    .values({ size_id: sizeId, pieces, kind, reason: `Devolución ${number}: ${reason}`, actor, return_id: returnId })
    .execute();
}
