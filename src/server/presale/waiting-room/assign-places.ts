import { sql } from "kysely";
import type { Db } from "../../db/connect.ts";
import { transact } from "../../db/transact.ts";
import { lockRoom } from "./queries.ts";

/**
 * Gives all waiting visitors a place when the presale opens: in random order for those who came before the opening, in
 * order of arrival for the others. This runs once, in the first process that gets the lock. The second statement sees
 * everyone who joined before the room was locked.
 */
export async function assignPlaces(genericPlanDb: Db, presaleId: string): Promise<void> {
  await transact(genericPlanDb, async (tx) => {
    if (!(await lockRoom(tx, presaleId))) return;
    await sql`
      WITH room AS (
        SELECT r.presale_id, p.starts_at FROM waiting_rooms r JOIN presales p ON p.id = r.presale_id
        WHERE r.presale_id = ${presaleId} AND r.places_assigned_at IS NULL AND p.starts_at <= clock_timestamp()
      ), assigned AS (
        SELECT v.id, row_number() OVER (ORDER BY v.joined_at >= room.starts_at,
          CASE WHEN v.joined_at < room.starts_at THEN random() ELSE extract(epoch FROM v.joined_at) END, v.id) AS place
        FROM waiting_room_visitors v JOIN room ON room.presale_id = v.presale_id
      ), placed AS (
        UPDATE waiting_room_visitors v SET place = assigned.place FROM assigned WHERE v.id = assigned.id
      )
      UPDATE waiting_rooms r SET places_assigned_at = clock_timestamp(), last_place = (SELECT count(*) FROM assigned)
      FROM room WHERE r.presale_id = room.presale_id`.execute(tx);
  });
}
