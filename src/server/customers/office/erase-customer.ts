import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { refuse, type Refusal } from "../../../domain/refusal.ts";
import type { App } from "../../app.ts";
import type { Tx } from "../../db/connect.ts";
import { transact } from "../../db/transact.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { removePicturesOf } from "../../reviews/review-pictures.ts";
import { endSessionsOf } from "../../sessions/sessions.ts";
import { findEmailsOf } from "./customer-data.ts";
import { logChange, type Actor } from "../../change-log/change-log.ts";

/** The values that replace personal data. */
const [ERASED_NAME, ERASED_LAST_NAME, ERASED_PHONE] = ["Cliente", "borrado", "0000000000"];

/**
 * Erases a customer's personal data on request (LFPDPPP, cancelación). It deletes or replaces
 * - their account with its sessions, addresses, measures, wishlists and waiting-list places,
 * - the authorship and the pictures of their reviews,
 * - staff's notes about them and their tags,
 * - emails that are not about an order, and the recipients of emails about orders,
 * - their name, phone, email, address and tracking numbers in orders, tickets, labels, pick-ups and promotion uses,
 * - the receivers of own-invoice requests that have ended,
 * - in returns: what they wrote, their pictures and the bank account for refunds.
 * Order links in emails stop working. Goods and amounts of orders, receipts of transfers, and invoices as SAT has them
 * are retained, as the shop is obliged to (CFF 30: five years). Refused while an order or a return is in progress. It
 * cannot be undone.
 */
export function eraseCustomer(
  app: App,
  customerId: string,
  by: Actor,
): Promise<"erased" | Refusal<"customer_erased" | "customer_has_orders">> {
  return transact(app.db, async (tx) => {
    const customer = await tx
      .selectFrom("customers")
      .select("erased_at")
      .where("id", "=", customerId)
      .forUpdate()
      .executeTakeFirst();
    if (!customer || customer.erased_at !== null) return refuse("customer_erased");
    // The lock on the customer's row blocks new orders. These locks block changes of existing ones. The guests whose orders
    // the customer claimed are the same person, so their other orders are erased, too.
    const { rows: orders } = await sql<{ id: string; isOpen: boolean; guestId: string | null }>`
      SELECT id, status NOT IN ('SHIPPED', 'CANCELLED', 'JOINED') OR EXISTS (SELECT FROM returns r
          WHERE r.order_id = orders.id AND (r.state IN ('ASKED', 'APPROVED', 'RECEIVED') OR return_unpaid_cents(r) > 0))
        AS "isOpen", claimed_from_customer_id AS "guestId"
      FROM orders WHERE customer_id = ${customerId} OR customer_id IN (
        SELECT claimed_from_customer_id FROM orders WHERE customer_id = ${customerId} AND claimed_from_customer_id IS NOT NULL)
      ORDER BY id FOR UPDATE`.execute(tx);
    if (orders.some(({ isOpen }) => isOpen)) return refuse("customer_has_orders");
    const guestIds = orders.flatMap(({ guestId }) => (guestId === null ? [] : [guestId]));
    const orderIds = orders.map(({ id }) => id);
    const emails = await findEmailsOf(tx, customerId);
    await eraseGuides(tx, orderIds);
    await anonymizeOrders(tx, orderIds);
    await anonymizeInvoiceRequests(tx, orderIds);
    for (const id of [customerId, ...new Set(guestIds)]) await anonymizeCustomer(tx, id);
    await eraseWaitingPlaces(tx, emails);
    await anonymizeEmails(tx, orderIds, emails);
    await logChange(tx, by, { action: "customer-erase", object: { kind: "customer", id: customerId } });
    return "erased" as const;
  });
}

