import { isOnItsWay } from "../../domain/parcel.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Actor } from "../change-log/change-log.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";
import { moveLockedParcel, type MoveParcelRefusal, type StoredParcel } from "./move-parcel.ts";

export type MarkDeliveredRefusal =
  | MoveParcelRefusal
  | Refusal<
      | "order_not_found"
      | "not_shipped"
      | "no_parcel"
      | "no_parcel_on_its_way"
      | "already_delivered"
      | "delivered_in_future"
    >;

/**
 * Records, for staff, that all parcels of an order that are on their way have arrived (rule PARCEL-6). If none is on
 * its way, corrects when the delivered parcels arrived.
 */
export function markDelivered(
  app: App,
  orderId: string,
  { at, now, by }: { at: Date; now: Date; by: Actor },
): Promise<"delivered" | MarkDeliveredRefusal> {
  return transact(app.db, async (tx) => {
    if (at > now) return refuse("delivered_in_future");
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse("order_not_found");
    if (order.status !== "SHIPPED") return refuse("not_shipped");
    const parcels = await listParcelsOfOrder(tx, orderId);
    if (parcels.length === 0) return refuse("no_parcel");
    const parcelsOnTheirWay = parcels.filter(({ state }) => isOnItsWay(state));
    const parcelsToCorrect = parcels.filter(
      ({ state, deliveredAt }) => state === "DELIVERED" && deliveredAt?.getTime() !== at.getTime(),
    );
    const parcelsToMove = parcelsOnTheirWay.length > 0 ? parcelsOnTheirWay : parcelsToCorrect;
    if (parcelsToMove.length === 0) {
      const hasArrivedParcel = parcels.some(({ state }) => state === "DELIVERED");
      return refuse(hasArrivedParcel ? "already_delivered" : "no_parcel_on_its_way");
    }
    for (const parcel of parcelsToMove) {
      let currentParcel: StoredParcel = parcel;
      const isCorrection = parcel.state === "DELIVERED";
      if (currentParcel.state === "DELIVERED") {
        const correctionResult = await moveLockedParcel(tx, currentParcel, { to: "IN_TRANSIT", at, by });
        if (isRefusal(correctionResult)) return correctionResult;
        currentParcel = correctionResult;
      }
      const moveResult = await moveLockedParcel(tx, currentParcel, { to: "DELIVERED", at, by }, { isCorrection });
      if (isRefusal(moveResult)) return moveResult;
    }
    return "delivered" as const;
  });
}

function listParcelsOfOrder(tx: Tx, orderId: string): Promise<(StoredParcel & { deliveredAt: Date | null })[]> {
  return tx
    .selectFrom("parcels")
    .select(["id", "order_id as orderId", "number", "state", "guide", "delivered_at as deliveredAt"])
    .where("order_id", "=", orderId)
    .orderBy("number")
    .execute();
}
