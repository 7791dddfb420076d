import { sql } from "kysely";
import type { BoughtLine, BoughtOrder } from "../../domain/join-orders.ts";
import type { Cents } from "../../domain/money.ts";
import type { PaymentMethod } from "../../domain/payment-window.ts";
import type { Tx } from "../db/connect.ts";

export interface OrderToJoin extends BoughtOrder {
  reference: number;
}

interface LockedRow extends Pick<
  OrderToJoin,
  "id" | "reference" | "customerId" | "shopId" | "status" | "wholesale" | "grandTotalCents"
> {
  paymentMethod: PaymentMethod;
  carrierId: string | null;
  shippingCents: Cents;
  insuranceRateBps: number | null;
  maxPieces: number | null;
  pieceCents: Cents | null;
  feeRateBps: number;
  feeBaseCents: Cents;
}

/** Locks the orders in id order, then reads their lines: what is read is what the one before has left. */
export async function lockOrdersToJoin(tx: Tx, orderIds: string[]): Promise<Map<string, OrderToJoin>> {
  const { rows } = await sql<LockedRow>`
    SELECT id, reference, customer_id AS "customerId", shop_id AS "shopId", status, is_wholesale AS wholesale,
      grand_total_cents AS "grandTotalCents", payment_method AS "paymentMethod", carrier_id AS "carrierId",
      shipping_cents AS "shippingCents", insurance_rate_bps AS "insuranceRateBps", max_pieces AS "maxPieces",
      piece_cents AS "pieceCents", online_fee_rate_bps AS "feeRateBps", online_fee_base_cents AS "feeBaseCents"
    FROM orders WHERE id = ANY (${orderIds}::uuid[]) ORDER BY id FOR UPDATE`.execute(tx);
  const orders = new Map<string, OrderToJoin>();
  for (const row of rows) orders.set(row.id, await withLines(tx, row));
  return orders;
}

async function withLines(tx: Tx, row: LockedRow): Promise<OrderToJoin> {
  const { rows: lines } = await sql<BoughtLine>`
    SELECT size_id AS "sizeId", pieces, held, is_digital AS "isDigital",
      coalesce(is_wholesale, ${row.wholesale}) AS wholesale,
      json_build_object('priceCents', price_cents, 'wholesalePriceCents', wholesale_price_cents,
        'branchPriceCents', branch_price_cents, 'branchWholesalePriceCents', branch_wholesale_price_cents) AS prices
    FROM order_lines WHERE order_id = ${row.id} ORDER BY position`.execute(tx);
  const { id, reference, customerId, shopId, status, wholesale, grandTotalCents } = row;
  return { id, reference, customerId, shopId, status, wholesale, grandTotalCents, lines, terms: termsOf(row) };
}

/** The carrier's and the fee's terms as they were when it was ordered. */
function termsOf(row: LockedRow): BoughtOrder["terms"] {
  const { maxPieces, pieceCents } = row;
  return {
    carrier:
      row.carrierId === null
        ? null
        : {
            priceCents: row.shippingCents,
            insuranceRateBps: row.insuranceRateBps,
            piecesFee: maxPieces === null || pieceCents === null ? null : { maxPieces, pieceCents },
          },
    insured: row.insuranceRateBps !== null,
    onlineFee: row.paymentMethod === "MP" ? { rateBps: row.feeRateBps, baseCents: row.feeBaseCents } : null,
  };
}
