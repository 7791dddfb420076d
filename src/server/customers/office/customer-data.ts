import { sql } from "kysely";
import type { OrderStatus } from "../../../domain/order-status.ts";
import type { Fit } from "../../../domain/rating.ts";
import type { Receiver } from "../../../domain/invoice-receiver.ts";
import type { Queryable } from "../../db/connect.ts";
import type { AllowedShops } from "./find-customers.ts";

export interface CustomerOrder {
  id: string;
  reference: string;
  shopId: string;
  status: OrderStatus;
  /** Whether the order charges the difference of an exchange (rule RETURN-13). */
  chargesDifference: boolean;
  grandTotalCents: number;
  refundedCents: number;
  accessCode: string | null;
  createdAt: Date;
}

/** The default limit of the lists that have one. The sums include all rows. */
const DEFAULT_ROW_LIMIT = 100;

const inShops = (shops: AllowedShops, column: string) =>
  shops === "all" ? sql`true` : sql`${sql.ref(column)} = ANY (${shops}::uuid[])`;

/** The customer's orders in these shops, newest first, and sums of all. `boughtCents`: what was paid, minus refunds. */
export async function findOrdersAndSumsOf(
  db: Queryable,
  customerId: string,
  shops: AllowedShops,
  limit = DEFAULT_ROW_LIMIT,
) {
  const { rows: orders } = await sql<CustomerOrder>`
    SELECT o.id, o.reference::text AS reference, o.shop_id AS "shopId", o.status,
      o.return_id IS NOT NULL AS "chargesDifference", o.grand_total_cents AS "grandTotalCents",
      (SELECT coalesce(sum(p.refunded_cents), 0)::bigint FROM payments p WHERE p.order_id = o.id) AS "refundedCents",
      o.access_code AS "accessCode", o.created_at AS "createdAt"
    FROM orders o WHERE o.customer_id = ${customerId} AND ${inShops(shops, "o.shop_id")}
    ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit}::int`.execute(db);
  const { rows: sums } = await sql<{
    count: number;
    boughtCents: number;
    refundedCents: number;
    lastOrderAt: Date | null;
  }>`
    SELECT count(DISTINCT o.id) AS count, max(o.created_at) AS "lastOrderAt",
      coalesce(sum(p.cents - p.refunded_cents), 0)::bigint AS "boughtCents",
      coalesce(sum(p.refunded_cents), 0)::bigint AS "refundedCents"
    FROM orders o LEFT JOIN payments p ON p.order_id = o.id AND p.state IN ('APPROVED', 'REFUNDED')
    WHERE o.customer_id = ${customerId} AND ${inShops(shops, "o.shop_id")}`.execute(db);
  return { orders, sums: sums[0]! };
}

interface CustomerReview {
  id: string;
  title: string;
  /** The name of the product that it is about. Null: the shop. */
  product: string | null;
  body: string;
  /** The rating. The export of the customer's data has the field under this name. */
  rate: number;
  fit: Fit | null;
  state: string;
  createdAt: Date;
  /** Paths of its pictures in full size. */
  pictures: string[];
}

/** The customer's reviews of the shop and of products, newest first. */
export async function findReviewsOf(db: Queryable, customerId: string, shops: AllowedShops, limit = DEFAULT_ROW_LIMIT) {
  const { rows } = await sql<CustomerReview>`
    SELECT r.id, r.title, p.name AS product, r.body, r.rate, r.fit, r.state, r.created_at AS "createdAt",
      (SELECT coalesce(json_agg(format('/pictures/%s.%s.webp', i.key, i.widths[cardinality(i.widths)]) ORDER BY i.position), '[]')
        FROM review_pictures i WHERE i.review_id = r.id AND i.removed_at IS NULL) AS pictures
    FROM reviews r LEFT JOIN products p ON p.id = r.product_id AND r.subject = 'product'
    WHERE r.customer_id = ${customerId} AND ${inShops(shops, "r.shop_id")}
    ORDER BY r.created_at DESC, r.id LIMIT ${limit}::int`.execute(db);
  return rows;
}

/**
 * The customer's mailboxes, and those of the guests whose orders they claimed. The email address of an order is not
 * included, because it may be another person's. A user name that is a phone number is included, and matches no email.
 */
