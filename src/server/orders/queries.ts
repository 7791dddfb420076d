import { sql, type RawBuilder } from "kysely";
import type { ShippingDays } from "../../domain/delivery-estimate.ts";
import type { PickupState } from "../../domain/pickup.ts";
import type { ParcelEventSource, ParcelState } from "../../domain/parcel.ts";
import type { OrderChange, OrderStatus } from "../../domain/order-status.ts";
import type { PaymentState } from "../../domain/payment.ts";
import type { TicketState } from "../../domain/ticket-state.ts";
import type { PaymentMethod } from "../../domain/payment-window.ts";
import type { InvoiceState } from "../../domain/invoice-enums.ts";
import type { Address, Customer } from "../customers/queries.ts";
import type { Presale } from "../presale-access/queries.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { ORDER_AND_JOINED_IDS } from "../order-money/queries.ts";

interface OrderLine {
  size_id: string;
  product_id: string;
  brand_id: string | null;
  brand_name: string | null;
  name: string;
  is_digital: boolean;
  pieces: number;
  held: number;
  price_cents: number;
  wholesale_price_cents: number | null;
  branch_price_cents: number | null;
  branch_wholesale_price_cents: number | null;
  unit_price_cents: number;
  /** The discount of the whole line. */
  discount_cents: number;
  /** The price before the offer at which the line was sold. Null without an offer. */
  former_price_cents: number | null;
  picture: { key: string; webp: number[] } | null;
  extended1: string | null;
  extended2: string | null;
}

interface OrderPayment {
  /** The payment provider. 'shop': staff confirmed the payment. */
  provider: string;
  state: PaymentState;
  kind: "card" | "cash" | "transfer" | "wallet" | "other";
  /** The provider's name of the method: `visa`, `oxxo`. */
  method: string;
  /** The number of monthly payments that the payer chose. Null if the payment is not by card. */
  installments: number | null;
  cents: number;
  refundedCents: number;
  created_at: string;
  voucher_url: string | null;
  voucher_reference: string | null;
  expires_at: string | null;
}

interface OrderParcel {
  id: string;
  number: number;
  state: ParcelState;
  carrier: string;
  guide: string | null;
  /** The current URL template of its carrier's tracking page. */
  tracking_template: string | null;
  weight_grams: number | null;
  /** The first and the last day of the estimate that was shown when the parcel was handed over. */
  earliest_arrival_on: string | null;
  latest_arrival_on: string | null;
  /** The business days that its carrier takes now, for a parcel that was handed over without an estimate. */
  days: ShippingDays | null;
  handed_over_at: string | null;
  delivered_at: string | null;
  events: { state: ParcelState; at: string; source: ParcelEventSource; actor: string }[];
  lines: { size_id: string; name: string; pieces: number }[];
}

interface OrderPickup {
  state: PickupState;
  code: string;
  /** One other person who may collect the order. */
  collector: string | null;
  ready_at: string | null;
  /** The last day on which the order is kept. Null until the reminder was sent. */
  kept_until: string | null;
  collected_at: string | null;
  collected_by: string | null;
  point_id: string;
  /** The current data of the pick-up point. */
  name: string;
  address: string;
  map_url: string | null;
  hours: string;
  lead_business_days: number;
}

interface OrderTicket {
  id: string;
  product_id: string;
  code: string;
  event: string;
  event_at: string | null;
  event_place: string | null;
  /** 'Boleto A-03', 'General'. */
  seat: string;
  number: number;
  /** Tickets of this seat in this order. */
  pieces: number;
  holder: string;
  state: TicketState;
  used_at: string | null;
}

