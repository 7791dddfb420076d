import type { Cents } from "./money.ts";
import { applyPromotions, type ApplicablePromotion } from "./promotion.ts";

/** Pieces of a line of an order: those that were sold, or those that are left after earlier returns. */
export interface PurchasedLine {
  sizeId: string;
  productId: string;
  pieces: number;
  unitCents: Cents;
}

/** A promotion of an order. Its scope is a list of products, because their sizes may have been exchanged since. */
export interface PurchasePromotion extends ApplicablePromotion {
  productIds: readonly string[];
  giftProductIds: readonly string[];
}

/** What returned pieces of an order are worth, in centavos. */
export interface ReturnedPiecesValue {
  refundCents: Cents;
  /** What the returned pieces cost without discounts. */
  returnedCents: Cents;
  /** What the remaining pieces would cost if only the price of the returned ones were subtracted. */
  remainingBeforeCents: Cents;
  /** What is left of the paid sum for the remaining pieces: `keptCents` minus the refund. */
  remainingCents: Cents;
}

/**
 * The value of returned pieces: `keptCents` minus what the remaining pieces cost with the same promotions (rule
 * PROMO-11). `keptCents` is what was paid for the order's products after discounts, minus the value of the pieces of
 * earlier returns. A discount that the remaining pieces no longer earn reduces the refund, and returning everything
 * refunds all that was paid. The refund is never below zero and never more than `keptCents`.
 */
export function valueOfReturn(
  {
    lines,
    promotions,
    keptCents,
  }: { lines: readonly PurchasedLine[]; promotions: readonly PurchasePromotion[]; keptCents: Cents },
  returnedPieces: ReadonlyMap<string, number>,
): ReturnedPiecesValue {
  const remainingLines = subtractPieces(lines, returnedPieces);
  // Joined orders were paid separately. A discount that only their pieces together would have earned is refunded with
  // the last piece.
  const unappliedDiscountCents = Math.max(0, keptCents - costOf(lines, promotions));
  const remainingCents =
    remainingLines.length === 0 ? 0 : Math.min(keptCents, costOf(remainingLines, promotions) + unappliedDiscountCents);
  const returnedCents = sumPrices(lines) - sumPrices(remainingLines);
  return {
    refundCents: keptCents - remainingCents,
    returnedCents,
    remainingBeforeCents: Math.max(0, keptCents - returnedCents),
    remainingCents,
  };
}

function subtractPieces(lines: readonly PurchasedLine[], returnedPieces: ReadonlyMap<string, number>): PurchasedLine[] {
  return lines
    .map((line) => ({ ...line, pieces: Math.max(0, line.pieces - (returnedPieces.get(line.sizeId) ?? 0)) }))
    .filter(({ pieces }) => pieces > 0);
}

function costOf(lines: readonly PurchasedLine[], promotions: readonly PurchasePromotion[]): Cents {
  const sizesOf = (productIds: readonly string[]): string[] =>
    lines.filter(({ productId }) => productIds.includes(productId)).map(({ sizeId }) => sizeId);
  const applicablePromotions = promotions.map(({ productIds, giftProductIds, ...promotion }) => ({
    ...promotion,
    sizeIds: sizesOf(productIds),
    giftSizeIds: sizesOf(giftProductIds),
  }));
  const { discounts } = applyPromotions(lines, applicablePromotions);
  return sumPrices(lines) - discounts.reduce((sum, { cents }) => sum + cents, 0);
}

function sumPrices(lines: readonly PurchasedLine[]): Cents {
  return lines.reduce((sum, { pieces, unitCents }) => sum + pieces * unitCents, 0);
}
