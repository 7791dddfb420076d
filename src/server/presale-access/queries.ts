import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

export interface Presale {
  id: string;
  name: string;
  startsAt: Date;
  endsAt: Date;
  /** The first day of delivery of its orders, "2026-11-21". Null if staff set none. */
  deliversOn: string | null;
}

export interface AccessCodeRow {
  code: string;
  presale: Presale;
  /** Made-to-order pieces ordered with the code so far. */
  madeToOrderPieces: number;
  /** Not revoked, not past its end, with uses left. */
  isUsable: boolean;
  /** Whether a waiting room is on. Then buying needs a grant. */
  hasWaitingRoom: boolean;
  /** Customers may join the waiting room, even if the presale is not open yet. */
  isRoomOpen: boolean;
  /** Whether the presale has not started, by the database's clock. */
  isEarly: boolean;
  /** Whether the presale has ended. A code's own end is part of `isUsable`. */
  isOver: boolean;
}

/** The current state of codes. A code that does not exist has no row. */
export async function listAccessCodeRows(db: Queryable, codes: readonly string[]): Promise<AccessCodeRow[]> {
  const { rows } = await sql<AccessCodeRow & { presale: { startsAt: string; endsAt: string } }>`
    SELECT a.code, a.made_to_order_pieces AS "madeToOrderPieces",
      a.revoked_at IS NULL AND coalesce(a.ends_at > clock_timestamp(), true) AND coalesce(a.uses < a.max_uses, true)
        AS "isUsable",
      coalesce(r.is_active, false) AS "hasWaitingRoom",
      coalesce(r.is_active AND clock_timestamp() >= p.starts_at - r.opens_early_minutes * interval '1 minute', false)
        AS "isRoomOpen",
      clock_timestamp() < p.starts_at AS "isEarly", clock_timestamp() >= p.ends_at AS "isOver",
      json_build_object('id', p.id, 'name', p.name, 'startsAt', p.starts_at, 'endsAt', p.ends_at,
        'deliversOn', p.delivers_on) AS presale
    FROM access_codes a JOIN presales p ON p.id = a.presale_id LEFT JOIN waiting_rooms r ON r.presale_id = p.id
    WHERE a.code = ANY (${codes})`.execute(db);
  return rows.map((row) => {
    const { startsAt, endsAt, ...presale } = row.presale;
    return { ...row, presale: { ...presale, startsAt: new Date(startsAt), endsAt: new Date(endsAt) } };
  });
}

/** Finds a presale by its id, or by its name, ignoring case and accents. */
export async function findPresale(db: Queryable, nameOrId: string): Promise<Presale | undefined> {
  const { rows } = await sql<Presale>`
    SELECT id, name, starts_at AS "startsAt", ends_at AS "endsAt", delivers_on::text AS "deliversOn" FROM presales
    WHERE id::text = lower(${nameOrId}) OR plain_text(name) = plain_text(${nameOrId}) LIMIT 1`.execute(db);
  return rows[0];
}
