import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import type { Tx } from "../db/connect.ts";
import { hashToken } from "../sessions/token.ts";
import type { Shop } from "../shops/shop.ts";

/**
 * Moves a guest's order into the account of a registered customer who has its link and its phone number (rule
 * CUSTOMER-2, decision 12). The link of the order's first email also proves the mailbox, so all orders of that guest,
 * and of other guests with that mailbox, move if they have the same phone number. Links of later emails are stored like
 * links that the guest created and may have shared, so they move only their own order. Returns the number of moved
 * orders. A repeated call moves none and is not an error. An order still records the guest who placed it.
 */
export async function claimOrders(
  app: App,
  shop: Shop,
  customerId: string,
  proof: { orderId: string; key: string },
): Promise<number | Refusal<"order_not_found">> {
  if (!isId(proof.orderId)) return refuse("order_not_found");
  const keyHash = hashToken(proof.key);
  const { rows } = await sql<{ claimed: number }>`
    WITH proven AS (
      SELECT o.id, o.customer_id, o.customer_phone, o.key_hash = ${keyHash} AS by_email, lower(o.customer_email) AS email,
        claimant.id AS customer
      FROM orders o JOIN customers c ON c.id = o.customer_id, customers claimant
      WHERE o.id = ${proof.orderId} AND o.shop_id = ${shop.id} AND claimant.id = ${customerId}
        AND (o.key_hash = ${keyHash}
          OR EXISTS (SELECT FROM order_keys k WHERE k.order_id = o.id AND k.key_hash = ${keyHash}))
        AND (o.customer_id = claimant.id OR c.kind = 'guest' AND o.customer_phone = claimant.phone)
    ), claimed AS (
      UPDATE orders o SET customer_id = p.customer, claimed_from_customer_id = o.customer_id
      FROM proven p, customers guest
      WHERE guest.id = o.customer_id AND guest.kind = 'guest' AND o.customer_phone = p.customer_phone
        AND (o.id = p.id OR p.by_email AND (o.customer_id = p.customer_id OR lower(o.customer_email) = p.email))
      RETURNING o.id)
    SELECT (SELECT count(*) FROM claimed) AS claimed FROM proven`.execute(app.genericPlanDb);
  return rows[0] ? rows[0].claimed : refuse("order_not_found");
}

/** Moves the orders of the guest whose token the registration request carries, if they have the new account's phone. */
export async function claimOrdersOfGuest(
  tx: Tx,
  { customerId, phone, guestId }: { customerId: string; phone: string; guestId: string },
): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ customer_id: customerId, claimed_from_customer_id: guestId })
    .where("customer_id", "=", guestId)
    .where("customer_phone", "=", phone)
    .execute();
}
