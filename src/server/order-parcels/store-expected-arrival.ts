import { estimateFrom } from "../../domain/delivery-estimate.ts";
import { formatMexicoTime } from "../../domain/mexico-time.ts";
import type { Tx } from "../db/connect.ts";

/**
 * Stores when a parcel that leaves at `leavesAt` should arrive, by the delivery days that its carrier has now (rule
 * PARCEL-7). Stores nothing if the carrier states no days.
 */
export async function storeExpectedArrival(tx: Tx, parcelId: string, leavesAt: Date): Promise<void> {
  const carrier = await tx
    .selectFrom("parcels as p")
    .innerJoin("carriers as c", "c.id", "p.carrier_id")
    .select(["c.min_business_days as min", "c.max_business_days as max"])
    .where("p.id", "=", parcelId)
    .executeTakeFirst();
  if (!carrier || carrier.min === null || carrier.max === null) return;
  const day = formatMexicoTime(leavesAt).slice(0, 10);
  const { from, to } = estimateFrom(day, { min: carrier.min, max: carrier.max });
  await tx
    .updateTable("parcels")
    .set({ earliest_arrival_on: from, latest_arrival_on: to })
    .where("id", "=", parcelId)
    .execute();
}
