import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { insertParcel, type ParcelLine } from "../order-parcels/insert-parcel.ts";
import { listUnpackedLines } from "../order-parcels/ship-parcel.ts";
import { lockOrder } from "../orders/move-order.ts";
import { handOverLockedParcel, type HandOverInput, type HandOverRefusal } from "./hand-over-to-carrier.ts";
import { lockParcel, type StoredParcel } from "./move-parcel.ts";

export interface PackParcelInput {
  /** Pieces by size. Lines with 0 pieces are ignored. */
  lines: readonly ParcelLine[];
  by: Actor;
  at: Date;
  /** If given, the parcel is also handed to the carrier, in the same transaction. */
  handOver?: Pick<HandOverInput, "guide" | "carrier" | "sharesBox">;
}

export type PackRefusal = HandOverRefusal | Refusal<"nothing_to_pack" | "pieces_wrong" | "pieces_packed_already">;

/**
 * Packs pieces of a paid order that are in no parcel yet (rule PARCEL-1). If two people pack the same pieces at the
 * same time, the second is refused, because both take the order's lock.
 */
export function packParcel(app: App, orderId: string, packing: PackParcelInput): Promise<StoredParcel | PackRefusal> {
  return transact(app.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse("order_not_found");
    if (order.status !== "PAYMENT_ACCEPTED" && order.status !== "SHIPPED") return refuse("move_not_allowed");
    const lines = packing.lines.filter(({ pieces }) => pieces !== 0);
    if (lines.length === 0) return refuse("nothing_to_pack");
    const checkResult = await checkLines(tx, orderId, lines);
    if (isRefusal(checkResult)) return checkResult;
    const { by, at } = packing;
    const id = await insertParcel(tx, { orderId, lines, actor: by.name, at });
    const parcel = (await lockParcel(tx, id))!;
    await logChange(tx, by, {
      action: "parcel-pack",
      object: { kind: "order", id: orderId },
      after: { parcel: parcel.number, pieces: lines.reduce((sum, { pieces }) => sum + pieces, 0) },
    });
    return packing.handOver ? handOverLockedParcel(tx, order, parcel, { ...packing.handOver, at, by }) : parcel;
  });
}

async function checkLines(
  tx: Tx,
  orderId: string,
  lines: readonly ParcelLine[],
): Promise<"fits" | Refusal<"pieces_wrong" | "pieces_packed_already">> {
  const unpackedPieces = new Map((await listUnpackedLines(tx, orderId)).map(({ sizeId, pieces }) => [sizeId, pieces]));
  const hasUniqueSizes = new Set(lines.map(({ sizeId }) => sizeId)).size === lines.length;
  if (!hasUniqueSizes || lines.some(({ pieces }) => !Number.isInteger(pieces) || pieces < 0))
    return refuse("pieces_wrong");
  return lines.every(({ sizeId, pieces }) => pieces <= (unpackedPieces.get(sizeId) ?? 0))
    ? "fits"
    : refuse("pieces_packed_already");
}
