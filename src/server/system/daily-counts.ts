import type { Schema } from "../db/schema.ts";
import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

export type DailyCountEvent = Schema["daily_counts"]["what"];

const TODAY = sql<string>`(now() AT TIME ZONE 'America/Mexico_City')::date`;

/** Adds `times` to today's count of an event. The day is that of Mexico City. */
export async function addToTodaysCount(db: Queryable, what: DailyCountEvent, times = 1): Promise<void> {
  await db
    .insertInto("daily_counts")
    .values({ day: TODAY, what, times })
    .onConflict((conflict) =>
      conflict.columns(["day", "what"]).doUpdateSet({ times: sql<number>`daily_counts.times + ${times}` }),
    )
    .execute();
}

/** Today's counts by event. An event that did not happen today is missing. */
export async function readTodaysCounts(db: Queryable): Promise<Partial<Record<DailyCountEvent, number>>> {
  const rows = await db
    .selectFrom("daily_counts")
    .select(["what", "times"])
    .where("day", "=", sql<Date>`${TODAY}`)
    .execute();
  return Object.fromEntries(rows.map(({ what, times }) => [what, times]));
}