export async function findEmailsOf(db: Queryable, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    SELECT DISTINCT email FROM (
      SELECT unnest(ARRAY[username, email, confirmed_email]) AS email FROM customers
      WHERE id = ${customerId} OR id IN (SELECT claimed_from_customer_id FROM orders WHERE customer_id = ${customerId})) found
    WHERE email IS NOT NULL`.execute(db);
  return rows.map(({ email }) => email);
}

/** The waiting-list places of the customer's mailboxes: the list stores email addresses, not customers. */
export async function findWaitingPlacesOf(
  db: Queryable,
  emails: readonly string[],
  shops: AllowedShops,
  limit = DEFAULT_ROW_LIMIT,
) {
  const { rows } = await sql<{ id: string; product: string; size: string; state: string; requestedAt: Date }>`
    SELECT w.id, p.name AS product, n.name AS size, w.state, w.requested_at AS "requestedAt"
    FROM waiting_list w JOIN sizes s ON s.id = w.size_id JOIN products p ON p.id = s.product_id
    JOIN size_names n ON n.id = s.size_name_id
    WHERE w.email = ANY (${emails}) AND ${inShops(shops, "w.shop_id")}
    ORDER BY w.requested_at DESC, w.id LIMIT ${limit}::int`.execute(db);
  return rows;
}

/** The customer's invoices (no credit notes or complements) with their receivers, newest first. */
export async function findInvoicesOf(
  db: Queryable,
  customerId: string,
  shops: AllowedShops,
  limit = DEFAULT_ROW_LIMIT,
) {
  const { rows } = await sql<{ id: string; reference: string; state: string; receiver: Receiver; uuid: string | null }>`
    SELECT i.id, o.reference::text AS reference, i.state, i.receiver, upper(i.uuid::text) AS uuid
    FROM orders o JOIN invoices i ON i.order_id = o.id
    WHERE o.customer_id = ${customerId} AND ${inShops(shops, "o.shop_id")} AND i.kind = 'invoice'
    ORDER BY i.id DESC LIMIT ${limit}::int`.execute(db);
  return rows;
}

/** The customer's open sessions. All tokens of a family are one session. */
export async function findSessionsOf(db: Queryable, customerId: string, limit = DEFAULT_ROW_LIMIT) {
  const { rows } = await sql<{ id: string; assistedBy: string | null; createdAt: Date; usedAt: Date }>`
    SELECT family_id AS id, max(assisted_by) AS "assistedBy", min(created_at) AS "createdAt", max(used_at) AS "usedAt"
    FROM sessions WHERE customer_id = ${customerId} AND expires_at > now() GROUP BY family_id
    ORDER BY max(used_at) DESC, family_id LIMIT ${limit}::int`.execute(db);
  return rows;
}

/**
 * What staff did in assisted sessions of this customer, newest first, each with the status of its response if there was
 * one.
 */
export async function findAssistedActionsFor(db: Queryable, customerId: string, limit = DEFAULT_ROW_LIMIT) {
  const { rows } = await sql<{ id: number; staff: string; action: string; status: number | null; at: Date }>`
    SELECT DISTINCT ON (a.request_id, a.action) a.id, a.staff, a.action, a.status, a.at FROM assisted_actions a
    WHERE a.customer_id = ${customerId} ORDER BY a.request_id, a.action, a.id DESC`.execute(db);
  return rows.toSorted((a, b) => b.id - a.id).slice(0, limit);
}

export function findNotesOf(db: Queryable, customerId: string) {
  return db
    .selectFrom("customer_notes")
    .select(["id", "actor", "body", "at"])
    .where("customer_id", "=", customerId)
    .orderBy("id", "desc")
    .execute();
}

/** Emails to the customer: about their orders, and to their mailboxes. */
export async function findMailsTo(db: Queryable, customerId: string, emails: readonly string[]) {
  const { rows } = await sql<{ recipient: string; subject: string; sentAt: Date }>`
    SELECT recipient, subject, sent_at AS "sentAt" FROM sent_mails
    WHERE NOT is_suppressed
      AND (recipient = ANY (${emails}) OR order_id IN (SELECT id FROM orders WHERE customer_id = ${customerId}))
    ORDER BY id`.execute(db);
  return rows;
}
