import { sql } from "kysely";
import { GRANT_MINUTES } from "../../../domain/waiting-room.ts";
import { refuse, type Refusal } from "../../../domain/refusal.ts";
import type { Queryable } from "../../db/connect.ts";

/**
 * Starts the grant of an admitted visitor, once, and returns its end in whole milliseconds, as the token stores it.
 * Null if the visitor is not admitted yet, or if the grant has already started. Refused if the visitor's code is no
 * longer valid or the presale is over.
 */
export async function issueGrant(db: Queryable, visitorId: string): Promise<Date | null | Refusal<"code_over">> {
  const { rows } = await sql<{ endsAt: Date | null; isUsable: boolean }>`
    WITH due AS (
      SELECT v.id, c.revoked_at IS NULL AND coalesce(c.ends_at > clock_timestamp(), true)
        AND coalesce(c.uses < c.max_uses, true) AND p.ends_at > clock_timestamp() AS "isUsable"
      FROM waiting_room_visitors v JOIN waiting_rooms r ON r.presale_id = v.presale_id JOIN presales p ON p.id = v.presale_id
      JOIN access_codes c ON c.code = v.access_code
      WHERE v.id = ${visitorId} AND v.place <= r.admitted_up_to AND v.grant_ends_at IS NULL
    ), issued AS (
      UPDATE waiting_room_visitors v
      SET grant_ends_at = date_trunc('milliseconds', clock_timestamp()) + ${GRANT_MINUTES}::int * interval '1 minute'
      FROM due WHERE v.id = due.id AND due."isUsable" AND v.grant_ends_at IS NULL
      RETURNING v.grant_ends_at
    )
    SELECT (SELECT grant_ends_at FROM issued) AS "endsAt", due."isUsable" FROM due`.execute(db);
  const [row] = rows;
  if (!row) return null;
  // `endsAt` is null if a concurrent request updated the same row first.
  return row.isUsable ? row.endsAt : refuse("code_over");
}
