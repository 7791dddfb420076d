import { sql } from "kysely";
import type { App } from "../app.ts";
import { ENDED_PLACE_DAYS, UNCONFIRMED_PLACE_DAYS } from "./limits.ts";

/**
 * Job: deletes places that stayed unconfirmed for `UNCONFIRMED_PLACE_DAYS`, and ended places for which
 * `ENDED_PLACE_DAYS` have passed since the request and since the end of the offer. A waiting place has no time limit.
 */
export async function purgePlaces(app: App): Promise<void> {
  await sql`
    DELETE FROM waiting_list
    WHERE state = 'unconfirmed' AND requested_at < now() - ${UNCONFIRMED_PLACE_DAYS}::int * interval '1 day'
      OR state IN ('taken', 'passed', 'left') AND requested_at < now() - ${ENDED_PLACE_DAYS}::int * interval '1 day'
        AND coalesce(offer_ends_at, requested_at) < now() - ${ENDED_PLACE_DAYS}::int * interval '1 day'`.execute(
    app.db,
  );
}
