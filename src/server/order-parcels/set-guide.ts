import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { Tx } from "../db/connect.ts";
import { findBoxParcelId, giveBoxToOldestOtherParcel } from "./shared-boxes.ts";

interface NewGuide {
  parcelId: string;
  orderId: string;
  guide: string;
  /** The carrier of the guide, if it is not the parcel's current carrier. */
  carrier?: { id: string; name: string };
}

export interface GuideOutcome {
  /** Whether the parcel travels in the box of a parcel of another order. */
  isInBoxOfOtherOrder: boolean;
}

/** `guide_cancelled`: the label was cancelled, or its cancellation was sent to the provider (rule CARRIER-3). */
export type GuideRefusal = Refusal<"tracking_taken" | "guide_cancelled">;

/** Sets or replaces the guide of a parcel of a locked order (rule PARCEL-4). */
export async function setGuide(
  tx: Tx,
  { parcelId, orderId, guide, carrier }: NewGuide,
): Promise<GuideOutcome | GuideRefusal> {
  if (await isLabelCancelled(tx, orderId, guide)) return refuse("guide_cancelled");
  const parcel = await tx
    .updateTable("parcels")
    .set({ guide: null, box_parcel_id: null, ...(carrier && { carrier_id: carrier.id, carrier_name: carrier.name }) })
    .where("id", "=", parcelId)
    .returning("carrier_id as carrierId")
    .executeTakeFirstOrThrow();
  await giveBoxToOldestOtherParcel(tx, parcelId);
  const boxParcelId = await findBoxParcelId(tx, { orderId, parcelId, carrierId: parcel.carrierId, guide });
  if (isRefusal(boxParcelId)) return boxParcelId;
  await tx.updateTable("parcels").set({ guide, box_parcel_id: boxParcelId }).where("id", "=", parcelId).execute();
  return { isInBoxOfOtherOrder: boxParcelId !== null };
}

async function isLabelCancelled(tx: Tx, orderId: string, guide: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM label_purchases WHERE order_id = ${orderId} AND guide = ${guide}
      AND (state = 'cancelled' OR cancel_sent_at IS NOT NULL)`.execute(tx);
  return rows.length > 0;
}
