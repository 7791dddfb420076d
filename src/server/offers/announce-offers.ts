import { sql } from "kysely";
import type { App } from "../app.ts";

/**
 * Announces the products whose offers started or ended since the last run, so that caches in front of the servers
 * remove their pages (decision 43). Prices do not depend on it. The UPDATE's trigger makes the announcement.
 */
export async function announceOffers({ db }: Pick<App, "db">): Promise<void> {
  await sql`
    UPDATE offers SET pages_refreshed_at = now()
    WHERE (starts_at <= now() AND (pages_refreshed_at IS NULL OR pages_refreshed_at < starts_at)
        AND coalesce(ends_at, 'infinity') > starts_at)
      OR (ends_at <= now() AND ends_at > starts_at AND pages_refreshed_at < ends_at)`.execute(db);
}
