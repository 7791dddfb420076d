import { sql } from "kysely";
import {
  exchangedPieces,
  pieceKey,
  subtractExchangedPieces,
  type ArrivedPieces,
  type ExchangedPieces,
} from "../../domain/exchanged-pieces.ts";
import { isShopAtFault, type ReturnReason } from "../../domain/return.ts";
import {
  returnAmounts,
  type EarlierRefunds,
  type ReturnAmounts,
  type SoldProducts,
} from "../../domain/return-amounts.ts";
import type { Cents } from "../../domain/money.ts";
import type { Queryable } from "../db/connect.ts";
import { listPromotionsOfOrder } from "../orders/line-refunds.ts";

interface SoldLine {
  sizeId: string;
  productId: string;
  pieces: number;
  unitCents: Cents;
  discountCents: Cents;
  headOfficeUnitCents: Cents;
}

/** An order's products and money as returns need them. */
export interface OrderFacts {
  lines: SoldLine[];
  soldProducts: SoldProducts;
  /** At the head office's prices, for a branch. Null in the head office. */
  headOfficeSoldProducts: SoldProducts | null;
  /** What the customer paid in addition to the products. */
  chargesCents: Cents;
}

interface OrderFactsRow {
  grandTotalCents: Cents;
  isBranch: boolean;
  headOfficeDiscountCents: Cents;
  lines: SoldLine[];
}

export async function readOrderFacts(db: Queryable, orderId: string): Promise<OrderFacts> {
  const { rows } = await sql<OrderFactsRow>`
    SELECT o.grand_total_cents AS "grandTotalCents", o.head_office_total_cents IS NOT NULL AS "isBranch",
      (SELECT coalesce(sum(d.head_office_reduction_cents), 0)::bigint FROM order_discounts d
        WHERE d.order_id = o.id AND NOT d.is_shipping_discount) AS "headOfficeDiscountCents",
      (SELECT json_agg(json_build_object('sizeId', l.size_id, 'productId', l.product_id, 'pieces', l.pieces,
          'unitCents', l.unit_price_cents, 'discountCents', l.discount_cents,
          'headOfficeUnitCents', CASE WHEN coalesce(l.is_wholesale, o.is_wholesale)
            THEN coalesce(l.wholesale_price_cents, l.price_cents) ELSE l.price_cents END) ORDER BY l.position)
        FROM order_lines l WHERE l.order_id = o.id) AS lines
    FROM orders o WHERE o.id = ${orderId}`.execute(db);
  const { grandTotalCents, isBranch, headOfficeDiscountCents, lines } = rows[0]!;
  const promotions = await listPromotionsOfOrder(db, orderId);
  const paidCents = sumOf(lines, ({ pieces, unitCents, discountCents }) => pieces * unitCents - discountCents);
  const owedCents = sumOf(lines, ({ pieces, headOfficeUnitCents }) => pieces * headOfficeUnitCents);
  return {
    lines,
    soldProducts: { lines, promotions, paidWithSurchargesCents: paidCents },
    headOfficeSoldProducts: isBranch
      ? {
          lines: lines.map((line) => ({ ...line, unitCents: line.headOfficeUnitCents })),
          promotions: promotions.filter(({ ofHeadOffice }) => ofHeadOffice),
          paidWithSurchargesCents: Math.max(0, owedCents - headOfficeDiscountCents),
        }
      : null,
    chargesCents: Math.max(0, grandTotalCents - paidCents),
  };
}

function sumOf<Item>(items: readonly Item[], centsOf: (item: Item) => Cents): Cents {
  return items.reduce((sum, item) => sum + centsOf(item), 0);
}

/** What earlier returns of an order refunded and exchanged. Those that have not arrived count only in `hadExchange`. */
export interface EarlierReturns extends EarlierRefunds {
  headOfficeRefunds: EarlierRefunds;
  /** Whether every refunded piece came back for a reason that is the shop's fault. */
  isShopAtFaultForAll: boolean;
  /** By "line/size": pieces that exchanges brought, and what was paid for them in addition to the order's price. */
  exchangedPiecesByKey: ReadonlyMap<string, ExchangedPieces>;
  /** The same, with what a branch owes the head office. */
  headOfficeExchangedPiecesByKey: ReadonlyMap<string, ExchangedPieces>;
  /** Whether an exchange was requested, and not declined or cancelled. */
  hadExchange: boolean;
}

