import { sql } from "kysely";
import { GRANT_MINUTES } from "../../../domain/waiting-room.ts";
import { refuse, type Refusal } from "../../../domain/refusal.ts";
import type { Queryable } from "../../db/connect.ts";

/**
 * The called visitor has come: his ten minutes begin, once. To whole milliseconds, as the grant carries them. Null where
 * it is not his turn after all, or it has begun already; a code that is not good any more gets none.
 */
export async function issueGrant(db: Queryable, visitorId: string): Promise<Date | null | Refusal<"code_over">> {
  const { rows } = await sql<{ endsAt: Date | null; isGood: boolean }>`
    WITH due AS (
      SELECT v.id, c.revoked_at IS NULL AND coalesce(c.ends_at > clock_timestamp(), true)
        AND coalesce(c.uses < c.max_uses, true) AND p.ends_at > clock_timestamp() AS "isGood"
      FROM waiting_room_visitors v JOIN waiting_rooms r ON r.presale_id = v.presale_id JOIN presales p ON p.id = v.presale_id
      JOIN access_codes c ON c.code = v.access_code
      WHERE v.id = ${visitorId} AND v.place <= r.called_up_to AND v.grant_ends_at IS NULL
    ), given AS (
      UPDATE waiting_room_visitors v
      SET grant_ends_at = date_trunc('milliseconds', clock_timestamp()) + ${GRANT_MINUTES}::int * interval '1 minute'
      FROM due WHERE v.id = due.id AND due."isGood" AND v.grant_ends_at IS NULL
      RETURNING v.grant_ends_at
    )
    SELECT (SELECT grant_ends_at FROM given) AS "endsAt", due."isGood" FROM due`.execute(db);
  const [row] = rows;
  if (!row) return null;
  // Good, and yet nothing given: another look waited for the same row and was first.
  return row.isGood ? row.endsAt : refuse("code_over");
}
