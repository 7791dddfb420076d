import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { Tx } from "../db/connect.ts";

export interface GuideUse {
  orderId: string;
  /** The parcel that gets the guide. Null if the parcel is not stored yet. */
  parcelId: string | null;
  carrierId: string | null;
  guide: string;
}

/**
 * The parcel in whose box a parcel with this guide travels. Null if no other parcel has the guide (rule PARCEL-4).
 * Refused if another parcel of the same order has it. The lock serializes concurrent uses of one guide.
 */
export async function findBoxParcelId(
  tx: Tx,
  { orderId, parcelId, carrierId, guide }: GuideUse,
): Promise<string | null | Refusal<"tracking_taken">> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'guide', ${carrierId}::text, ${guide}::text), 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ id: string; orderId: string; isFirstInBox: boolean }>`
    SELECT id, order_id AS "orderId", box_parcel_id IS NULL AS "isFirstInBox" FROM parcels
    WHERE guide = ${guide} AND carrier_id IS NOT DISTINCT FROM ${carrierId}::uuid
      AND id IS DISTINCT FROM ${parcelId}::uuid`.execute(tx);
  if (rows.some((parcel) => parcel.orderId === orderId)) return refuse("tracking_taken");
  return rows.find(({ isFirstInBox }) => isFirstInBox)?.id ?? null;
}

/**
 * To be called for a parcel whose guide changes or that is removed. The other parcels in its box stay together: the
 * oldest of them becomes the one whose box the others are in. The caller clears the parcel's own `box_parcel_id`.
 */
export async function giveBoxToOldestOtherParcel(tx: Tx, parcelId: string): Promise<void> {
  await sql`
    WITH others AS (SELECT id, min(id::text) OVER () AS head FROM parcels WHERE box_parcel_id = ${parcelId})
    UPDATE parcels p SET box_parcel_id = CASE WHEN p.id::text = o.head THEN NULL ELSE o.head::uuid END
    FROM others o WHERE p.id = o.id`.execute(tx);
}
