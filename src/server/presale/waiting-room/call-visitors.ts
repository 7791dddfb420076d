import { sql } from "kysely";
import type { Db } from "../../db/connect.ts";
import { transact } from "../../db/transact.ts";
import { findRoom, lockRoom, type Room } from "./queries.ts";

/** How many more may be called: no more people choose than there are pieces on the shelf for them. */
export function toCall(room: Room): number {
  const free = Math.min(room.choosingAtOnce, room.shelfPieces) - room.choosing;
  return Math.max(0, Math.min(free, room.lastPlace - room.calledUpTo));
}

/** Calls the next in the queue. Counted again under the room's lock: other processes call too. */
export async function callVisitors(genericPlans: Db, presaleId: string): Promise<void> {
  await transact(genericPlans, async (tx) => {
    if (!(await lockRoom(tx, presaleId))) return;
    const room = await findRoom(tx, presaleId);
    const count = room ? toCall(room) : 0;
    if (count === 0) return;
    await sql`
      WITH called AS (
        UPDATE waiting_room_visitors SET called_at = clock_timestamp()
        WHERE presale_id = ${presaleId} AND place > ${room!.calledUpTo} AND place <= ${room!.calledUpTo + count})
      UPDATE waiting_rooms SET called_up_to = called_up_to + ${count} WHERE presale_id = ${presaleId}`.execute(tx);
  });
}
