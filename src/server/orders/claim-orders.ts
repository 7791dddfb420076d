import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import type { Tx } from "../db/connect.ts";
import { hashToken } from "../sessions/token.ts";

/**
 * A registered customer opens the link of an order's mail: that mailbox is his. With the same phone, what was ordered as
 * a guest with that mailbox is his too (ruling 16, decision 21). Answers how many orders came to him; opening the link
 * again brings none and is no error. The guest who placed an order stays written beside it.
 */
export async function claimOrders(
  app: App,
  customerId: string,
  proof: { orderId: string; key: string },
): Promise<number | Refusal<"order_not_found">> {
  if (!isId(proof.orderId)) return refuse("order_not_found");
  const { rows } = await sql<{ isHis: boolean; claimed: number }>`
    WITH proven AS (
      SELECT o.id, o.customer_id, o.customer_phone, lower(o.customer_email) AS email, me.id AS me
      FROM orders o JOIN customers c ON c.id = o.customer_id, customers me
      WHERE o.id = ${proof.orderId} AND o.key_hash = ${hashToken(proof.key)} AND me.id = ${customerId}
        AND (o.customer_id = me.id OR c.kind = 'guest' AND o.customer_phone = me.phone)
    ), claimed AS (
      UPDATE orders o SET customer_id = p.me, claimed_from_id = o.customer_id
      FROM proven p, customers guest
      WHERE guest.id = o.customer_id AND guest.kind = 'guest' AND o.customer_phone = p.customer_phone
        AND (o.customer_id = p.customer_id OR lower(o.customer_email) = p.email)
      RETURNING o.id)
    SELECT true AS "isHis", (SELECT count(*) FROM claimed) AS claimed FROM proven`.execute(app.keyed);
  return rows[0] ? rows[0].claimed : refuse("order_not_found");
}

/** The orders of the guest whose token came with the registration, where the phone is the same. */
export async function claimOrdersOfGuest(
  tx: Tx,
  { customerId, phone, guestId }: { customerId: string; phone: string; guestId: string },
): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ customer_id: customerId, claimed_from_id: guestId })
    .where("customer_id", "=", guestId)
    .where("customer_phone", "=", phone)
    .execute();
}