/** An order with its lines, tickets, payments and history, in one row. */
export interface OrderRow {
  id: string;
  reference: number;
  shop_id: string;
  customer_id: string;
  status: OrderStatus;
  payment_method: PaymentMethod;
  is_wholesale: boolean;
  subtotal_cents: number;
  /** The discounts of its lines and of its shipping. */
  discount_cents: number;
  shipping_discount_cents: number;
  packaging_cents: number;
  shipping_cents: number;
  extra_shipping_cents: number;
  insurance_cents: number;
  total_cents: number;
  online_fee_cents: number;
  grand_total_cents: number;
  head_office_total_cents: number | null;
  carrier_name: string | null;
  carrier_description: string | null;
  tracking_number: string | null;
  /** The current URL template of the carrier's tracking page, with {guide} in it. */
  tracking_template: string | null;
  customer_name: string;
  customer_last_name: string;
  customer_phone: string;
  customer_email: string | null;
  customer_kind: Customer["kind"];
  customer_username: string | null;
  address_id: string | null;
  address: Address | null;
  presale: Pick<Presale, "id" | "name" | "deliversOn"> | null;
  payment_due_at: Date | null;
  created_at: Date;
  /** The order that received this one's lines (rule ORDER-4). */
  joined_into: { id: string; reference: number } | null;
  /** The invoice that is valid, being stamped or requested to be cancelled. Null if the order is not invoiced. */
  invoice: { state: InvoiceState; uuid: string | null } | null;
  lines: OrderLine[];
  /** The discounts of promotions and staff, in the order in which they were applied. */
  discounts: { promotionId: string | null; label: string; code: string | null; cents: number }[];
  /** One ticket for each piece of the DIGITAL lines. Empty until the order is paid. */
  tickets: OrderTicket[];
  /** Its payments, and those of the orders that were joined into it. */
  payments: OrderPayment[];
  /** Refunds by transfer that staff recorded and did not withdraw, also those of the orders joined into it. */
  transfer_refunds: { id: string; cents: number; sentOn: string; reference: string }[];
  receipts: { state: "SUBMITTED" | "ACCEPTED" | "REJECTED"; uploaded_at: string; answer: string | null }[];
  history: { status: OrderStatus; at: string; reason: string; change: OrderChange | null }[];
  parcels: OrderParcel[];
  /** The pick-up. Null for an order that is not collected at a point. */
  pickup: OrderPickup | null;
  /** The exchange whose difference this order charges (rule RETURN-13). Null for every other order. */
  exchange: { return_id: string; number: number; order_id: string; reference: number } | null;
  /** The orders that charge differences of this order's exchanges. `number` is that of the return. */
  differences: { id: string; reference: number; number: number; status: OrderStatus; cents: number }[];
  /** The pieces to ship that are in no parcel, or in a parcel that came back. */
  unpackedLines: { size_id: string; pieces: number }[];
}

