import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db, Queryable } from "../../db/connect.ts";
import { transact } from "../../db/transact.ts";
import { logChange, type Actor } from "../../change-log/change-log.ts";

export interface RoomTerms {
  /** From how many minutes before the presale's opening visitors may join: 0 to 10,080. */
  opensEarlyMinutes: number;
  /** The maximum number of visitors who have a grant and no cart yet at the same time. */
  choosingAtOnce: number;
  /** The maximum number of visitors from one IP address. */
  placesOfAddress: number;
}

/**
 * Turns a presale's waiting room on, or changes its terms. Waiting visitors keep their places. The first call creates
 * the key that signs grants.
 */
export async function turnWaitingRoomOn(db: Db, presaleId: string, terms: RoomTerms, by: Actor): Promise<void> {
  const values = {
    is_active: true,
    opens_early_minutes: terms.opensEarlyMinutes,
    max_choosing_visitors: terms.choosingAtOnce,
    max_places_per_ip: terms.placesOfAddress,
  };
  await transact(db, async (tx) => {
    await tx
      .insertInto("waiting_rooms")
      .values({ presale_id: presaleId, ...values, grant_key: randomBytes(32), places_assigned_at: null })
      .onConflict((conflict) => conflict.column("presale_id").doUpdateSet(values))
      .execute();
    await logChange(tx, by, { action: "room-on", object: { kind: "presale", id: presaleId }, after: terms });
  });
}

/** Turns the waiting room off: the access code is enough to buy. Returns false if the presale had no active room. */
export function turnWaitingRoomOff(db: Db, presaleId: string, by: Actor): Promise<boolean> {
  return transact(db, async (tx) => {
    const { numAffectedRows } = await sql`
      UPDATE waiting_rooms SET is_active = false WHERE presale_id = ${presaleId} AND is_active`.execute(tx);
    if (numAffectedRows !== 1n) return false;
    await logChange(tx, by, { action: "room-off", object: { kind: "presale", id: presaleId } });
    return true;
  });
}

export interface RoomOverview extends RoomTerms {
  isOn: boolean;
  /** When the first places were assigned. Null before. */
  placesAssignedAt: Date | null;
  /** Pieces that are available or in active carts. If there are none, the presale is sold out. */
  pieces: number;
  /** Visitors who were not admitted, or joined the queue again since. */
  waiting: number;
  /** Visitors who were admitted and have not joined the queue again since. */
  admitted: number;
  /** Admitted visitors with an active grant, with or without a cart. */
  withGrant: number;
}

export async function findWaitingRoomOverview(db: Queryable, presaleId: string): Promise<RoomOverview | undefined> {
  const { rows } = await sql<RoomOverview>`
    SELECT r.is_active AS "isOn", r.opens_early_minutes AS "opensEarlyMinutes", r.max_choosing_visitors AS "choosingAtOnce",
      r.max_places_per_ip AS "placesOfAddress", r.places_assigned_at AS "placesAssignedAt",
      (SELECT coalesce(sum(s.available), 0)::int FROM products g JOIN sizes s ON s.product_id = g.id
        WHERE g.presale_id = r.presale_id AND g.is_published AND NOT s.is_hidden)
      + (SELECT coalesce(sum(l.held), 0)::int FROM carts c JOIN cart_lines l ON l.cart_id = c.id
        WHERE c.presale_id = r.presale_id AND c.state = 'active') AS pieces,
      count(v.id) FILTER (WHERE v.admitted_at IS NULL) AS waiting, count(v.admitted_at) AS admitted,
      count(*) FILTER (WHERE v.grant_ends_at > clock_timestamp()) AS "withGrant"
    FROM waiting_rooms r LEFT JOIN waiting_room_visitors v ON v.presale_id = r.presale_id
    WHERE r.presale_id = ${presaleId} GROUP BY r.presale_id`.execute(db);
  return rows[0];
}
