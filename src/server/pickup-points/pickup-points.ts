import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";

/** A place where customers collect their orders (rule PICKUP-1). */
export interface PickupPoint {
  id: string;
  name: string;
  address: string;
  /** A link to a map that shows the place. Null if there is none. */
  mapUrl: string | null;
  hours: string;
  /** Business days from the payment until an order is ready. */
  leadDays: number;
}

const COLUMNS = ["id", "name", "address", "map_url as mapUrl", "hours", "lead_business_days as leadDays"] as const;

/** The open points of a shop, oldest first. */
export function listPickupPoints(db: Queryable, shopId: string): Promise<PickupPoint[]> {
  return db
    .selectFrom("pickup_points")
    .select(COLUMNS)
    .where("shop_id", "=", shopId)
    .where("is_active", "=", true)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** An open point of this shop. */
export async function findPickupPoint(db: Queryable, shopId: string, id: string): Promise<PickupPoint | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom("pickup_points")
    .select(COLUMNS)
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .where("is_active", "=", true)
    .executeTakeFirst();
}