interface ArrivedLine extends ArrivedPieces {
  headOfficeSurchargeCents: Cents;
  wish: "REFUND" | "EXCHANGE";
  reason: ReturnReason;
}

interface ReturnSums {
  valueCents: Cents;
  givenCents: Cents;
  surchargedCents: Cents;
  headOfficeCents: Cents;
  hadExchange: boolean;
}

/** Reads the earlier returns of an order, without the return `exceptId`. */
export async function readEarlierReturns(
  db: Queryable,
  orderId: string,
  exceptId: string | null,
): Promise<EarlierReturns> {
  const { rows } = await sql<ArrivedLine>`
    SELECT l.order_line_size_id AS "orderLineSizeId", l.size_id AS "sizeId", l.new_size_id AS "newSizeId", l.wish, l.reason,
      l.restocked + l.written_off + l.in_repair AS pieces, l.cheaper_by_cents AS "cheaperByCents",
      l.piece_surcharge_cents AS "surchargeCents", l.head_office_piece_surcharge_cents AS "headOfficeSurchargeCents"
    FROM returns r JOIN return_lines l ON l.return_id = r.id
    WHERE r.order_id = ${orderId} AND r.id IS DISTINCT FROM ${exceptId}::uuid AND r.state IN ('RECEIVED', 'SETTLED')
    ORDER BY r.received_at, r.number, l.position`.execute(db);
  const { rows: sums } = await sql<ReturnSums>`
    SELECT coalesce(sum(r.value_cents) FILTER (WHERE arrived), 0)::bigint AS "valueCents",
      coalesce(sum(greatest(0, r.value_cents - r.value_deduction_cents) + r.cheaper_by_cents + r.surcharge_refund_cents)
        FILTER (WHERE arrived), 0)::bigint AS "givenCents",
      coalesce(sum((SELECT sum(l.pieces * l.piece_surcharge_cents) FROM return_lines l WHERE l.return_id = r.id))
        FILTER (WHERE arrived), 0)::bigint AS "surchargedCents",
      coalesce(sum(r.head_office_reduction_cents) FILTER (WHERE arrived), 0)::bigint AS "headOfficeCents",
      coalesce(bool_or(EXISTS (SELECT FROM return_lines l WHERE l.return_id = r.id AND l.wish = 'EXCHANGE')), false)
        AS "hadExchange"
    FROM returns r, LATERAL (SELECT r.state IN ('RECEIVED', 'SETTLED') AS arrived) a
    WHERE r.order_id = ${orderId} AND r.id IS DISTINCT FROM ${exceptId}::uuid
      AND r.state NOT IN ('DECLINED', 'CANCELLED')`.execute(db);
  const { valueCents, givenCents, surchargedCents, headOfficeCents, hadExchange } = sums[0]!;
  const refundedLines = rows.filter((line) => line.wish === "REFUND" && line.pieces > 0);
  const pieces = sumPieces(refundedLines.map((line) => [line.orderLineSizeId, line.pieces]));
  return {
    pieces,
    valueCents,
    givenCents,
    surchargedCents,
    headOfficeRefunds: { pieces, valueCents: headOfficeCents, givenCents: headOfficeCents, surchargedCents: 0 },
    isShopAtFaultForAll: refundedLines.every(({ reason }) => isShopAtFault(reason)),
    exchangedPiecesByKey: exchangedPieces(rows),
    headOfficeExchangedPiecesByKey: exchangedPieces(rows.map((line) => toHeadOfficeLine(line))),
    hadExchange,
  };
}

/** The line with the surcharge that a branch owes the head office. A cheaper piece does not lower what it owes. */
function toHeadOfficeLine(line: ArrivedLine): ArrivedLine {
  return { ...line, cheaperByCents: 0, surchargeCents: line.headOfficeSurchargeCents };
}

/** Pieces of one size that come back for one reason. */
export interface ReturnedPieces {
  orderLineSizeId: string;
  sizeId: string;
  pieces: number;
  reason: ReturnReason;
  wish: "REFUND" | "EXCHANGE";
  cheaperByCents: Cents;
  surchargeCents: Cents;
  headOfficeSurchargeCents: Cents;
  /** Requested pieces that did not arrive. Their new size is not sent. */
  missingPieces?: number;
}

