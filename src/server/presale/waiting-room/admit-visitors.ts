import { sql } from "kysely";
import type { Db } from "../../db/connect.ts";
import { transact } from "../../db/transact.ts";
import { findRoom, lockRoom, type Room } from "./queries.ts";

/**
 * How many more visitors may be admitted. The visitors who have a grant but no cart may be at most as many as the room
 * allows at once, and at most as many as there are available pieces.
 */
export function countVisitorsToAdmit(room: Room): number {
  const freeSlots = Math.min(room.choosingAtOnce, room.availablePieces) - room.choosingCount;
  return Math.max(0, Math.min(freeSlots, room.lastPlace - room.admittedUpTo));
}

/**
 * Admits the next visitors in the queue. Counts again under the room's lock, because other processes admit visitors
 * too.
 */
export async function admitVisitors(genericPlanDb: Db, presaleId: string): Promise<void> {
  await transact(genericPlanDb, async (tx) => {
    if (!(await lockRoom(tx, presaleId))) return;
    const room = await findRoom(tx, presaleId);
    const count = room ? countVisitorsToAdmit(room) : 0;
    if (count === 0) return;
    await sql`
      WITH admitted AS (
        UPDATE waiting_room_visitors SET admitted_at = clock_timestamp()
        WHERE presale_id = ${presaleId} AND place > ${room!.admittedUpTo} AND place <= ${room!.admittedUpTo + count})
      UPDATE waiting_rooms SET admitted_up_to = admitted_up_to + ${count} WHERE presale_id = ${presaleId}`.execute(tx);
  });
}
