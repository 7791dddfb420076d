import type { Cents } from "./money.ts";
import { valueOfReturn, type PurchasedLine, type PurchasePromotion } from "./value-of-return.ts";

/** The sold products of an order, what was paid for them, and the promotions of the purchase. */
export interface SoldProducts {
  /** Every line, tickets too, with the pieces that were sold. */
  lines: readonly PurchasedLine[];
  promotions: readonly PurchasePromotion[];
  /** What was paid for the products, after discounts. */
  paidWithSurchargesCents: Cents;
}

/**
 * Earlier returns of the order that arrived: the refunded pieces by the size of the order's line, their value, and the
 * refunds computed for them.
 */
export interface EarlierRefunds {
  pieces: ReadonlyMap<string, number>;
  valueCents: Cents;
  /**
   * The refunds computed for them, without charges, and with what cheaper exchanges gave back. Staff may have refunded
   * less.
   */
  givenCents: Cents;
  /** Differences of dearer exchanges, which customers paid in addition to the order. */
  surchargedCents: Cents;
}

export interface ReturnFacts {
  /** Pieces to refund, by the size of the order's line. */
  piecesToRefund: ReadonlyMap<string, number>;
  /** What earlier exchanges gave back for exactly these pieces. */
  valueDeductionCents: Cents;
  /** How much less the new sizes of this return cost. */
  differenceCents: Cents;
  /** The difference that this return charges for dearer sizes. */
  surchargedCents: Cents;
  /** Paid differences to refund: those of exactly these pieces, and of new sizes that will not be sent. */
  surchargeRefundCents: Cents;
  /** Shipping and other charges, given back with the last piece if the shop is at fault for all pieces. */
  chargesCents: Cents;
  isShopAtFaultForAll: boolean;
}

export interface ReturnAmounts {
  valueCents: Cents;
  /**
   * What is subtracted from the value: what earlier exchanges gave back for these pieces, or more if the returns of the
   * order would otherwise give back more than was paid.
   */
  valueDeductionCents: Cents;
  differenceCents: Cents;
  surchargeRefundCents: Cents;
  chargesCents: Cents;
  refundCents: Cents;
}

/**
 * What a return gives back (rule RETURN-6): the value of its pieces by the promotions of the purchase (rule PROMO-11),
 * minus what an earlier exchange gave back for them, plus what the new sizes cost less. A difference that was paid for
 * a piece is refunded with it (rule RETURN-14). The charges are given back with the last piece, if the shop is at fault
 * for all pieces. All returns of an order together never give back more than was paid for its products and for dearer
 * exchanges, except these charges.
 */
export function returnAmounts(order: SoldProducts, earlierRefunds: EarlierRefunds, facts: ReturnFacts): ReturnAmounts {
  const remainingLines = subtractPieces(order.lines, earlierRefunds.pieces);
  const keptCents = Math.max(0, order.paidWithSurchargesCents - earlierRefunds.valueCents);
  const { refundCents: valueCents } = valueOfReturn(
    { lines: remainingLines, promotions: order.promotions, keptCents },
    facts.piecesToRefund,
  );
  const returnsAllPieces =
    facts.piecesToRefund.size > 0 && subtractPieces(remainingLines, facts.piecesToRefund).length === 0;
  const chargesCents = returnsAllPieces && facts.isShopAtFaultForAll ? facts.chargesCents : 0;
  const paidCents = order.paidWithSurchargesCents + earlierRefunds.surchargedCents + facts.surchargedCents;
  const refundWithoutChargesCents = Math.min(
    Math.max(0, valueCents - facts.valueDeductionCents) + facts.differenceCents + facts.surchargeRefundCents,
    Math.max(0, paidCents - earlierRefunds.givenCents),
  );
  const differenceCents = Math.min(facts.differenceCents, refundWithoutChargesCents);
  const surchargeRefundCents = Math.min(facts.surchargeRefundCents, refundWithoutChargesCents - differenceCents);
  return {
    valueCents,
    valueDeductionCents: valueCents - (refundWithoutChargesCents - differenceCents - surchargeRefundCents),
    differenceCents,
    surchargeRefundCents,
    chargesCents,
    refundCents: refundWithoutChargesCents + chargesCents,
  };
}

/** What was paid for one piece of a line, after its part of the line's discount. */
export function centsPaidForPiece(line: { pieces: number; unitCents: Cents; discountCents: Cents }): Cents {
  return Math.floor((line.pieces * line.unitCents - line.discountCents) / line.pieces);
}

/**
 * How a refund is divided between the money that the provider has and that of transfers: the preferred way first. Null
 * if both together are less.
 */
export function splitRefund(
  cents: Cents,
  refundableMoney: { providerCents: Cents; transferCents: Cents },
  preferredMethod: "provider" | "transfer",
): { providerCents: Cents; transferCents: Cents } | null {
  const { providerCents, transferCents } = refundableMoney;
  if (cents > providerCents + transferCents) return null;
  if (preferredMethod === "provider") {
    const providerPartCents = Math.min(cents, providerCents);
    return { providerCents: providerPartCents, transferCents: cents - providerPartCents };
  }
  const transferPartCents = Math.min(cents, transferCents);
  return { providerCents: cents - transferPartCents, transferCents: transferPartCents };
}

function subtractPieces(lines: readonly PurchasedLine[], returnedPieces: ReadonlyMap<string, number>): PurchasedLine[] {
  return lines
    .map((line) => ({ ...line, pieces: Math.max(0, line.pieces - (returnedPieces.get(line.sizeId) ?? 0)) }))
    .filter(({ pieces }) => pieces > 0);
}
