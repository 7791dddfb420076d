import type { Cents } from "./money.ts";
import { valueOfReturn, type PurchasedLine, type PurchasePromotion } from "./returned-pieces.ts";

/** The sold products of an order, what was paid for them, and the promotions of the purchase. */
export interface SoldProducts {
  /** Every line, tickets too, with the pieces that were sold. */
  lines: readonly PurchasedLine[];
  promotions: readonly PurchasePromotion[];
  /** What was paid for the products, after discounts. */
  paidCents: Cents;
}

/**
 * Earlier returns of the order: the returned pieces by the order's line, their value, and what was refunded for them.
 */
export interface EarlierRefunds {
  pieces: ReadonlyMap<string, number>;
  valueCents: Cents;
  /** What was refunded, without charges, and with the differences of cheaper exchanges. */
  givenCents: Cents;
  /** Differences of dearer exchanges, which customers paid in addition to the order. */
  surchargedCents: Cents;
}

export interface ReturnFacts {
  /** Pieces to refund, by the order's line. */
  piecesToRefund: ReadonlyMap<string, number>;
  /** What earlier exchanges gave back for exactly these pieces. */
  givenBeforeCents: Cents;
  /** How much less the new sizes of this return cost. */
  differenceCents: Cents;
  /** The difference that this return charges for dearer sizes. */
  surchargedCents: Cents;
  /** Paid differences to refund: those of exactly these pieces, and of new sizes that will not be sent. */
  surchargeBackCents: Cents;
  /** Shipping and other charges, given back with the last piece if the shop is at fault for all of them. */
  chargesCents: Cents;
  isShopAtFaultForAll: boolean;
}

export interface ReturnAmounts {
  valueCents: Cents;
  /** What is subtracted from the value: given back before, or more, so that no more than was paid goes back. */
  givenBeforeCents: Cents;
  differenceCents: Cents;
  surchargeBackCents: Cents;
  chargesCents: Cents;
  refundCents: Cents;
}

/**
 * What a return gives back (rule RETURN-6): the value of its pieces by the promotions of the purchase (rule PROMO-11),
 * minus what an earlier exchange gave back for them, plus what the new sizes cost less. A difference that was paid for
 * a piece is refunded with it (rule RETURN-14). The charges are given back with the last piece, if the shop is at fault
 * for all of them. All returns of an order together never give back more than was paid for its products, except these
 * charges.
 */
export function returnAmounts(order: SoldProducts, earlierRefunds: EarlierRefunds, facts: ReturnFacts): ReturnAmounts {
  const remainingLines = subtractPieces(order.lines, earlierRefunds.pieces);
  const keptCents = Math.max(0, order.paidCents - earlierRefunds.valueCents);
  const { refundCents: valueCents } = valueOfReturn(
    { lines: remainingLines, promotions: order.promotions, keptCents },
    facts.piecesToRefund,
  );
  const returnsAllPieces =
    facts.piecesToRefund.size > 0 && subtractPieces(remainingLines, facts.piecesToRefund).length === 0;
  const chargesCents = returnsAllPieces && facts.isShopAtFaultForAll ? facts.chargesCents : 0;
  const paidCents = order.paidCents + earlierRefunds.surchargedCents + facts.surchargedCents;
  const productsCents = Math.min(
    Math.max(0, valueCents - facts.givenBeforeCents) + facts.differenceCents + facts.surchargeBackCents,
    Math.max(0, paidCents - earlierRefunds.givenCents),
  );
  const differenceCents = Math.min(facts.differenceCents, productsCents);
  const surchargeBackCents = Math.min(facts.surchargeBackCents, productsCents - differenceCents);
  return {
    valueCents,
    givenBeforeCents: valueCents - (productsCents - differenceCents - surchargeBackCents),
    differenceCents,
    surchargeBackCents,
    chargesCents,
    refundCents: productsCents + chargesCents,
  };
}

/** What was paid for one piece of a line, after its part of the line's discount. */
export function paidForPiece(line: { pieces: number; unitCents: Cents; discountCents: Cents }): Cents {
  return Math.floor((line.pieces * line.unitCents - line.discountCents) / line.pieces);
}

/**
 * How a refund is divided between the money that the provider has and that of transfers: the preferred way first. Null
 * if both together are less.
 */
export function splitRefund(
  cents: Cents,
  refundableMoney: { providerCents: Cents; transferCents: Cents },
  preferredWay: "provider" | "transfer",
): { providerCents: Cents; transferCents: Cents } | null {
  const { providerCents, transferCents } = refundableMoney;
  if (cents > providerCents + transferCents) return null;
  if (preferredWay === "provider") {
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
