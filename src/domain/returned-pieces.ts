import type { Cents } from "./money.ts";
import { applyPromotions, type ApplicablePromotion } from "./promotion.ts";

/** Pieces of an order that were not returned. */
export interface KeptLine {
  sizeId: string;
  productId: string;
  pieces: number;
  unitCents: Cents;
}

/** A promotion of an order, by products, because their sizes may have been exchanged since. */
export interface KeptPromotion extends ApplicablePromotion {
  productIds: readonly string[];
  giftProductIds: readonly string[];
}

/** What returned pieces of an order are worth, in centavos. */
export interface ReturnValue {
  refundCents: Cents;
  /** What the returned pieces cost without discounts. */
  returnedCents: Cents;
  /** What the remaining pieces would cost if only the price of the returned ones were subtracted. */
  restBeforeCents: Cents;
  /** What the remaining pieces cost with the same promotions. */
  restCents: Cents;
}

/**
 * The value of returned pieces: `keptCents` minus what the remaining pieces cost with the same promotions (rule
 * PROMO-11). `keptCents` is what was paid for the order's products after discounts, minus what earlier returns gave
 * back. A discount that the remaining pieces no longer earn reduces the refund, and returning everything refunds all
 * that was paid. The refund is never below zero and never more than `keptCents`.
 */
export function valueOfReturn(
  {
    lines,
    promotions,
    keptCents,
  }: { lines: readonly KeptLine[]; promotions: readonly KeptPromotion[]; keptCents: Cents },
  returned: ReadonlyMap<string, number>,
): ReturnValue {
  const rest = without(lines, returned);
  // Joined orders were paid separately. A discount that only their pieces together would have earned is refunded with
  // the last piece.
  const paidApart = Math.max(0, keptCents - costOf(lines, promotions));
  const restCents = rest.length === 0 ? 0 : Math.min(keptCents, costOf(rest, promotions) + paidApart);
  const returnedCents = sumPrices(lines) - sumPrices(rest);
  return {
    refundCents: keptCents - restCents,
    returnedCents,
    restBeforeCents: Math.max(0, keptCents - returnedCents),
    restCents,
  };
}

function without(lines: readonly KeptLine[], taken: ReadonlyMap<string, number>): KeptLine[] {
  return lines
    .map((line) => ({ ...line, pieces: Math.max(0, line.pieces - (taken.get(line.sizeId) ?? 0)) }))
    .filter(({ pieces }) => pieces > 0);
}

function costOf(lines: readonly KeptLine[], promotions: readonly KeptPromotion[]): Cents {
  const sizesOf = (productIds: readonly string[]): string[] =>
    lines.filter(({ productId }) => productIds.includes(productId)).map(({ sizeId }) => sizeId);
  const applied = promotions.map(({ productIds, giftProductIds, ...promotion }) => ({
    ...promotion,
    sizeIds: sizesOf(productIds),
    giftSizeIds: sizesOf(giftProductIds),
  }));
  const { discounts } = applyPromotions(lines, applied);
  return sumPrices(lines) - discounts.reduce((sum, { cents }) => sum + cents, 0);
}

function sumPrices(lines: readonly KeptLine[]): Cents {
  return lines.reduce((sum, { pieces, unitCents }) => sum + pieces * unitCents, 0);
}
