import type { PickupState } from "../../domain/pickup.ts";
import type { Tx } from "../db/connect.ts";

export interface StoredPickup {
  orderId: string;
  state: PickupState;
  collector: string | null;
}

/** How an order is collected. Its row in `orders` is locked. Undefined for an order that is sent. */
export async function readPickup(tx: Tx, orderId: string): Promise<StoredPickup | undefined> {
  return tx
    .selectFrom("pickups")
    .select(["order_id as orderId", "state", "collector"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}
