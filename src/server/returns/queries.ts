import { sql, type RawBuilder } from "kysely";
import type { ReturnReason, ReturnState, ReturnWish, WayBackPayer, ReturnParcelState } from "../../domain/return.ts";
import type { Cents } from "../../domain/money.ts";
import type { OrderStatus } from "../../domain/order-status.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";

/** Pieces of one size that come back. */
export interface ReturnLine {
  position: number;
  /** The order's line whose price the pieces have. */
  orderLineSizeId: string;
  sizeId: string;
  productId: string;
  name: string;
  pieces: number;
  reason: ReturnReason;
  wish: ReturnWish;
  newSizeId: string | null;
  newName: string | null;
  /** How much less a piece of the new size costs. */
  cheaperByCents: Cents;
  /** How much more a piece of the new size costs. */
  surchargeCents: Cents;
  headOfficeSurchargeCents: Cents;
  /** The new size whose difference was not paid in time. The pieces are refunded instead. */
  unpaidNewName: string | null;
  /** Pieces of the new size that are reserved for the customer, or were sent to them. */
  held: number;
  restocked: number;
  writtenOff: number;
  inRepair: number;
}

/** A refund that was recorded for a return. */
export interface ReturnRefund {
  cents: Cents;
  method: "provider" | "transfer";
  state: "ASKED" | "DONE" | "FAILED" | "WITHDRAWN";
  failure: string | null;
}

/** The order that charges the difference of a dearer exchange (rule RETURN-13). */
export interface DifferenceOrder {
  orderId: string;
  reference: number;
  status: OrderStatus;
  cents: Cents;
  /** Until when it can be paid. */
  payBy: string | null;
}

/** A return with its lines, refunds and history, in one row. */
export interface ReturnRow {
  id: string;
  number: number;
  orderId: string;
  orderReference: number;
  shopId: string;
  state: ReturnState;
  isByStaff: boolean;
  windowEndsOn: string | null;
  note: string | null;
  clabe: string | null;
  answer: string | null;
  wayBackPayer: WayBackPayer;
  wayBackGuide: string | null;
  sentBackAt: Date | null;
  /**
   * Where the parcel of a bought label is. Null before its first event, and again if the customer sends the pieces in a
   * new parcel after the first one came back to them.
   */
  wayBackState: ReturnParcelState | null;
  /** The carrier's tracking events of that parcel, oldest first. */
  wayBackEvents: { state: ReturnParcelState; at: string; actor: string }[];
  valueCents: Cents;
  valueDeductionCents: Cents;
  cheaperByCents: Cents;
  /** The part of paid surcharges that is refunded. */
  surchargeRefundCents: Cents;
  chargesCents: Cents;
  /** How much less a branch owes the head office. Null in the head office. */
  headOfficeReductionCents: Cents | null;
  refundCents: Cents;
  /** Why staff refunded less than was computed. Null if they did not. */
  lessBecause: string | null;
  /** How the refund was paid. Null before, and if nothing was refunded. */
  refundMethod: "provider" | "transfer" | null;
  exchangeCarrier: string | null;
  exchangeGuide: string | null;
  requestedAt: Date;
  customerId: string;
  customerName: string;
  /** The ids of the pictures that the customer sent, the oldest first. */
  pictures: string[];
  lines: ReturnLine[];
  /** The order that charges what the new sizes cost more. Null before the approval, or if they cost no more. */
  difference: DifferenceOrder | null;
  refunds: ReturnRefund[];
  history: { state: ReturnState; at: string; actor: string; reason: string }[];
}

