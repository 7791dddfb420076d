import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { Tx } from "../db/connect.ts";

export interface Guide {
  orderId: string;
  /** The parcel that gets it. Null: one that is not stored yet. */
  parcelId: string | null;
  carrierId: string | null;
  guide: string;
}

/**
 * The parcel in whose box a parcel with this guide travels; null if it is the first with it (rule PARCEL-4). Refused if
 * the same order has it in another parcel. The lock lets two people who use one guide at the same time do it one after
 * the other.
 */
export async function findBox(
  tx: Tx,
  { orderId, parcelId, carrierId, guide }: Guide,
): Promise<string | null | Refusal<"tracking_taken">> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'guide', ${carrierId}::text, ${guide}::text), 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ id: string; orderId: string; isHead: boolean }>`
    SELECT id, order_id AS "orderId", in_box_of_id IS NULL AS "isHead" FROM parcels
    WHERE guide = ${guide} AND carrier_id IS NOT DISTINCT FROM ${carrierId}::uuid
      AND id IS DISTINCT FROM ${parcelId}::uuid`.execute(tx);
  if (rows.some((parcel) => parcel.orderId === orderId)) return refuse("tracking_taken");
  return rows.find(({ isHead }) => isHead)?.id ?? null;
}

/** Parcels of other orders in the box of this one stay together when its guide changes: the oldest takes its place. */
export async function leaveBox(tx: Tx, parcelId: string): Promise<void> {
  await sql`
    WITH others AS (SELECT id, min(id::text) OVER () AS head FROM parcels WHERE in_box_of_id = ${parcelId})
    UPDATE parcels p SET in_box_of_id = CASE WHEN p.id::text = o.head THEN NULL ELSE o.head::uuid END
    FROM others o WHERE p.id = o.id`.execute(tx);
}
