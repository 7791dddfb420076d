import { isActionPossible } from "../../domain/order-actions.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { setGuide } from "../order-parcels/set-guide.ts";
import { lockOrder } from "./move-order.ts";

export type TrackingRefusal = Refusal<
  | "order_not_found"
  | "order_changed"
  | "move_not_allowed"
  | "tracking_missing"
  | "no_parcel"
  | "tracking_taken"
  | "guide_cancelled"
>;

/**
 * Corrects the tracking number of a shipped order and sends the new one to the customer by email. `seen` is the number
 * that staff saw. The correction is refused if the number has changed since.
 */
export function correctTracking(
  app: App,
  orderId: string,
  { seen: expected, trackingNumber, by }: { seen: string; trackingNumber: string; by: Actor },
): Promise<"corrected" | TrackingRefusal> {
  return transact(app.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse("order_not_found");
    if (!isActionPossible("correctTracking", order.status)) return refuse("move_not_allowed");
    if (trackingNumber === "") return refuse("tracking_missing");
    const { before } = await tx
      .selectFrom("orders")
      .select("tracking_number as before")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    // No carrier has the order: it is of tickets only, was collected, or charges the difference of an exchange.
    if (before === null) return refuse("no_parcel");
    if (before === trackingNumber) return "corrected" as const;
    if (before !== expected) return refuse("order_changed");
    const parcel = await tx
      .selectFrom("parcels")
      .select("id")
      .where("order_id", "=", orderId)
      .where("guide", "=", before)
      .executeTakeFirst();
    const guideResult = parcel && (await setGuide(tx, { parcelId: parcel.id, orderId, guide: trackingNumber }));
    if (isRefusal(guideResult)) return guideResult;
    await tx.updateTable("orders").set({ tracking_number: trackingNumber }).where("id", "=", orderId).execute();
    await enqueueOrderEmail(tx, orderId, "mail_tracking_corrected", { trackingNumber, correctionId: newId() });
    await logChange(tx, by, {
      action: "order-tracking",
      object: { kind: "order", id: orderId },
      before: { trackingNumber: before },
      after: { trackingNumber },
    });
    return "corrected" as const;
  });
}
