import type { Schema } from "../db/schema.ts";
import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

export type DailyCountEvent = Schema["daily_event_counts"]["event"];

const TODAY = sql<string>`(now() AT TIME ZONE 'America/Mexico_City')::date`;

/** Adds `count` to today's count of an event. The day is that of Mexico City. */
export async function addToTodaysCount(db: Queryable, event: DailyCountEvent, count = 1): Promise<void> {
  await db
    .insertInto("daily_event_counts")
    .values({ day: TODAY, event, count })
    .onConflict((conflict) =>
      conflict.columns(["day", "event"]).doUpdateSet({ count: sql<number>`daily_event_counts.count + ${count}` }),
    )
    .execute();
}

/** Today's counts by event. An event that did not happen today is missing. */
export async function readTodaysCounts(db: Queryable): Promise<Partial<Record<DailyCountEvent, number>>> {
  const rows = await db
    .selectFrom("daily_event_counts")
    .select(["event", "count"])
    .where("day", "=", sql<Date>`${TODAY}`)
    .execute();
  return Object.fromEntries(rows.map(({ event, count }) => [event, count]));
}
