import { sql } from "kysely";
import { COMES_WITHIN_SECONDS } from "../../../domain/waiting-room.ts";
import type { Queryable } from "../../db/connect.ts";

/** A room as it stands this moment, by the database's clock. */
export interface Room {
  presaleId: string;
  choosingAtOnce: number;
  placesOfAddress: number;
  grantKey: Buffer;
  now: Date;
  opensAt: Date;
  drawnAt: Date | null;
  lastPlace: number;
  calledUpTo: number;
  /** Wait for the draw. */
  undrawn: number;
  /** Were called and have not taken anything yet: each has a piece of the shelf coming. */
  choosing: number;
  /** Were called in the last five minutes. */
  calledLately: number;
  shelfPieces: number;
  cartPieces: number;
  /** When the first live cart ends; null without any. */
  firstCartEndsAt: Date | null;
}

/** Undefined where the presale has no room, or it is off. */
export async function findRoom(db: Queryable, presaleId: string): Promise<Room | undefined> {
  const { rows } = await sql<Room>`
    SELECT r.presale_id AS "presaleId", r.choosing_at_once AS "choosingAtOnce",
      r.places_of_address AS "placesOfAddress", r.grant_key AS "grantKey", clock.now, p.starts_at AS "opensAt",
      r.drawn_at AS "drawnAt", r.last_place AS "lastPlace", r.called_up_to AS "calledUpTo",
      crowd.*, carts.*,
      (SELECT coalesce(sum(s.available), 0)::int FROM products g JOIN sizes s ON s.product_id = g.id
        WHERE g.presale_id = p.id AND g.is_published AND NOT s.is_hidden) AS "shelfPieces"
    FROM waiting_rooms r JOIN presales p ON p.id = r.presale_id, (SELECT clock_timestamp() AS now) clock,
      LATERAL (
        SELECT
          (SELECT count(*) FROM waiting_room_visitors v WHERE v.presale_id = p.id AND v.place IS NULL) AS undrawn,
          -- A grant whose cart is just being made still has its piece coming.
          (SELECT count(*) FROM waiting_room_visitors v WHERE v.presale_id = p.id AND v.called_at IS NOT NULL
            AND (v.cart_id IS NULL OR v.cart_at > clock.now - interval '2 seconds')
            AND coalesce(v.grant_ends_at, v.called_at + ${COMES_WITHIN_SECONDS} * interval '1 second') > clock.now)
            AS choosing,
          (SELECT count(*) FROM waiting_room_visitors v WHERE v.presale_id = p.id
            AND v.called_at > clock.now - interval '5 minutes') AS "calledLately") crowd,
      LATERAL (
        SELECT coalesce(sum(l.held), 0)::int AS "cartPieces", min(c.expires_at) AS "firstCartEndsAt"
        FROM carts c JOIN cart_lines l ON l.cart_id = c.id AND l.held > 0
        WHERE c.presale_id = p.id AND c.state = 'active') carts
    WHERE r.presale_id = ${presaleId} AND r.is_on`.execute(db);
  return rows[0];
}

/** One who waits, was called or has chosen. */
export interface Visitor {
  id: string;
  secretHash: Buffer;
  place: number | null;
  /** Null until he was called and came. */
  grantEndsAt: Date | null;
  isGrantLive: boolean;
  cartId: string | null;
}

export async function listVisitors(db: Queryable, secretHashes: readonly Buffer[]): Promise<Visitor[]> {
  const { rows } = await sql<Visitor>`
    SELECT id, secret_hash AS "secretHash", place, grant_ends_at AS "grantEndsAt",
      coalesce(grant_ends_at > clock_timestamp(), false) AS "isGrantLive", cart_id AS "cartId"
    FROM waiting_room_visitors WHERE secret_hash = ANY (${secretHashes}::bytea[])`.execute(db);
  return rows;
}

/** What is decided under the room's lock. */
export interface LockedRoom {
  isDrawn: boolean;
  lastPlace: number;
  placesOfAddress: number;
}

/** Nobody else draws, calls or takes a place until this transaction ends. Undefined where the room is off or missing. */
export async function lockRoom(tx: Queryable, presaleId: string): Promise<LockedRoom | undefined> {
  const { rows } = await sql<LockedRoom>`
    SELECT drawn_at IS NOT NULL AS "isDrawn", last_place AS "lastPlace", places_of_address AS "placesOfAddress"
    FROM waiting_rooms WHERE presale_id = ${presaleId} AND is_on FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}
