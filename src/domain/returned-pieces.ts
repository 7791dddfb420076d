import type { Cents } from "./money.ts";
import { applyPromotions, type AppliedPromotion } from "./promotion.ts";

/** Pieces of an order that were not returned. */
export interface KeptLine {
  sizeId: string;
  productId: string;
  pieces: number;
  unitCents: Cents;
}

/** A promotion of an order, by the products that it was for: sizes may have been exchanged since. */
export interface KeptPromotion extends AppliedPromotion {
  productIds: readonly string[];
  giftProductIds: readonly string[];
}

/** What giving back pieces of an order is worth. Centavos. */
export interface ReturnValue {
  refundCents: Cents;
  /** What the returned pieces cost without discounts. */
  returnedCents: Cents;
  /** What the rest would cost if only the price of the returned pieces were taken off, and what it costs now. */
  restBeforeCents: Cents;
  restCents: Cents;
}

/**
 * What is left of the sum that was paid for an order's products, less what the rest costs with the same promotions (rule
 * PROMO-11). Returning one piece of a 3×2 gives back what the rest no longer earns, and returning everything gives back
 * all that was paid. Never below zero, never more than `keptCents`: what was paid for the products, discounts taken off,
 * less what earlier returns gave back.
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
  // Joined orders were paid separately: what all pieces together would have earned in addition is not given back before
  // the last piece is.
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
