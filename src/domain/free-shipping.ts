import type { Cents } from "./money.ts";
import { discountsBySize, type CartSummary } from "./quote.ts";

/** How far a cart is from free shipping. */
export interface FreeShippingProgress {
  /** The sum of products from which the shipping is free. */
  fromCents: Cents;
  /** How much more the products must cost to reach that sum. 0 if the shipping is free. */
  missingCents: Cents;
}

/**
 * The progress to the promotion that makes the cart's shipping free or, if none does, to the one with the smallest
 * missing amount (rule PROMO-17). Its sum is that of its own pieces after all discounts, as `applyPromotions` counts
 * it. Null without a parcel, and without such a promotion. `lines`: what each size costs before discounts.
 */
export function freeShippingProgress(
  { promotions, freeShipping, productDiscounts, parcelPieces }: CartSummary,
  lines: readonly { sizeId: string; cents: Cents }[],
): FreeShippingProgress | null {
  if (parcelPieces === 0) return null;
  if (freeShipping) return { fromCents: freeShipping.fromCents, missingCents: 0 };
  const discountBySize = discountsBySize(productDiscounts);
  const [nearestProgress] = promotions
    .filter(({ rule }) => rule.kind === "freeShipping")
    .map(({ fromCents, sizeIds }) => {
      const promotionLines = lines.filter(({ sizeId }) => sizeIds.includes(sizeId));
      const sum = promotionLines.reduce(
        (total, { sizeId, cents }) => total + cents - (discountBySize.get(sizeId) ?? 0),
        0,
      );
      return { fromCents, missingCents: Math.max(1, fromCents) - sum };
    })
    .toSorted((a, b) => a.missingCents - b.missingCents);
  return nearestProgress ?? null;
}
