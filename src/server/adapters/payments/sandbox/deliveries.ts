import { sql } from "kysely";
import type { SandboxDb } from "./tables.ts";

/** Makes the held notifications due now, the last one first. Returns how many. */
export async function releaseHeldNotifications(db: SandboxDb): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE sandbox.mp_deliveries AS delivery
    SET state = 'waiting', next_at = now() - interval '1 second' + position * interval '1 microsecond'
    FROM (SELECT id, row_number() OVER (ORDER BY id DESC) AS position FROM sandbox.mp_deliveries WHERE state = 'held') held
    WHERE delivery.id = held.id AND delivery.state = 'held'`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Makes unacknowledged and failed notifications due now. Returns how many. */
export async function retryUnacknowledgedNotifications(db: SandboxDb): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("sandbox.mp_deliveries")
    .set({ state: "waiting", attempts: 0, next_at: sql<Date>`clock_timestamp()` })
    .where((columns) =>
      columns.or([
        columns("state", "=", "failed"),
        // Excludes a notification that is being sent: its response will be stored.
        columns.and([
          columns("state", "=", "waiting"),
          columns("attempts", ">", 0),
          columns.or([columns("answered", "is not", null), columns("error", "is not", null)]),
        ]),
      ]),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Makes a delivery due again: itself (`resend`), a copy (`duplicate`), or a copy with a forged signature (`forge`).
 * Returns false if it is unknown or was refused.
 */
export async function repeatDelivery(
  db: SandboxDb,
  id: number,
  mode: "resend" | "duplicate" | "forge",
): Promise<boolean> {
  if (mode === "resend") {
    const { numUpdatedRows } = await db
      .updateTable("sandbox.mp_deliveries")
      .set({ state: "waiting", attempts: 0, next_at: sql<Date>`clock_timestamp()` })
      .where("id", "=", id)
      .where("state", "!=", "refused")
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  const { numAffectedRows } = await sql`
    INSERT INTO sandbox.mp_deliveries (notification_id, payment_id, url, body, signing, state)
    SELECT notification_id, payment_id, url, body, ${mode === "forge" ? sql`'forged'` : sql`signing`}, 'waiting'
    FROM sandbox.mp_deliveries WHERE id = ${id} AND state <> 'refused'`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
