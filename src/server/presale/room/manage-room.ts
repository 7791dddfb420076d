import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Queryable } from "../../db/connect.ts";

interface RoomTerms {
  opensEarlyMinutes: number;
  choosingAtOnce: number;
  placesOfAddress: number;
}

/** Opens a presale's waiting room, or changes its terms; who waits keeps his place. The first time makes its key. */
export async function switchRoomOn(db: Queryable, presaleId: string, terms: RoomTerms): Promise<void> {
  const set = {
    is_on: true,
    opens_early_minutes: terms.opensEarlyMinutes,
    choosing_at_once: terms.choosingAtOnce,
    places_of_address: terms.placesOfAddress,
  };
  await db
    .insertInto("rooms")
    .values({ presale_id: presaleId, ...set, grant_key: randomBytes(32), drawn_at: null })
    .onConflict((conflict) => conflict.column("presale_id").doUpdateSet(set))
    .execute();
}

/** From now on the code alone opens the presale. False where it had no room that was on. */
export async function switchRoomOff(db: Queryable, presaleId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE rooms SET is_on = false WHERE presale_id = ${presaleId} AND is_on`.execute(db);
  return numAffectedRows === 1n;
}

export interface RoomOverview {
  isOn: boolean;
  waiting: number;
  /** Called so far. */
  called: number;
  /** Of them, those who have a live grant. */
  choosing: number;
}

export async function findRoomOverview(db: Queryable, presaleId: string): Promise<RoomOverview | undefined> {
  const { rows } = await sql<RoomOverview>`
    SELECT r.is_on AS "isOn", count(v.id) FILTER (WHERE v.called_at IS NULL) AS waiting, count(v.called_at) AS called,
      count(*) FILTER (WHERE v.grant_ends_at > clock_timestamp()) AS choosing
    FROM rooms r LEFT JOIN room_visitors v ON v.presale_id = r.presale_id
    WHERE r.presale_id = ${presaleId} GROUP BY r.presale_id`.execute(db);
  return rows[0];
}
