import { canMoveReturnParcel } from "../../domain/return.ts";
import type { ParcelState } from "../../domain/parcel.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";

interface ReturnTrackingUpdate {
  guide: string;
  to: ParcelState;
  /** Null if the carrier states no time. */
  at: Date | null;
  carrier: string;
}

/**
 * Records a carrier's event of a return shipment (rule RETURN-15). The first event marks the return as sent. Staff
 * record the contents when they receive the parcel. Late events and events of another guide are ignored. If the parcel
 * came back to the customer, another label may be bought.
 */
export function recordReturnTracking(
  app: App,
  returnId: string,
  { guide, to, at, carrier }: ReturnTrackingUpdate,
): Promise<void> {
  return transact(app.db, async (tx) => {
    const unlockedReturn = await tx
      .selectFrom("returns")
      .select("order_id")
      .where("id", "=", returnId)
      .executeTakeFirst();
    if (!unlockedReturn) return;
    await lockOrder(tx, unlockedReturn.order_id);
    const lockedReturn = await tx
      .selectFrom("returns")
      .select(["state", "way_back_guide", "way_back_state", "sent_back_at", "answered_at"])
      .where("id", "=", returnId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (lockedReturn.state !== "APPROVED" || lockedReturn.way_back_guide !== guide) return;
    if (!canMoveReturnParcel(lockedReturn.way_back_state, to)) return;
    const now = Date.now();
    const earliestMs = lockedReturn.answered_at?.getTime() ?? 0;
    const happenedAt = new Date(Math.min(now, Math.max(earliestMs, (at ?? new Date(now)).getTime())));
    await tx
      .updateTable("returns")
      .set({ way_back_state: to, sent_back_at: lockedReturn.sent_back_at ?? happenedAt })
      .where("id", "=", returnId)
      .execute();
    if (to === "RETURNED") {
      await tx
        .updateTable("label_purchases")
        .set({ returned_to_customer_at: happenedAt })
        .where("return_id", "=", returnId)
        .where("guide", "=", guide)
        .where("state", "=", "bought")
        .execute();
    }
    await tx
      .insertInto("return_tracking_events")
      .values({ return_id: returnId, state: to, at: happenedAt, actor: carrier })
      .execute();
  });
}
