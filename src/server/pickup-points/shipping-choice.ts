import { sql, type RawBuilder } from "kysely";
import { isId } from "../db/new-id.ts";
import type { Queryable } from "../db/connect.ts";
import { toCarrier, type Carrier, type CarrierRow } from "../shipping/carriers.ts";
import type { PickupPoint } from "./pickup-points.ts";

/** What a customer chooses for their order: a carrier, or a point where they collect it. */
export type ShippingChoice = Carrier & { pickup: PickupPoint | null };

/** A carrier that a shop offers, or one of its points. Both are null if there is none with the id. */
export interface ShippingColumns {
  carrier: CarrierRow | null;
  point: PickupPoint | null;
}

/** SQL for the columns `carrier` and `point` of a SELECT: the one with this id has its row, the other is null. */
export function buildShippingColumns(shopId: string, choiceId: string | null): RawBuilder<ShippingColumns> {
  const id = choiceId !== null && isId(choiceId) ? choiceId : null;
  return sql`
    (SELECT to_json(k) FROM carriers k WHERE k.id = ${id}::uuid AND k.is_active AND NOT EXISTS (
      SELECT FROM withdrawn_carriers w WHERE w.shop_id = ${shopId}::uuid AND w.carrier_id = k.id)) AS carrier,
    (SELECT json_build_object('id', t.id, 'name', t.name, 'address', t.address, 'mapUrl', t.map_url, 'hours', t.hours,
        'leadDays', t.lead_business_days)
      FROM pickup_points t WHERE t.id = ${id}::uuid AND t.shop_id = ${shopId}::uuid AND t.is_active) AS point`;
}

export function toShippingChoice({ carrier, point }: ShippingColumns): ShippingChoice | undefined {
  if (carrier) return { ...toCarrier(carrier), pickup: null };
  return point ? toPickupChoice(point) : undefined;
}

/** A carrier that this shop offers or one of its points, by its id. */
export async function findShippingChoice(
  db: Queryable,
  shopId: string,
  id: string,
): Promise<ShippingChoice | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<ShippingColumns>`SELECT ${buildShippingColumns(shopId, id)}`.execute(db);
  return toShippingChoice(rows[0]!);
}

/** A pick-up point as a choice of shipping. It costs nothing and offers no insurance (rule PICKUP-2). */
export function toPickupChoice(point: PickupPoint): ShippingChoice {
  return {
    id: point.id,
    name: `Recoger en ${point.name}`,
    description: point.address,
    picture: null,
    alert: null,
    days: { min: point.leadDays, max: point.leadDays },
    livePricing: null,
    terms: { priceCents: 0, insuranceRateBps: null, piecesFee: null },
    pickup: point,
  };
}
