import { canMovePickup } from "../../domain/pickup.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Actor } from "../change-log/change-log.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { isDisputed } from "../order-money/flags.ts";
import { insertParcel } from "../order-parcels/insert-parcel.ts";
import { storeParcelMove } from "../order-parcels/store-parcel-move.ts";
import { listUnpackedLines } from "../order-parcels/ship-parcel.ts";
import { lockOrder, logMove, moveLockedOrder } from "../orders/move-order.ts";
import type { PickupRefusal } from "./move-pickup.ts";
import { readPickup } from "./read-pickup.ts";

/** Who collects the order: its customer, or the person whom the customer named. */
export type CollectedBy = "customer" | "collector";

export type HandOverPickupRefusal = PickupRefusal | Refusal<"order_disputed" | "pickup_no_collector">;

/**
 * Records that staff handed an order over in the shop. The order becomes SHIPPED, and its parcels are delivered (rule
 * PICKUP-5). If two members of staff hand over the same order, the second is refused.
 */
export function handOverPickup(
  app: App,
  orderId: string,
  { collectedBy, by, now }: { collectedBy: CollectedBy; by: Actor; now: Date },
): Promise<"collected" | HandOverPickupRefusal> {
  return transact(app.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse("order_not_found");
    const pickup = await readPickup(tx, orderId);
    if (!pickup) return refuse("not_a_pickup");
    if (!canMovePickup(pickup.state, "COLLECTED")) return refuse("pickup_changed");
    if (order.status !== "PAYMENT_ACCEPTED") return refuse("pickup_not_paid");
    if (collectedBy === "collector" && pickup.collector === null) return refuse("pickup_no_collector");
    if (await isDisputed(tx, orderId)) return refuse("order_disputed");
    const collectorName = collectedBy === "collector" ? pickup.collector! : await readCustomerName(tx, orderId);
    await tx
      .updateTable("pickups")
      .set({ state: "COLLECTED", collected_at: now, collected_by: collectorName })
      .where("order_id", "=", orderId)
      .execute();
    await deliverParcels(tx, orderId, { actor: by.name, at: now });
    const move = { to: "SHIPPED", actor: by.name, reason: "Entregado en tienda", by } as const;
    await moveLockedOrder(tx, order, move);
    await logMove(tx, by, order, move, "pickup-hand-over");
    return "collected" as const;
  });
}

async function readCustomerName(tx: Tx, orderId: string): Promise<string> {
  const { customer_name: name, customer_last_name: lastName } = await tx
    .selectFrom("orders")
    .select(["customer_name", "customer_last_name"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return `${name} ${lastName}`;
}

/** Marks all pieces as delivered: those in packed parcels, and the other pieces in one more parcel. */
async function deliverParcels(tx: Tx, orderId: string, { actor, at }: { actor: string; at: Date }): Promise<void> {
  const lines = await listUnpackedLines(tx, orderId);
  if (lines.length > 0) await insertParcel(tx, { orderId, lines, actor, at });
  const packedParcels = await tx
    .selectFrom("parcels")
    .select("id")
    .where("order_id", "=", orderId)
    .where("state", "=", "PACKED")
    .orderBy("number")
    .execute();
  for (const { id } of packedParcels) {
    await storeParcelMove(tx, { id, state: "PACKED" }, { to: "HANDED_OVER", source: "staff", actor, at });
    await storeParcelMove(tx, { id, state: "HANDED_OVER" }, { to: "DELIVERED", source: "staff", actor, at });
  }
}
