import { canMoveOrder } from "../../domain/order-status.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Actor } from "../change-log/change-log.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { moveLockedOrder } from "../orders/move-order.ts";
import { releaseNewSizes } from "./return-stock.ts";
import { lockDifferenceOrder } from "./lock-difference-order.ts";
import { lockReturnToMove, recordMoveAndNotify, type ReturnMoveRefusal } from "./move-return.ts";
import { findReturn, type ReturnRow } from "./queries.ts";

/**
 * Cancels a return that has not arrived. `by` is null if the customer cancels it. The new sizes of an exchange
 * return to stock, and an unpaid difference is no longer charged. Refused if a difference was paid: staff refund it
 * first (rule RETURN-13).
 */
export function cancelReturn(
  app: App,
  { returnId, orderId, by }: { returnId: string; orderId?: string; by: Actor | null },
): Promise<ReturnRow | ReturnMoveRefusal | Refusal<"difference_paid">> {
  return transact(app.db, async (tx) => {
    const row = await lockReturnToMove(tx, returnId, "CANCELLED");
    if (isRefusal(row)) return row;
    if (orderId !== undefined && row.orderId !== orderId) return refuse("return_not_found");
    const actor = by?.name ?? "cliente";
    const cancelResult = await cancelDifferenceOrder(tx, row, actor);
    if (isRefusal(cancelResult)) return cancelResult;
    await releaseNewSizes(
      tx,
      row.lines.map(({ newSizeId, held }) => ({ sizeId: newSizeId ?? "", pieces: held })),
      { returnId, number: row.number, actor },
    );
    await tx.updateTable("return_lines").set({ held: 0 }).where("return_id", "=", returnId).execute();
    await tx.updateTable("returns").set({ state: "CANCELLED" }).where("id", "=", returnId).execute();
    await recordMoveAndNotify(tx, row, row.state, { to: "CANCELLED", actor, reason: "Cancelada", by });
    return (await findReturn(tx, returnId))!;
  });
}

/**
 * Cancels the order that charges the difference of an exchange, if there is one and it is open. Refused if money was
 * paid for it. Money that is paid online after this is refunded automatically (rule PAY-4).
 */
async function cancelDifferenceOrder(
  tx: Tx,
  { number, difference }: ReturnRow,
  actor: string,
): Promise<"not_charged" | Refusal<"difference_paid">> {
  if (!difference) return "not_charged";
  const { order, paidCents } = await lockDifferenceOrder(tx, difference.orderId);
  if (paidCents > 0) return refuse("difference_paid");
  if (!canMoveOrder(order.status, "CANCELLED")) return "not_charged";
  await moveLockedOrder(tx, order, { to: "CANCELLED", actor, reason: `Se canceló el cambio ${number}` });
  return "not_charged";
}

const GUIDE_PATTERN = /^[\w -]{1,60}$/;

/** Records, for the customer, that they sent the pieces back, and the parcel's tracking number. */
export function recordSentBack(
  app: App,
  { returnId, orderId, guide }: { returnId: string; orderId: string; guide: string },
): Promise<ReturnRow | ReturnMoveRefusal | Refusal<"guide_wrong">> {
  if (!GUIDE_PATTERN.test(guide)) return Promise.resolve(refuse("guide_wrong"));
  return transact(app.db, async (tx) => {
    // Does not move the return. One that may move to RECEIVED is approved and has not arrived.
    const row = await lockReturnToMove(tx, returnId, "RECEIVED");
    if (isRefusal(row)) return row;
    if (row.orderId !== orderId) return refuse("return_not_found");
    // The tracking number of a bought label cannot change once the carrier has its parcel, unless the carrier
    // returned the parcel to the customer.
    if (row.wayBackState !== null && row.wayBackState !== "RETURNED") return refuse("return_changed");
    await tx
      .updateTable("returns")
      .set({
        way_back_guide: guide,
        // If the carrier returned an earlier parcel to the customer, this is a new parcel.
        way_back_state: null,
        sent_back_at: (row.wayBackState === null && row.sentBackAt) || new Date(),
      })
      .where("id", "=", returnId)
      .execute();
    return (await findReturn(tx, returnId))!;
  });
}
