import { createHash } from "node:crypto";
import { sql, type Selectable } from "kysely";
import type { EditConditions } from "../../domain/edit-order.ts";
import type { OrderStatus } from "../../domain/order-status.ts";
import type { PaymentMethod } from "../../domain/payment-window.ts";
import type { Prices } from "../../domain/price.ts";
import type { OrderInputs } from "../checkout/order-inputs.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import type { Schema } from "../db/schema.ts";
import { paymentsOf } from "../order-money/queries.ts";

type LineRow = Selectable<Schema["order_lines"]>;

export interface EditableLineRow {
  row: LineRow;
  prices: Prices;
  /** When the line was added to the order. */
  addedAt: Date;
}

/** An order with everything that an edit of its lines depends on. */
export interface EditableOrder {
  id: string;
  reference: number;
  shopId: string;
  customerId: string;
  status: OrderStatus;
  paymentMethod: PaymentMethod;
  customerName: string;
  createdAt: Date;
  /** The database's clock when the order was read. */
  readAt: Date;
  payBy: Date | null;
  isWholesale: boolean;
  subtotalCents: number;
  discountCents: number;
  grandTotalCents: number;
  isOfBranch: boolean;
  /** The inputs of the last edit. Without an edit: those of the checkout. */
  inputs: OrderInputs;
  /** The number of edits so far. */
  editCount: number;
  carrierId: string | null;
  shippingCents: number;
  insuranceRateBps: number | null;
  includedPieces: number | null;
  pieceCents: number | null;
  packagingCents: number;
  feeRateBps: number;
  feeBaseCents: number;
  lines: EditableLineRow[];
  /** The order's uses of limited promotions and coupons. */
  uses: { promotionId: string; code: string | null }[];
  facts: EditConditions;
  /** A hash of status, total, edits and lines. Staff send the version that they saw. */
  version: string;
}

type OrderColumns = Omit<EditableOrder, "lines" | "facts" | "version"> & {
  isPresale: boolean;
  hasJoinedOrders: boolean;
  hasLiveDocument: boolean;
  hasTickets: boolean;
  hasPendingReceipt: boolean;
  lines: LineRow[];
};

/** Reads an order for an edit. A caller that stores the edit must lock the order first. */
export async function findEditableOrder(db: Queryable, orderId: string): Promise<EditableOrder | undefined> {
  if (!isId(orderId)) return undefined;
  const { rows } = await sql<OrderColumns>`
    SELECT o.id, o.reference, o.shop_id AS "shopId", o.customer_id AS "customerId", o.status,
      o.payment_method AS "paymentMethod", o.customer_name AS "customerName", o.created_at AS "createdAt",
      clock_timestamp() AS "readAt", o.payment_due_at AS "payBy", o.is_wholesale AS "isWholesale",
      o.subtotal_cents AS "subtotalCents", o.discount_cents AS "discountCents", o.grand_total_cents AS "grandTotalCents",
      o.head_office_total_cents IS NOT NULL AS "isOfBranch", i.inputs,
      (SELECT count(*)::int FROM order_edits e WHERE e.order_id = o.id) AS "editCount",
      o.carrier_id AS "carrierId", o.shipping_cents AS "shippingCents", o.insurance_rate_bps AS "insuranceRateBps",
      o.included_pieces AS "includedPieces", o.extra_piece_cents AS "pieceCents",
      coalesce(o.packaging_price_cents, o.packaging_cents) AS "packagingCents",
      o.online_fee_rate_bps AS "feeRateBps", o.online_fee_fixed_cents AS "feeBaseCents",
      o.is_presale AS "isPresale", EXISTS (SELECT FROM orders j WHERE j.joined_into_id = o.id) AS "hasJoinedOrders",
      EXISTS (SELECT FROM order_income d WHERE d.order_id = o.id AND d.documented_at IS NOT NULL) AS "hasLiveDocument",
      EXISTS (SELECT FROM tickets t WHERE t.order_id = o.id) AS "hasTickets",
      EXISTS (SELECT FROM transfer_receipts r WHERE r.order_id = o.id AND r.state = 'SUBMITTED') AS "hasPendingReceipt",
      (SELECT coalesce(json_agg(l ORDER BY l.position), '[]') FROM order_lines l WHERE l.order_id = o.id) AS lines,
      (SELECT coalesce(json_agg(json_build_object('promotionId', u.promotion_id, 'code', u.code)), '[]')
        FROM promotion_uses u WHERE u.order_id = o.id) AS uses
    FROM orders o JOIN order_inputs i ON i.order_id = o.id WHERE o.id = ${orderId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { isPresale, hasJoinedOrders, hasLiveDocument, hasTickets, hasPendingReceipt, lines, ...order } = row;
  const payments = await paymentsOf(db, order.id);
  const hasMadeToOrderLines = lines.some(({ held, pieces }) => held !== pieces);
  return {
    ...order,
    lines: lines.map((line) => ({ row: line, prices: pricesOf(line), addedAt: addedAtOf(order, line) })),
    facts: {
      status: order.status,
      isPresale: isPresale || hasMadeToOrderLines,
      hasJoined: hasJoinedOrders,
      isDocumented: hasLiveDocument,
      hasTickets,
      hasPendingReceipt,
      grandTotalCents: order.grandTotalCents,
      payments,
    },
    version: versionOf(row),
  };
}

function pricesOf(line: LineRow): Prices {
  return {
    priceCents: line.price_cents,
    wholesalePriceCents: line.wholesale_price_cents,
    branchPriceCents: line.branch_price_cents,
    branchWholesalePriceCents: line.branch_wholesale_price_cents,
  };
}

/**
 * When the line was added. The inputs do not have a size that staff changed afterwards (`changeSize`): then it is the
 * time of a line of the same product.
 */
function addedAtOf(order: Pick<EditableOrder, "createdAt" | "inputs">, line: LineRow): Date {
  const { lines } = order.inputs;
  const inputLine =
    lines.find(({ sizeId }) => sizeId === line.size_id) ?? lines.find(({ productId }) => productId === line.product_id);
  return inputLine?.addedAt === undefined ? order.createdAt : new Date(inputLine.addedAt);
}

function versionOf({ status, grandTotalCents, editCount, lines }: OrderColumns): string {
  const versionedFacts = [status, grandTotalCents, editCount, lines.map(({ size_id, pieces }) => [size_id, pieces])];
  return createHash("sha256").update(JSON.stringify(versionedFacts)).digest("hex").slice(0, 16);
}
