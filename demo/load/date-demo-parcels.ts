import { sql } from "kysely";
import { estimateFrom } from "../../src/domain/delivery-estimate.ts";
import { formatMexicoTime } from "../../src/domain/mexico-time.ts";
import type { App } from "../../src/server/app.ts";
import { transact } from "../../src/server/db/transact.ts";

/**
 * Dates the parcels of a demo order. `departures` are the instants at which the parcels left, in the order of their
 * numbers, and `arrivedAt` is when the delivered one arrived. Events of parcels are append-only. Only this function
 * disables their trigger, until the transaction ends.
 */
export async function dateDemoParcels(
  app: App,
  orderId: string,
  { departures, arrivedAt }: { departures: readonly Date[]; arrivedAt: Date | undefined },
): Promise<void> {
  await transact(app.db, async (tx) => {
    await sql`ALTER TABLE parcel_events DISABLE TRIGGER parcel_events_append_only`.execute(tx);
    const parcels = await tx
      .selectFrom("parcels")
      .leftJoin("carriers", "carriers.id", "parcels.carrier_id")
      .select(["parcels.id", "carriers.min_business_days as min", "carriers.max_business_days as max"])
      .where("order_id", "=", orderId)
      .orderBy("number")
      .execute();
    for (const [index, { id, min, max }] of parcels.entries()) {
      const leftAt = departures[index]!;
      const estimate =
        min === null || max === null ? null : estimateFrom(formatMexicoTime(leftAt).slice(0, 10), { min, max });
      await sql`
        UPDATE parcels SET created_at = ${leftAt}, handed_over_at = ${leftAt}, earliest_arrival_on = ${estimate?.from ?? null},
          latest_arrival_on = ${estimate?.to ?? null}, delivered_at = CASE WHEN state = 'DELIVERED' THEN ${arrivedAt ?? null}::timestamptz END
        WHERE id = ${id}`.execute(tx);
      await sql`
        UPDATE parcel_events SET recorded_at = at, at = CASE WHEN to_state = 'DELIVERED' THEN ${arrivedAt ?? null}::timestamptz
          ELSE ${leftAt}::timestamptz END WHERE parcel_id = ${id}`.execute(tx);
    }
    await sql`ALTER TABLE parcel_events ENABLE TRIGGER parcel_events_append_only`.execute(tx);
    return undefined;
  });
}
