import type { Cents } from "./money.ts";

/**
 * Divides an amount in proportion to `weights`, by the largest-remainder method. The caller passes an amount that is at
 * most the sum of the weights. Then the shares are whole centavos that add up to the amount, and no share is above its
 * weight. Of equal remainders the first gets the centavo.
 */
export function spreadCents(cents: Cents, weights: readonly Cents[]): Cents[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map(() => 0);
  const parts = weights.map((weight, index) => ({ index, ...divide(cents, weight, total) }));
  const shares = parts.map(({ share }) => share);
  const undividedCents = cents - shares.reduce((sum, share) => sum + share, 0);
  if (undividedCents > 0) {
    const byRemainder = parts.toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
    for (const { index } of byRemainder.slice(0, undividedCents)) shares[index]! += 1;
  }
  return shares;
}

/** `cents × weight / total` and its remainder. Whole numbers below 2^53 divide exactly; larger ones need BigInt. */
function divide(cents: Cents, weight: Cents, total: Cents): { share: Cents; remainder: number } {
  const product = cents * weight;
  if (Number.isSafeInteger(product)) {
    const share = Math.floor(product / total);
    return { share, remainder: product - share * total };
  }
  const exactProduct = BigInt(cents) * BigInt(weight);
  return { share: Number(exactProduct / BigInt(total)), remainder: Number(exactProduct % BigInt(total)) };
}
