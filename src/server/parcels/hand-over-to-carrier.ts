import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { isDisputed } from "../order-money/flags.ts";
import { storeExpectedArrival } from "../order-parcels/store-expected-arrival.ts";
import { storeParcelMove } from "../order-parcels/store-parcel-move.ts";
import { setGuide } from "../order-parcels/set-guide.ts";
import { isPickup, lockOrder, logMove, moveLockedOrder, type LockedOrder } from "../orders/move-order.ts";
import { lockParcel, type StoredParcel } from "./move-parcel.ts";

export interface HandOverInput {
  /** The tracking number. */
  guide: string;
  /** The parcel's carrier, if it is not the order's. */
  carrier?: { id: string; name: string; description: string };
  /** Staff confirmed that the parcel travels in the box of another order's parcel, under the same tracking number. */
  sharesBox?: boolean;
  at: Date;
  by: Actor;
}

export type HandOverRefusal = Refusal<
  | "order_not_found"
  | "parcel_not_found"
  | "parcel_changed"
  | "move_not_allowed"
  | "tracking_missing"
  | "tracking_taken"
  | "guide_cancelled"
  | "order_disputed"
  | "pickup_order"
>;

/**
 * Hands a packed parcel to the carrier, with its tracking number. The first parcel of an order moves the order to
 * SHIPPED (rule PARCEL-3).
 */
export function handOverToCarrier(
  app: App,
  parcelId: string,
  input: HandOverInput,
): Promise<StoredParcel | HandOverRefusal> {
  return transact(app.db, async (tx) => {
    const parcel = await lockParcel(tx, parcelId);
    if (!parcel) return refuse("parcel_not_found");
    const order = await lockOrder(tx, parcel.orderId);
    return order ? handOverLockedParcel(tx, order, parcel, input) : refuse("order_not_found");
  });
}

/** The same as `handOverToCarrier`, for a caller that has locked the order. */
export async function handOverLockedParcel(
  tx: Tx,
  order: LockedOrder,
  parcel: StoredParcel,
  { guide, carrier, sharesBox = false, at, by }: HandOverInput,
): Promise<StoredParcel | HandOverRefusal> {
  if (parcel.state !== "PACKED") return refuse("parcel_changed");
  if (guide === "") return refuse("tracking_missing");
  if (order.status !== "PAYMENT_ACCEPTED" && order.status !== "SHIPPED") return refuse("move_not_allowed");
  if (await isPickup(tx, order.id)) return refuse("pickup_order");
  if (await isDisputed(tx, order.id)) return refuse("order_disputed");
  const outcome = await setGuide(tx, { parcelId: parcel.id, orderId: order.id, guide, carrier });
  if (isRefusal(outcome)) return outcome;
  if (outcome.isInBoxOfOtherOrder && !sharesBox) return refuse("tracking_taken");
  await storeExpectedArrival(tx, parcel.id, at);
  await storeParcelMove(tx, parcel, { to: "HANDED_OVER", source: "staff", actor: by.name, at });
  if (order.status === "SHIPPED") {
    await enqueueOrderEmail(tx, order.id, "mail_parcel_left", { parcelId: parcel.id });
    await logChange(tx, by, {
      action: "parcel-hand-over",
      object: { kind: "order", id: order.id },
      after: { parcel: parcel.number, guide },
    });
  } else {
    const move = { to: "SHIPPED", actor: by.name, reason: "Enviado", trackingNumber: guide, carrier } as const;
    await moveLockedOrder(tx, order, move);
    await logMove(tx, by, order, move);
  }
  return { ...parcel, state: "HANDED_OVER", guide };
}
