import { sql } from "kysely";
import type { App } from "../../app.ts";
import { logChange, type Actor } from "../../change-log/change-log.ts";
import { findMeasuresOf } from "../../size-guides/customer-measures.ts";
import { listTagsOf } from "./change-customer-tags.ts";
import { listWishlistToExport } from "../../wishlists/list-wishlist-to-export.ts";
import { findCustomer } from "../queries.ts";
import {
  findAssistedActionsFor,
  findEmailsOf,
  findMailsTo,
  findNotesOf,
  findWaitingPlacesOf,
  findInvoicesOf,
  findReviewsOf,
  findSessionsOf,
} from "./customer-data.ts";

/** More rows than any customer has. */
const EXPORT_ROW_LIMIT = 1_000_000;

/** The personal data of one customer, for the customer (LFPDPPP, acceso). Undefined if there is no such customer. */
export async function exportCustomer(app: App, customerId: string, by: Actor): Promise<object | undefined> {
  const customer = await findCustomer(app.genericPlanDb, customerId);
  if (!customer) return undefined;
  const emails = await findEmailsOf(app.db, customerId);
  // Guests whose orders the customer claimed are the same person.
  const { rows: claimedRows } = await sql<{ id: string }>`
    SELECT DISTINCT claimed_from_customer_id AS id FROM orders
    WHERE customer_id = ${customerId} AND claimed_from_customer_id IS NOT NULL`.execute(app.db);
  const customerIds = [customerId, ...claimedRows.map(({ id }) => id)];
  const { rows: orders } = await sql<object>`
    SELECT o.reference, s.name AS shop, o.status, o.grand_total_cents AS "totalCents", o.created_at AS "createdAt",
      o.customer_name || ' ' || o.customer_last_name AS name, o.customer_phone AS phone, o.customer_email AS email,
      o.address, o.access_code AS "accessCode", o.tracking_number AS "trackingNumber",
      (SELECT coalesce(json_agg(json_build_object('name', l.name, 'pieces', l.pieces, 'unitPriceCents', l.unit_price_cents, 'discountCents', l.discount_cents)
        ORDER BY l.position), '[]') FROM order_lines l WHERE l.order_id = o.id) AS lines,
      (SELECT coalesce(json_agg(json_build_object('label', d.label, 'code', d.code, 'cents', d.cents) ORDER BY d.position, d.id), '[]')
        FROM order_discounts d WHERE d.order_id = o.id AND d.cents > 0) AS discounts,
      (SELECT coalesce(json_agg(json_build_object('carrier', p.carrier_name, 'guide', p.guide, 'state', p.state,
        'weightGrams', p.weight_grams, 'handedOverAt', p.handed_over_at, 'deliveredAt', p.delivered_at) ORDER BY p.number), '[]')
        FROM parcels p WHERE p.order_id = o.id) AS parcels,
      (SELECT json_build_object('point', t.name, 'state', p.state, 'collector', p.other_collector_name, 'readyAt', p.ready_at,
        'collectedAt', p.collected_at, 'collectedBy', p.collected_by)
        FROM pickups p JOIN pickup_points t ON t.id = p.point_id WHERE p.order_id = o.id) AS pickup,
      (SELECT coalesce(json_agg(json_build_object('kind', p.kind, 'method', p.method, 'installments', p.installments, 'cents', p.cents, 'state', p.state,
        'refundedCents', p.refunded_cents, 'at', p.created_at) ORDER BY p.created_at, p.id), '[]')
        FROM payments p WHERE p.order_id = o.id) AS payments,
      (SELECT coalesce(json_agg(json_build_object('number', r.number, 'state', r.state, 'askedAt', r.requested_at, 'note', r.note,
        'clabe', r.clabe, 'answer', r.answer, 'refundCents', r.refund_cents, 'wayBackGuide', r.way_back_guide,
        'picturesSentAt', ARRAY(SELECT i.uploaded_at FROM return_pictures i WHERE i.return_id = r.id AND i.removed_at IS NULL ORDER BY i.id),
        'lines', (SELECT json_agg(json_build_object('name', x.name, 'pieces', x.pieces, 'reason', x.reason, 'wish', x.wish,
          'newName', x.new_name) ORDER BY x.position) FROM return_lines x WHERE x.return_id = r.id)) ORDER BY r.number), '[]')
        FROM returns r WHERE r.order_id = o.id) AS returns
    FROM orders o JOIN shops s ON s.id = o.shop_id WHERE o.customer_id = ANY (${customerIds}::uuid[])
    ORDER BY o.created_at`.execute(app.db);
  // Addresses that the customer deleted are still stored, so they are exported, too.
  const addresses = await app.db
    .selectFrom("addresses")
    .select([
      "street",
      "neighborhood",
      "postal_code as postalCode",
      "city",
      "state",
      "country",
      "is_deleted as isDeleted",
    ])
    .where("customer_id", "in", customerIds)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const { confirmed_email: confirmedEmail, review_invitations_refused_at: reviewInvitationsRefusedAt } = await app.db
    .selectFrom("customers")
    .select(["confirmed_email", "review_invitations_refused_at"])
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  const personalData = {
    customer: { ...customer, addresses, confirmedEmail, reviewInvitationsRefusedAt },
    orders,
    invoices: await findInvoicesOf(app.db, customerId, "all", EXPORT_ROW_LIMIT),
    wishlist: await listWishlistToExport(app.db, customerId),
    bodyMillimeters: await findMeasuresOf(app.db, customerId),
    reviews: await findReviewsOf(app.db, customerId, "all", EXPORT_ROW_LIMIT),
    waitingList: await findWaitingPlacesOf(app.db, emails, "all", EXPORT_ROW_LIMIT),
    sessions: await findSessionsOf(app.db, customerId, EXPORT_ROW_LIMIT),
    actsForCustomer: await findAssistedActionsFor(app.db, customerId, EXPORT_ROW_LIMIT),
    tags: await listTagsOf(app.db, customerId),
    notes: await findNotesOf(app.db, customerId),
    mails: await findMailsTo(app.db, customerId, emails),
  };
  await logChange(app.db, by, { action: "customer-export", object: { kind: "customer", id: customerId } });
  return personalData;
}