const ORDER_COLUMNS: RawBuilder<OrderRow> = sql`
  o.id, o.reference, o.shop_id, o.customer_id, o.status, o.payment_method, o.is_wholesale, o.subtotal_cents,
  o.discount_cents, o.shipping_discount_cents,
  o.packaging_cents, o.shipping_cents, o.extra_shipping_cents, o.insurance_cents, o.total_cents, o.online_fee_cents,
  o.grand_total_cents, o.head_office_total_cents, o.carrier_name, o.carrier_description, o.tracking_number,
  (SELECT c.tracking_url FROM carriers c WHERE c.id = o.carrier_id) AS tracking_template,
  o.customer_name, o.customer_last_name, o.customer_phone, o.customer_email, o.address_id, o.address, o.payment_due_at,
  o.created_at, (SELECT kind FROM customers c WHERE c.id = o.customer_id) AS customer_kind,
  (SELECT username FROM customers c WHERE c.id = o.customer_id) AS customer_username,
  (SELECT json_build_object('id', j.id, 'reference', j.reference) FROM orders j WHERE j.id = o.joined_into_id)
    AS joined_into,
  (SELECT json_build_object('state', i.state, 'uuid', upper(i.uuid::text)) FROM invoices i
    WHERE i.order_id = o.id AND i.kind = 'invoice' AND i.state IN ('stamping', 'stamped', 'cancelAsked')) AS invoice,
  (SELECT json_build_object('id', e.id, 'name', e.name, 'deliversOn', o.delivers_on) FROM presales e
    WHERE e.id = o.presale_id) AS presale,
  (SELECT coalesce(json_agg(json_build_object('size_id', l.size_id, 'product_id', l.product_id,
      'brand_id', l.brand_id, 'brand_name', (SELECT name FROM brands b WHERE b.id = l.brand_id), 'name', l.name, 'is_digital', l.is_digital, 'pieces', l.pieces, 'held', l.held,
      'price_cents', l.price_cents, 'wholesale_price_cents', l.wholesale_price_cents,
      'branch_price_cents', l.branch_price_cents, 'branch_wholesale_price_cents', l.branch_wholesale_price_cents,
      'unit_price_cents', l.unit_price_cents, 'discount_cents', l.discount_cents, 'former_price_cents', l.former_price_cents,
      'picture', (SELECT json_build_object('key', i.key, 'webp', i.webp_widths) FROM pictures i WHERE i.key = l.picture),
      'extended1', l.extended1, 'extended2', l.extended2)
      ORDER BY l.position), '[]') FROM order_lines l WHERE l.order_id = o.id) AS lines,
  (SELECT coalesce(json_agg(json_build_object('promotionId', d.promotion_id, 'label', d.label, 'code', d.code, 'cents', d.cents)
      ORDER BY d.position, d.id), '[]') FROM order_discounts d WHERE d.order_id = o.id AND d.cents > 0) AS discounts,
  (SELECT coalesce(json_agg(json_build_object('id', t.id, 'product_id', l.product_id, 'code', t.code, 'event', p.name,
      'event_at', p.event_at, 'event_place', p.event_place, 'seat', n.name, 'number', t.number, 'pieces', l.pieces,
      'holder', t.holder, 'state', t.state, 'used_at', t.used_at) ORDER BY l.position, t.number), '[]')
    FROM tickets t JOIN order_lines l ON l.order_id = t.order_id AND l.size_id = t.size_id
    JOIN products p ON p.id = l.product_id JOIN sizes s ON s.id = t.size_id
    JOIN size_names n ON n.id = s.size_name_id
    WHERE t.order_id = o.id) AS tickets,
  (SELECT coalesce(json_agg(json_build_object('state', p.state, 'provider', p.provider, 'kind', p.kind, 'method', p.method,
      'installments', p.installments, 'cents', p.cents, 'refundedCents', p.refunded_cents, 'created_at', p.created_at, 'voucher_url', p.voucher_url,
      'voucher_reference', p.voucher_reference, 'expires_at', p.expires_at) ORDER BY p.created_at, p.id), '[]')
    FROM payments p WHERE p.order_id IN ${ORDER_AND_JOINED_IDS}) AS payments,
  (SELECT coalesce(json_agg(json_build_object('id', r.id, 'cents', r.cents, 'sentOn', r.sent_on, 'reference', r.reference)
      ORDER BY r.created_at, r.id), '[]')
    FROM transfer_refunds r WHERE r.order_id IN ${ORDER_AND_JOINED_IDS} AND r.withdrawn_at IS NULL) AS transfer_refunds,
  (SELECT coalesce(json_agg(json_build_object('state', r.state, 'uploaded_at', r.uploaded_at, 'answer', r.answer)
      ORDER BY r.uploaded_at), '[]') FROM transfer_receipts r WHERE r.order_id = o.id) AS receipts,
  (SELECT coalesce(json_agg(json_build_object('status', e.to_status, 'at', e.at, 'reason', e.reason,
      'change', e.change) ORDER BY e.id), '[]')
    FROM order_events e WHERE e.order_id = o.id) AS history,
  (SELECT coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'state', p.state, 'carrier', p.carrier_name,
      'guide', p.guide, 'tracking_template', (SELECT c.tracking_url FROM carriers c WHERE c.id = p.carrier_id),
      'weight_grams', p.weight_grams, 'earliest_arrival_on', p.earliest_arrival_on, 'latest_arrival_on', p.latest_arrival_on, 'days', (SELECT json_build_object('min', c.min_business_days, 'max', c.max_business_days) FROM carriers c
        WHERE c.id = p.carrier_id AND c.min_business_days IS NOT NULL), 'handed_over_at', p.handed_over_at, 'delivered_at', p.delivered_at,
      'events', (SELECT json_agg(json_build_object('state', e.to_state, 'at', e.at, 'source', e.source, 'actor', e.actor)
        ORDER BY e.id) FROM parcel_events e WHERE e.parcel_id = p.id),
      'lines', (SELECT json_agg(json_build_object('size_id', l.size_id, 'name', l.name, 'pieces', pl.pieces) ORDER BY l.position)
        FROM parcel_lines pl JOIN order_lines l ON l.order_id = pl.order_id AND l.size_id = pl.size_id
        WHERE pl.parcel_id = p.id)) ORDER BY p.number), '[]')
    FROM parcels p WHERE p.order_id = o.id) AS parcels,
  (SELECT json_build_object('state', p.state, 'code', p.code, 'collector', p.other_collector_name, 'point_id', p.point_id, 'ready_at', p.ready_at,
      'kept_until', p.kept_until,
      'collected_at', p.collected_at, 'collected_by', p.collected_by, 'name', t.name, 'address', t.address,
      'map_url', t.map_url, 'hours', t.hours, 'lead_business_days', t.lead_business_days)
    FROM pickups p JOIN pickup_points t ON t.id = p.point_id WHERE p.order_id = o.id) AS pickup,
  (SELECT json_build_object('return_id', r.id, 'number', r.number, 'order_id', r.order_id, 'reference', a.reference)
    FROM returns r JOIN orders a ON a.id = r.order_id WHERE r.id = o.return_id) AS exchange,
  (SELECT coalesce(json_agg(json_build_object('id', d.id, 'reference', d.reference, 'number', r.number, 'status', d.status,
      'cents', d.grand_total_cents) ORDER BY r.number), '[]')
    FROM returns r JOIN orders d ON d.return_id = r.id WHERE r.order_id = o.id) AS differences,
  (SELECT coalesce(json_agg(u), '[]') FROM unparcelled_lines(o.id) u) AS "unpackedLines"`;

