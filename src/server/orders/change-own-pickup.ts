import { findPossibleChanges } from "../../domain/customer-changes.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { findPickupPoint } from "../pickup-points/pickup-points.ts";
import { toPickupChoice } from "../pickup-points/shipping-choice.ts";
import type { Shop } from "../shops/shop.ts";
import { lockOrder, type LockedOrder } from "./move-order.ts";
import { findOrder } from "./queries.ts";

export interface ChosenPickup {
  pointId: string;
  /** One other person who may collect the order. Null: only the customer. */
  collector: string | null;
}

/**
 * The customer changes the pick-up point of their order, if the shop allows it, until the order is ready there. They
 * also change who else may collect it, until the order is handed over (rule EDIT-10).
 */
export function changeOwnPickup(
  app: App,
  shop: Shop,
  orderId: string,
  { pointId, collector }: ChosenPickup,
): Promise<"changed" | Refusal<"order_not_found" | "pickup_too_late" | "pickup_point_not_found">> {
  return transact(app.db, async (tx) => {
    const lockedOrder = await lockOrder(tx, orderId);
    const order = lockedOrder && (await findOrder(tx, shop.id, orderId));
    if (!order) return refuse("order_not_found");
    const possibleChanges = findPossibleChanges(order, shop.settings.customerChanges);
    if (!order.pickup || !possibleChanges.collector) return refuse("pickup_too_late");
    const isOtherPoint = pointId !== order.pickup.point_id;
    if (isOtherPoint && !possibleChanges.pickup) return refuse("pickup_too_late");
    if (!isOtherPoint && collector === order.pickup.collector) return "changed" as const;
    // The current point is not looked up: it may have closed since.
    const point = isOtherPoint ? await findPickupPoint(tx, shop.id, pointId) : null;
    if (point === undefined) return refuse("pickup_point_not_found");
    await tx
      .updateTable("pickups")
      .set({ point_id: pointId, other_collector_name: collector })
      .where("order_id", "=", orderId)
      .execute();
    if (point) await storePoint(tx, lockedOrder, toPickupChoice(point));
    return "changed" as const;
  });
}

async function storePoint(
  tx: Tx,
  order: LockedOrder,
  { name, description }: { name: string; description: string },
): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ carrier_name: name, carrier_description: description })
    .where("id", "=", order.id)
    .execute();
  await tx
    .insertInto("order_events")
    .values({
      order_id: order.id,
      from_status: order.status,
      to_status: order.status,
      actor: "cliente",
      reason: `Eligió otro punto: ${name}`,
      change: "pickup",
    })
    .execute();
}
