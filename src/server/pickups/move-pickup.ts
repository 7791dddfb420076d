import { canMovePickup, type PickupState } from "../../domain/pickup.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { transact } from "../db/transact.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { lockOrder } from "../orders/move-order.ts";
import { readPickup } from "./read-pickup.ts";

export type PickupRefusal = Refusal<"order_not_found" | "not_a_pickup" | "pickup_not_paid" | "pickup_changed">;

/** Marks an order as ready to collect. The customer gets an email with the code to collect it (rule PICKUP-4). */
export function markPickupReady(app: App, orderId: string, { by, now }: { by: Actor; now: Date }) {
  return movePickup(app, orderId, { to: "READY", by, now });
}

/** Marks a ready order as not ready, for example if a piece is missing. The customer gets no email: staff call them. */
export function markPickupNotReady(app: App, orderId: string, { by, now }: { by: Actor; now: Date }) {
  return movePickup(app, orderId, { to: "WAITING", by, now });
}

function movePickup(
  app: App,
  orderId: string,
  { to, by, now }: { to: Exclude<PickupState, "COLLECTED" | "EXPIRED">; by: Actor; now: Date },
): Promise<"moved" | PickupRefusal> {
  return transact(app.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse("order_not_found");
    const pickup = await readPickup(tx, orderId);
    if (!pickup) return refuse("not_a_pickup");
    if (order.status !== "PAYMENT_ACCEPTED") return refuse("pickup_not_paid");
    if (!canMovePickup(pickup.state, to)) return refuse("pickup_changed");
    await tx
      .updateTable("pickups")
      .set({ state: to, ready_at: to === "READY" ? now : null, reminded_at: null, kept_until: null })
      .where("order_id", "=", orderId)
      .execute();
    await logChange(tx, by, {
      action: to === "READY" ? "pickup-ready" : "pickup-not-ready",
      object: { kind: "order", id: orderId },
      before: { pickup: pickup.state },
      after: { pickup: to },
    });
    if (to === "READY") await enqueueOrderEmail(tx, orderId, "mail_pickup_ready", {});
    return "moved" as const;
  });
}
