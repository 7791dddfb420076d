import { sql } from "kysely";
import type { Db } from "../../db/connect.ts";
import { transact } from "../../db/transact.ts";
import { lockRoom } from "./queries.ts";

/**
 * At the opening whoever waits gets a place: those who came before it by lot, the others behind them as they came.
 * Once, whatever process is first; the second statement sees everybody who was in before the room was locked.
 */
export async function drawPlaces(genericPlans: Db, presaleId: string): Promise<void> {
  await transact(genericPlans, async (tx) => {
    if (!(await lockRoom(tx, presaleId))) return;
    await sql`
      WITH room AS (
        SELECT r.presale_id, p.starts_at FROM waiting_rooms r JOIN presales p ON p.id = r.presale_id
        WHERE r.presale_id = ${presaleId} AND r.drawn_at IS NULL AND p.starts_at <= clock_timestamp()
      ), drawn AS (
        SELECT v.id, row_number() OVER (ORDER BY v.joined_at >= room.starts_at,
          CASE WHEN v.joined_at < room.starts_at THEN random() ELSE extract(epoch FROM v.joined_at) END, v.id) AS place
        FROM waiting_room_visitors v JOIN room ON room.presale_id = v.presale_id
      ), placed AS (
        UPDATE waiting_room_visitors v SET place = drawn.place FROM drawn WHERE v.id = drawn.id
      )
      UPDATE waiting_rooms r SET drawn_at = clock_timestamp(), last_place = (SELECT count(*) FROM drawn)
      FROM room WHERE r.presale_id = room.presale_id`.execute(tx);
  });
}
