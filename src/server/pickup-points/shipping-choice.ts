import type { Queryable } from "../db/connect.ts";
import { findCarrier, type Carrier } from "../shipping/carriers.ts";
import { findPickupPoint, type PickupPoint } from "./pickup-points.ts";

/** What a customer chooses for their order: a carrier, or a point where they collect it. */
export type ShippingChoice = Carrier & { pickup: PickupPoint | null };

/** A carrier that this shop offers or one of its points, by its id. */
export async function findShippingChoice(
  db: Queryable,
  shopId: string,
  id: string,
): Promise<ShippingChoice | undefined> {
  const carrier = await findCarrier(db, shopId, id);
  if (carrier) return { ...carrier, pickup: null };
  const point = await findPickupPoint(db, shopId, id);
  return point && toChoice(point);
}

/** To collect an order costs nothing, and there is nothing to insure (rule PICKUP-2). */
export function toChoice(point: PickupPoint): ShippingChoice {
  return {
    id: point.id,
    name: `Recoger en ${point.name}`,
    description: point.address,
    picture: null,
    alert: null,
    days: { min: point.leadDays, max: point.leadDays },
    live: null,
    terms: { priceCents: 0, insuranceRateBps: null, piecesFee: null },
    pickup: point,
  };
}
