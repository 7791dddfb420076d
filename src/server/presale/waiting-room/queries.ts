import { sql } from "kysely";
import { START_GRANT_WITHIN_SECONDS } from "../../../domain/waiting-room.ts";
import type { Queryable } from "../../db/connect.ts";

/** The current state of a room, by the database's clock. */
export interface Room {
  presaleId: string;
  choosingAtOnce: number;
  placesOfAddress: number;
  grantKey: Buffer;
  now: Date;
  /** When the presale starts and places are assigned. Visitors may join the room earlier. */
  opensAt: Date;
  placesAssignedAt: Date | null;
  lastPlace: number;
  admittedUpTo: number;
  /** Visitors who wait for the opening to get a place. */
  withoutPlaceCount: number;
  /**
   * Admitted visitors who may still need one of the available pieces: those without a cart, or with a cart for less
   * than two seconds, whose grant has not ended. A visitor without a grant yet counts for `START_GRANT_WITHIN_SECONDS`.
   */
  choosingCount: number;
  /** Visitors admitted in the last five minutes. */
  recentlyAdmittedCount: number;
  availablePieces: number;
  cartPieces: number;
  /** When the first active cart that holds pieces expires. Null if there is none. */
  firstCartEndsAt: Date | null;
}

/** Undefined if the presale has no active waiting room. */
export async function findRoom(db: Queryable, presaleId: string): Promise<Room | undefined> {
  const { rows } = await sql<Room>`
    SELECT r.presale_id AS "presaleId", r.max_choosing_visitors AS "choosingAtOnce",
      r.max_places_per_ip AS "placesOfAddress", r.grant_key AS "grantKey", clock.now, p.starts_at AS "opensAt",
      r.places_assigned_at AS "placesAssignedAt", r.last_place AS "lastPlace", r.admitted_up_to AS "admittedUpTo",
      visitors.*, carts.*,
      (SELECT coalesce(sum(s.available), 0)::int FROM products g JOIN sizes s ON s.product_id = g.id
        WHERE g.presale_id = p.id AND g.is_published AND NOT s.is_hidden) AS "availablePieces"
    FROM waiting_rooms r JOIN presales p ON p.id = r.presale_id, (SELECT clock_timestamp() AS now) clock,
      LATERAL (
        SELECT
          (SELECT count(*) FROM waiting_room_visitors v WHERE v.presale_id = p.id AND v.place IS NULL) AS "withoutPlaceCount",
          -- A cart that is being created holds no piece yet, so its grant still counts.
          (SELECT count(*) FROM waiting_room_visitors v WHERE v.presale_id = p.id AND v.admitted_at IS NOT NULL
            AND (v.cart_id IS NULL OR v.cart_assigned_at > clock.now - interval '2 seconds')
            AND coalesce(v.grant_ends_at, v.admitted_at + ${START_GRANT_WITHIN_SECONDS} * interval '1 second') > clock.now)
            AS "choosingCount",
          (SELECT count(*) FROM waiting_room_visitors v WHERE v.presale_id = p.id
            AND v.admitted_at > clock.now - interval '5 minutes') AS "recentlyAdmittedCount") visitors,
      LATERAL (
        SELECT coalesce(sum(l.held), 0)::int AS "cartPieces", min(c.expires_at) AS "firstCartEndsAt"
        FROM carts c JOIN cart_lines l ON l.cart_id = c.id AND l.held > 0
        WHERE c.presale_id = p.id AND c.state = 'active') carts
    WHERE r.presale_id = ${presaleId} AND r.is_active`.execute(db);
  return rows[0];
}

export interface Visitor {
  id: string;
  secretHash: Buffer;
  place: number | null;
  /** Null before the first poll after the visitor was admitted. Null again once they join the queue again. */
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

/** The fields of a locked room that the queue depends on. */
export interface LockedRoom {
  /** Whether places were assigned. */
  arePlacesAssigned: boolean;
  lastPlace: number;
  placesOfAddress: number;
}

/**
 * Locks the room: until this transaction ends, no other transaction adds visitors, assigns places or admits visitors.
 * Undefined if the room is off or missing.
 */
export async function lockRoom(tx: Queryable, presaleId: string): Promise<LockedRoom | undefined> {
  const { rows } = await sql<LockedRoom>`
    SELECT places_assigned_at IS NOT NULL AS "arePlacesAssigned", last_place AS "lastPlace", max_places_per_ip AS "placesOfAddress"
    FROM waiting_rooms WHERE presale_id = ${presaleId} AND is_active FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}