const RETURN_COLUMNS: RawBuilder<ReturnRow> = sql`
  r.id, r.number, r.order_id AS "orderId", o.reference AS "orderReference", o.shop_id AS "shopId", r.state,
  r.is_requested_by_staff AS "isByStaff", r.window_ends_on::text AS "windowEndsOn", r.note, r.clabe, r.answer,
  r.way_back_payer AS "wayBackPayer", r.way_back_guide AS "wayBackGuide", r.sent_back_at AS "sentBackAt",
  r.way_back_state AS "wayBackState",
  (SELECT coalesce(json_agg(json_build_object('state', e.state, 'at', e.at, 'actor', e.actor) ORDER BY e.id), '[]')
    FROM return_tracking_events e WHERE e.return_id = r.id) AS "wayBackEvents",
  r.value_cents AS "valueCents", r.value_deduction_cents AS "valueDeductionCents", r.cheaper_by_cents AS "cheaperByCents",
  r.surcharge_refund_cents AS "surchargeRefundCents", r.charges_cents AS "chargesCents", r.head_office_reduction_cents + r.head_office_surcharge_reduction_cents AS "headOfficeReductionCents", r.refund_cents AS "refundCents",
  r.lower_refund_reason AS "lessBecause", r.refund_method AS "refundMethod", r.exchange_carrier AS "exchangeCarrier",
  r.exchange_guide AS "exchangeGuide", r.requested_at AS "requestedAt", o.customer_id AS "customerId",
  o.customer_name || ' ' || o.customer_last_name AS "customerName",
  ARRAY(SELECT p.id FROM return_pictures p WHERE p.return_id = r.id AND p.removed_at IS NULL ORDER BY p.id) AS pictures,
  (SELECT json_agg(json_build_object('position', l.position, 'orderLineSizeId', l.order_line_size_id, 'sizeId', l.size_id,
      'productId', s.product_id, 'name', l.name, 'pieces', l.pieces, 'reason', l.reason, 'wish', l.wish,
      'newSizeId', l.new_size_id, 'newName', l.new_name, 'cheaperByCents', l.cheaper_by_cents,
      'surchargeCents', l.piece_surcharge_cents, 'headOfficeSurchargeCents', l.head_office_piece_surcharge_cents,
      'unpaidNewName', l.ended_exchange_new_name, 'held', l.held,
      'restocked', l.restocked, 'writtenOff', l.written_off, 'inRepair', l.in_repair) ORDER BY l.position)
    FROM return_lines l JOIN sizes s ON s.id = l.size_id WHERE l.return_id = r.id) AS lines,
  (SELECT json_build_object('orderId', d.id, 'reference', d.reference, 'status', d.status, 'cents', d.grand_total_cents,
      'payBy', d.payment_due_at) FROM orders d WHERE d.return_id = r.id) AS difference,
  (SELECT coalesce(json_agg(json_build_object('cents', p.cents, 'state', p.state, 'failure', p.failure,
      'method', CASE WHEN p.transfer_refund_id IS NULL THEN 'provider' ELSE 'transfer' END) ORDER BY p.created_at, p.id), '[]')
    FROM payment_refunds p WHERE p.return_id = r.id) AS refunds,
  (SELECT json_agg(json_build_object('state', e.to_state, 'at', e.at, 'actor', e.actor, 'reason', e.reason)
      ORDER BY e.id) FROM return_events e WHERE e.return_id = r.id) AS history`;

export async function findReturn(db: Queryable, id: string): Promise<ReturnRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<ReturnRow>`
    SELECT ${RETURN_COLUMNS} FROM returns r JOIN orders o ON o.id = r.order_id WHERE r.id = ${id}`.execute(db);
  return rows[0];
}

/** Finds a return by the number that customers and staff use. */
export async function findReturnByNumber(db: Queryable, number: string): Promise<ReturnRow | undefined> {
  if (!/^\d{1,15}$/.test(number)) return undefined;
  const { rows } = await sql<ReturnRow>`
    SELECT ${RETURN_COLUMNS} FROM returns r JOIN orders o ON o.id = r.order_id
    WHERE r.number = ${Number(number)}`.execute(db);
  return rows[0];
}

/** The returns of an order, the oldest first. */
export async function listReturnsOfOrder(db: Queryable, orderId: string): Promise<ReturnRow[]> {
  const { rows } = await sql<ReturnRow>`
    SELECT ${RETURN_COLUMNS} FROM returns r JOIN orders o ON o.id = r.order_id
    WHERE r.order_id = ${orderId} ORDER BY r.number`.execute(db);
  return rows;
}

/** Reads a return and locks its row until the transaction ends. The caller must have locked its order. */
export async function lockReturn(tx: Tx, id: string): Promise<ReturnRow | undefined> {
  await sql`SELECT FROM returns WHERE id = ${id} FOR UPDATE`.execute(tx);
  return findReturn(tx, id);
}

/** The part of a settled return's refund that still must be paid, because a refund failed or was withdrawn. */
export function unpaidCentsOf({
  state,
  refundCents,
  refunds,
}: Pick<ReturnRow, "state" | "refundCents" | "refunds">): Cents {
  if (state !== "SETTLED") return 0;
  const coveringRefunds = refunds.filter((refund) => refund.state === "ASKED" || refund.state === "DONE");
  return Math.max(0, refundCents - coveringRefunds.reduce((sum, { cents }) => sum + cents, 0));
}

export type RefundStatus = "none" | "pending" | "done" | "failed";

/** How far the refund of a settled return is. `none`: it is not settled, or nothing is refunded. */
export function refundStatusOf(row: Pick<ReturnRow, "state" | "refundCents" | "refunds">): RefundStatus {
  if (row.state !== "SETTLED" || row.refundCents === 0) return "none";
  if (unpaidCentsOf(row) > 0) return "failed";
  return row.refunds.some(({ state }) => state === "ASKED") ? "pending" : "done";
}

/** A line with only the pieces that arrived, and the number of missing pieces. */
export function withArrivedPieces(line: ReturnLine): ReturnLine & { missingPieces: number } {
  const pieces = countArrivedPieces(line);
  return { ...line, pieces, missingPieces: line.pieces - pieces };
}

/** Pieces of a line that arrived. */
export function countArrivedPieces({ restocked, writtenOff, inRepair }: ReturnLine): number {
  return restocked + writtenOff + inRepair;
}
