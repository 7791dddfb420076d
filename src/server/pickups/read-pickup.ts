import type { PickupState } from "../../domain/pickup.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";

export interface StoredPickup {
  orderId: string;
  state: PickupState;
  collector: string | null;
}

/** Reads an order's pickup. The caller must have locked the order. Undefined if the order is not for pickup. */
export async function readPickup(tx: Tx, orderId: string): Promise<StoredPickup | undefined> {
  return tx
    .selectFrom("pickups")
    .select(["order_id as orderId", "state", "other_collector_name as collector"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}

/** Whether one of these shops has this order. */
export async function isOrderOfShops(
  db: Queryable,
  orderId: string,
  shops: "all" | readonly string[],
): Promise<boolean> {
  if (!isId(orderId)) return false;
  const order = await db.selectFrom("orders").select("shop_id").where("id", "=", orderId).executeTakeFirst();
  return order !== undefined && (shops === "all" || shops.includes(order.shop_id));
}