async function anonymizeOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM order_keys WHERE order_id = ANY (${orderIds}::uuid[])`.execute(tx);
  await sql`UPDATE tickets SET holder = ${`${ERASED_NAME} ${ERASED_LAST_NAME}`} WHERE order_id = ANY (${orderIds}::uuid[])`.execute(
    tx,
  );
  // A label has the name and address. It stays at the provider, who has its own obligations.
  await sql`
    UPDATE label_purchases SET label = NULL, label_url = NULL WHERE order_id = ANY (${orderIds}::uuid[])`.execute(tx);
  await sql`
    UPDATE pickups SET other_collector_name = NULL, collected_by = CASE WHEN collected_by IS NOT NULL THEN ${`${ERASED_NAME} ${ERASED_LAST_NAME}`} END
    WHERE order_id = ANY (${orderIds}::uuid[])`.execute(tx);
  await sql`UPDATE promotion_uses SET phone = ${ERASED_PHONE} WHERE order_id = ANY (${orderIds}::uuid[])`.execute(tx);
  await sql`UPDATE returns SET note = NULL, clabe = NULL WHERE order_id = ANY (${orderIds}::uuid[])`.execute(tx);
  await sql`
    UPDATE return_pictures SET removed_at = now() WHERE removed_at IS NULL AND return_id IN (
      SELECT id FROM returns WHERE order_id = ANY (${orderIds}::uuid[]))`.execute(tx);
  for (const id of orderIds) {
    await sql`
      UPDATE orders SET customer_name = ${ERASED_NAME}, customer_last_name = ${ERASED_LAST_NAME}, customer_phone = ${ERASED_PHONE},
        customer_email = NULL, tracking_number = NULL, address = NULL, address_id = NULL, key_hash = ${randomBytes(32)} WHERE id = ${id}`.execute(
      tx,
    );
  }
}

/**
 * Deletes the guides (tracking numbers), because a carrier shows the address for a guide. Parcels of other customers in
 * the same box keep theirs (rule PARCEL-4).
 */
async function eraseGuides(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE parcels SET guide = NULL, box_parcel_id = NULL WHERE order_id = ANY (${orderIds}::uuid[])`.execute(tx);
  await sql`
    WITH others AS (
      SELECT p.id, (min(p.id::text) OVER (PARTITION BY p.box_parcel_id))::uuid AS head
      FROM parcels p JOIN parcels box ON box.id = p.box_parcel_id WHERE box.order_id = ANY (${orderIds}::uuid[]))
    UPDATE parcels p SET box_parcel_id = nullif(o.head, p.id) FROM others o WHERE p.id = o.id`.execute(tx);
}

/** Anonymizes own-invoice requests that have ended. An issued invoice keeps its receiver. */
async function anonymizeInvoiceRequests(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE own_invoice_requests SET receiver = '{}', email = NULL,
      closed_at = CASE WHEN problem IS NOT NULL THEN coalesce(closed_at, now()) END
    WHERE order_id = ANY (${orderIds}::uuid[]) AND ended_at IS NOT NULL`.execute(tx);
}

async function anonymizeCustomer(tx: Tx, id: string): Promise<void> {
  await endSessionsOf(tx, id);
  for (const table of [
    "password_resets",
    "su_tokens",
    "mailbox_codes",
    "addresses",
    "customer_measures",
    "wishlist_products",
    "customer_notes",
    "customer_tags",
  ] as const) {
    await tx.deleteFrom(table).where("customer_id", "=", id).execute();
  }
  await tx.updateTable("reviews").set({ customer_id: null }).where("customer_id", "=", id).execute();
  if (await removePicturesOf(tx, id)) await enqueue(tx, "purge_review_pictures", {});
  await enqueue(tx, "purge_return_pictures", {});
  await tx
    .updateTable("customers")
    .set({
      kind: "guest",
      name: ERASED_NAME,
      last_name: ERASED_LAST_NAME,
      phone: ERASED_PHONE,
      username: null,
      email: null,
      confirmed_email: null,
      password_hash: null,
      rfc: null,
      rfc_file: null,
      erased_at: sql<Date>`now()`,
    })
    .where("id", "=", id)
    .execute();
}

/** Emails about an order stay in its history without the recipient. Other emails are deleted. */
async function anonymizeEmails(tx: Tx, orderIds: readonly string[], emails: readonly string[]): Promise<void> {
  await sql`DELETE FROM sent_mails WHERE order_id IS NULL AND recipient = ANY (${emails})`.execute(tx);
  await sql`UPDATE sent_mails SET recipient = ${`${ERASED_NAME} ${ERASED_LAST_NAME}`}
    WHERE order_id = ANY (${orderIds}::uuid[]) OR recipient = ANY (${emails})`.execute(tx);
}

/**
 * Deletes waiting-list places. A place with a reserved piece ends within an hour, so it stays with an invalid
 * email address.
 */
async function eraseWaitingPlaces(tx: Tx, emails: readonly string[]): Promise<void> {
  await sql`DELETE FROM waiting_list WHERE email = ANY (${emails}) AND state <> 'offered'`.execute(tx);
  await sql`UPDATE waiting_list SET email = id || '@borrado.invalid' WHERE email = ANY (${emails})`.execute(tx);
}