/**
 * The amounts of a return with these pieces: the customer's refund, and how much less a branch owes the head office.
 */
export function amountsOf(
  order: OrderFacts,
  earlierReturns: EarlierReturns,
  lines: readonly ReturnedPieces[],
): ReturnAmounts & { headOfficeCents: Cents | null; headOfficeSurchargeReductionCents: Cents } {
  const refundLines = lines.filter(({ wish, pieces }) => wish === "REFUND" && pieces > 0);
  const refundedPieces = sumPieces(refundLines.map(({ orderLineSizeId, pieces }) => [orderLineSizeId, pieces]));
  const earlierChargesCents = exchangeCharges(earlierReturns.exchangedPiecesByKey, refundLines);
  const exchangeLines = lines.filter(({ wish }) => wish === "EXCHANGE");
  const returnFacts = {
    piecesToRefund: refundedPieces,
    valueDeductionCents: sumOf(earlierChargesCents, (cents) => Math.max(0, -cents)),
    differenceCents: sumOf(exchangeLines, ({ pieces, cheaperByCents }) => pieces * cheaperByCents),
    surchargedCents: sumOf(
      exchangeLines,
      ({ pieces, missingPieces = 0, surchargeCents }) => (pieces + missingPieces) * surchargeCents,
    ),
    surchargeRefundCents:
      sumOf(earlierChargesCents, (cents) => Math.max(0, cents)) +
      sumOf(exchangeLines, ({ missingPieces = 0, surchargeCents }) => missingPieces * surchargeCents),
    chargesCents: order.chargesCents,
    isShopAtFaultForAll: earlierReturns.isShopAtFaultForAll && refundLines.every(({ reason }) => isShopAtFault(reason)),
  };
  const headOfficeAmounts =
    order.headOfficeSoldProducts &&
    returnAmounts(order.headOfficeSoldProducts, earlierReturns.headOfficeRefunds, {
      ...returnFacts,
      valueDeductionCents: 0,
      differenceCents: 0,
      surchargedCents: 0,
      surchargeRefundCents: 0,
      chargesCents: 0,
    });
  const owedBackCents =
    sumOf(exchangeCharges(earlierReturns.headOfficeExchangedPiecesByKey, refundLines), (cents) => cents) +
    sumOf(exchangeLines, ({ missingPieces = 0, headOfficeSurchargeCents }) => missingPieces * headOfficeSurchargeCents);
  return {
    ...returnAmounts(order.soldProducts, earlierReturns, returnFacts),
    headOfficeCents: headOfficeAmounts?.refundCents ?? null,
    headOfficeSurchargeReductionCents: headOfficeAmounts ? owedBackCents : 0,
  };
}

/** For each line, what earlier exchanges charged for its pieces in addition to the order's price. */
function exchangeCharges(
  exchangedPiecesByKey: ReadonlyMap<string, ExchangedPieces>,
  lines: readonly ReturnedPieces[],
): Cents[] {
  const remainingPieces = new Map(exchangedPiecesByKey);
  return lines.map(({ orderLineSizeId, sizeId, pieces }) =>
    subtractExchangedPieces(remainingPieces, pieceKey(orderLineSizeId, sizeId), pieces),
  );
}

function sumPieces(entries: readonly (readonly [string, number])[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [sizeId, pieces] of entries) sums.set(sizeId, (sums.get(sizeId) ?? 0) + pieces);
  return sums;
}

/** The amounts as columns of `returns`. */
export function amountColumns(amounts: ReturnType<typeof amountsOf>) {
  return {
    value_cents: amounts.valueCents,
    value_deduction_cents: amounts.valueDeductionCents,
    cheaper_by_cents: amounts.differenceCents,
    surcharge_refund_cents: amounts.surchargeRefundCents,
    charges_cents: amounts.chargesCents,
    head_office_reduction_cents: amounts.headOfficeCents,
    head_office_surcharge_reduction_cents: amounts.headOfficeSurchargeReductionCents,
    refund_cents: amounts.refundCents,
  };
}