export async function findOrder(db: Queryable, shopId: string, orderId: string): Promise<OrderRow | undefined> {
  if (!isId(orderId)) return undefined;
  const { rows } = await sql<OrderRow>`
    SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.id = ${orderId} AND o.shop_id = ${shopId}`.execute(db);
  return rows[0];
}

/** The order of any shop, for staff and jobs. */
export async function findOrderOfAnyShop(db: Queryable, orderId: string): Promise<OrderRow | undefined> {
  if (!isId(orderId)) return undefined;
  const { rows } = await sql<OrderRow>`SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.id = ${orderId}`.execute(db);
  return rows[0];
}

/** Whether this shop has this order, for any customer. */
export async function hasOrder(db: Queryable, shopId: string, orderId: string): Promise<boolean> {
  if (!isId(orderId)) return false;
  const { rows } = await sql`SELECT FROM orders WHERE id = ${orderId} AND shop_id = ${shopId}`.execute(db);
  return rows.length > 0;
}

/**
 * True if `keyHash` is the hash of the key from one of the order's emails, or of a link that the guest or staff
 * created. A key of an order also opens those that were joined into it. An order and those that charge differences of
 * its exchanges open with the same keys.
 */
export async function isOrderKey(db: Queryable, orderId: string, keyHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    WITH RECURSIVE opened (id) AS (
      SELECT ${orderId}::uuid
      UNION SELECT next.id FROM opened JOIN orders o ON o.id = opened.id, LATERAL (
        SELECT o.joined_into_id AS id UNION ALL SELECT r.order_id FROM returns r WHERE r.id = o.return_id
        UNION ALL SELECT d.id FROM returns r JOIN orders d ON d.return_id = r.id WHERE r.order_id = o.id) next
      WHERE next.id IS NOT NULL)
    SELECT FROM orders o JOIN opened USING (id) WHERE o.key_hash = ${keyHash}
    UNION ALL SELECT FROM order_keys k JOIN opened ON opened.id = k.order_id WHERE k.key_hash = ${keyHash}`.execute(db);
  return rows.length > 0;
}

/** The order of any shop, by its reference. For staff and the command line. */
export async function findOrderByReference(db: Queryable, reference: string): Promise<OrderRow | undefined> {
  if (!/^\d{1,15}$/.test(reference)) return undefined;
  const { rows } = await sql<OrderRow>`
    SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.reference = ${Number(reference)}`.execute(db);
  return rows[0];
}

/** The orders of these references in these shops, in the requested order. */
export async function listOrdersByReference(
  db: Queryable,
  references: readonly number[],
  shops: "all" | readonly string[],
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.reference = ANY (${references}::bigint[])
      AND (${shops === "all"} OR o.shop_id = ANY (${shops === "all" ? [] : shops}::uuid[]))
    ORDER BY array_position(${references}::bigint[], o.reference)`.execute(db);
  return rows;
}

interface OrderFilter {
  shopId: string;
  customerId: string;
  status: OrderStatus | null;
  isPresale: boolean | null;
  /** Normalized words, each of which the order's number, status label or lines must contain. */
  words: string[];
  /** The label of each status, for ordinary orders and for orders that charge the difference of an exchange. */
  labels: { ofOrders: Record<string, string>; ofDifferences: Record<string, string> };
  limit: number;
  offset: number;
}

/** A page of one customer's orders. The index on the customer is enough: few orders are searched for the words. */
export async function listOrderRows(
  db: Queryable,
  { shopId, customerId, status, isPresale, words, labels, limit, offset }: OrderFilter,
): Promise<{ orders: OrderRow[]; total: number }> {
  const conditions = [sql`o.customer_id = ${customerId}`, sql`o.shop_id = ${shopId}`];
  if (status !== null) conditions.push(sql`o.status = ${status}`);
  if (isPresale !== null) conditions.push(sql`o.is_presale = ${isPresale}`);
  for (const word of words) {
    conditions.push(sql`plain_text(concat_ws(' ', o.reference, ${JSON.stringify(labels)}::jsonb
      -> CASE WHEN o.return_id IS NULL THEN 'ofOrders' ELSE 'ofDifferences' END ->> o.status,
      (SELECT string_agg(l.name, ' ') FROM order_lines l WHERE l.order_id = o.id))) LIKE ${`%${word}%`}`);
  }
  const where = sql.join(conditions, sql` AND `);
  const [{ rows: orders }, { rows: countRows }] = await Promise.all([
    sql<OrderRow>`
      SELECT ${ORDER_COLUMNS} FROM orders o WHERE ${where}
      ORDER BY o.created_at DESC, o.id LIMIT ${limit} OFFSET ${offset}`.execute(db),
    sql<{ total: number }>`SELECT count(*) AS total FROM orders o WHERE ${where}`.execute(db),
  ]);
  return { orders, total: countRows[0]!.total };
}
