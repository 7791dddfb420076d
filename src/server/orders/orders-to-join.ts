import { sql } from "kysely";
import { joinOrders, type BoughtLine, type BoughtOrder } from "../../domain/join-orders.ts";
import type { Cents } from "../../domain/money.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { PaymentMethod } from "../../domain/payment-window.ts";
import type { Queryable, Tx } from "../db/connect.ts";

export interface OrderToJoin extends BoughtOrder {
  reference: number;
}

interface OrderToJoinRow extends Pick<
  OrderToJoin,
  "id" | "reference" | "customerId" | "shopId" | "status" | "wholesale" | "grandTotalCents" | "isInvoiced" | "isPickup"
> {
  paymentMethod: PaymentMethod;
  carrierId: string | null;
  shippingCents: Cents;
  insuranceRateBps: number | null;
  includedPieces: number | null;
  pieceCents: Cents | null;
  packagingCents: Cents;
  feeRateBps: number;
  feeBaseCents: Cents;
}

/** Locks orders in id order. The second of two concurrent joins waits, and then sees the result of the first. */
export async function lockOrders(tx: Tx, orderIds: string[]): Promise<void> {
  await sql`SELECT FROM orders WHERE id = ANY (${orderIds}::uuid[]) ORDER BY id FOR UPDATE`.execute(tx);
}

/**
 * The orders with their lines, by id. Orders that charge the difference of an exchange are left out. A caller that
 * joins orders must lock them first.
 */
export async function readOrdersToJoin(db: Queryable, orderIds: string[]): Promise<Map<string, OrderToJoin>> {
  const { rows } = await sql<OrderToJoinRow>`
    SELECT id, reference, customer_id AS "customerId", shop_id AS "shopId", status, is_wholesale AS wholesale,
      grand_total_cents AS "grandTotalCents",
      EXISTS (SELECT FROM order_income i WHERE i.order_id = orders.id AND i.documented_at IS NOT NULL) AS "isInvoiced",
      EXISTS (SELECT FROM pickups k WHERE k.order_id = orders.id) AS "isPickup", payment_method AS "paymentMethod", carrier_id AS "carrierId",
      shipping_cents AS "shippingCents", insurance_rate_bps AS "insuranceRateBps", included_pieces AS "includedPieces",
      extra_piece_cents AS "pieceCents", coalesce(packaging_price_cents, packaging_cents) AS "packagingCents",
      online_fee_rate_bps AS "feeRateBps", online_fee_fixed_cents AS "feeBaseCents"
    FROM orders WHERE id = ANY (${orderIds}::uuid[]) AND return_id IS NULL ORDER BY id`.execute(db);
  const orders = new Map<string, OrderToJoin>();
  for (const row of rows) orders.set(row.id, await loadOrderToJoin(db, row));
  return orders;
}

async function loadOrderToJoin(db: Queryable, row: OrderToJoinRow): Promise<OrderToJoin> {
  const { rows: lines } = await sql<BoughtLine>`
    SELECT size_id AS "sizeId", pieces, held, is_digital AS "isDigital",
      coalesce(is_wholesale, ${row.wholesale}) AS wholesale,
      json_build_object('priceCents', price_cents, 'wholesalePriceCents', wholesale_price_cents,
        'branchPriceCents', branch_price_cents, 'branchWholesalePriceCents', branch_wholesale_price_cents) AS prices
    FROM order_lines WHERE order_id = ${row.id} ORDER BY position`.execute(db);
  const { id, reference, customerId, shopId, status, wholesale, grandTotalCents, isInvoiced, isPickup } = row;
  return {
    id,
    reference,
    customerId,
    shopId,
    status,
    wholesale,
    grandTotalCents,
    isInvoiced,
    isPickup,
    lines,
    ...(await discountsOf(db, id)),
    terms: termsOf(row),
  };
}

interface DiscountSums {
  discountCents: Cents;
  headOfficeDiscountCents: Cents;
  freeShipping: BoughtOrder["freeShipping"];
}

async function discountsOf(db: Queryable, orderId: string): Promise<DiscountSums> {
  const { rows } = await sql<DiscountSums>`
    SELECT coalesce(sum(cents) FILTER (WHERE NOT is_shipping_discount), 0)::int AS "discountCents",
      coalesce(sum(head_office_reduction_cents) FILTER (WHERE NOT is_shipping_discount), 0)::int AS "headOfficeDiscountCents",
      (array_agg(json_build_object('id', promotion_id, 'label', label, 'code', code, 'ofHeadOffice', head_office_reduction_cents > 0))
        FILTER (WHERE is_shipping_discount))[1] AS "freeShipping"
    FROM order_discounts WHERE order_id = ${orderId}`.execute(db);
  return rows[0]!;
}

/** An order of the same customer and shop that can be joined with this one, and the total price after the join. */
export interface JoinableOrder {
  id: string;
  reference: number;
  createdAt: Date;
  pieces: number;
  /** The total of the other order with this order's lines. Null if that join is refused. */
  totalIntoOtherCents: Cents | null;
  /** The total of this order with the other order's lines. Null if that join is refused. */
  totalIntoThisCents: Cents | null;
}

const MAX_CHECKED_ORDERS = 20;

/**
 * The other open orders of the order's customer and shop that can be joined with it, in one direction or the other,
 * newest first. Only the 20 newest open orders are checked.
 */
export async function listJoinableOrders(db: Queryable, orderId: string): Promise<JoinableOrder[]> {
  const { rows } = await sql<{ id: string; createdAt: Date; pieces: number }>`
    SELECT other.id, other.created_at AS "createdAt", other.pieces
    FROM orders o JOIN orders other ON other.customer_id = o.customer_id AND other.shop_id = o.shop_id
    WHERE o.id = ${orderId} AND other.id <> o.id
      AND other.status IN ('WAITING_PAYMENT', 'RESERVED', 'PRESALE', 'PAYMENT_ACCEPTED')
    ORDER BY other.created_at DESC, other.id LIMIT ${MAX_CHECKED_ORDERS}`.execute(db);
  if (rows.length === 0) return [];
  const orders = await readOrdersToJoin(db, [orderId, ...rows.map(({ id }) => id)]);
  const thisOrder = orders.get(orderId);
  return rows.flatMap((row) => {
    const otherOrder = orders.get(row.id);
    if (!thisOrder || !otherOrder) return [];
    const [joinIntoOther, joinIntoThis] = [joinOrders(thisOrder, otherOrder), joinOrders(otherOrder, thisOrder)];
    if (isRefusal(joinIntoOther) && isRefusal(joinIntoThis)) return [];
    return {
      ...row,
      reference: otherOrder.reference,
      totalIntoOtherCents: isRefusal(joinIntoOther) ? null : joinIntoOther.chargedQuote.grandTotalCents,
      totalIntoThisCents: isRefusal(joinIntoThis) ? null : joinIntoThis.chargedQuote.grandTotalCents,
    };
  });
}

/** The terms of the carrier, the packaging and the online fee at the time of the order. */
function termsOf(row: OrderToJoinRow): BoughtOrder["terms"] {
  const { includedPieces, pieceCents } = row;
  return {
    carrier:
      row.carrierId === null
        ? null
        : {
            priceCents: row.shippingCents,
            insuranceRateBps: row.insuranceRateBps,
            piecesFee: includedPieces === null || pieceCents === null ? null : { includedPieces, pieceCents },
          },
    insured: row.insuranceRateBps !== null,
    onlineFee: row.paymentMethod === "MP" ? { rateBps: row.feeRateBps, baseCents: row.feeBaseCents } : null,
    packagingCents: row.packagingCents,
  };
}
