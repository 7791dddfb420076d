import { sql } from "kysely";
import { refuse, type Refusal } from "../../../domain/refusal.ts";
import type { App } from "../../app.ts";
import type { Queryable } from "../../db/connect.ts";
import { isId } from "../../db/new-id.ts";
import type { PresaleAccess } from "../../presale-access/access-code-verifier.ts";
import { readGrant, type Grant } from "./grant.ts";

export type GrantRefusal = Refusal<"grant_missing" | "grant_invalid" | "grant_over" | "grant_taken">;

/** A grant, and the cart that it now belongs to. */
export interface GrantUse {
  visitorId: string;
  cartId: string;
  /** True if it did not belong to the cart before. If the cart is then not created, the grant is released. */
  isFirstUseByCart: boolean;
}

/**
 * Reads the grant from the request's `X-GRANT` header and verifies its signature and its presale. Null if the presale
 * has no waiting room, or if it is off. Refused if the header is missing or invalid.
 */
export async function readGrantOfRequest(
  app: App,
  { request, access }: { request: Request; access: PresaleAccess },
): Promise<Grant | null | GrantRefusal> {
  if (!access.hasWaitingRoom) return null;
  const room = await app.waitingRooms.find(access.presale.id);
  if (!room) return null;
  const grantText = request.headers.get("x-grant");
  if (grantText === null) return refuse("grant_missing");
  const grant = readGrant(grantText, room.grantKey);
  return grant?.presaleId === access.presale.id ? grant : refuse("grant_invalid");
}

/**
 * Assigns the grant to this cart, if no other cart has it. A cart has the grant until the cart expires or is emptied. A
 * cart that still does not exist after 30 seconds was never created, and loses the grant. The row and the WHERE clause
 * decide, by the database's clock.
 */
export async function useGrant(
  db: Queryable,
  { visitorId, presaleId, endsAt }: Grant,
  cartId: string,
): Promise<GrantUse | GrantRefusal> {
  if (!isId(cartId)) return refuse("grant_invalid");
  const { rows } = await sql<{ isFirst: boolean }>`
    UPDATE waiting_room_visitors v
    SET cart_id = ${cartId}, cart_assigned_at = CASE WHEN v.cart_id = ${cartId} THEN v.cart_assigned_at ELSE clock_timestamp() END
    FROM (SELECT id, cart_id FROM waiting_room_visitors WHERE id = ${visitorId} FOR UPDATE) previous
    WHERE v.id = previous.id AND v.presale_id = ${presaleId} AND v.grant_ends_at = ${endsAt}
      AND v.grant_ends_at > clock_timestamp()
      AND (v.cart_id IS NULL OR v.cart_id = ${cartId}
        OR EXISTS (SELECT FROM carts c WHERE c.id = v.cart_id AND (c.state IN ('expired', 'emptied')
          OR (c.state = 'active' AND c.expires_at <= (SELECT shopping_clock()))))
        OR (v.cart_assigned_at < clock_timestamp() - interval '30 seconds'
          AND NOT EXISTS (SELECT FROM carts c WHERE c.id = v.cart_id)))
    RETURNING previous.cart_id IS DISTINCT FROM ${cartId}::uuid AS "isFirst"`.execute(db);
  const [usedRow] = rows;
  return usedRow ? { visitorId, cartId, isFirstUseByCart: usedRow.isFirst } : explainRefusal(db, visitorId, endsAt);
}

/**
 * Releases a grant whose cart was not created or got no pieces, so that another cart may use it. Does nothing if the
 * grant belonged to the cart before.
 */
export async function releaseGrant(db: Queryable, { visitorId, cartId, isFirstUseByCart }: GrantUse): Promise<void> {
  if (!isFirstUseByCart) return;
  await sql`UPDATE waiting_room_visitors SET cart_id = NULL, cart_assigned_at = NULL
    WHERE id = ${visitorId} AND cart_id = ${cartId}`.execute(db);
}

async function explainRefusal(db: Queryable, visitorId: string, endsAt: Date): Promise<GrantRefusal> {
  const { rows } = await sql<{ isLive: boolean }>`
    SELECT coalesce(grant_ends_at = ${endsAt} AND grant_ends_at > clock_timestamp(), false) AS "isLive"
    FROM waiting_room_visitors WHERE id = ${visitorId}`.execute(db);
  if (!rows[0]) return refuse("grant_invalid");
  return refuse(rows[0].isLive ? "grant_taken" : "grant_over");
}
