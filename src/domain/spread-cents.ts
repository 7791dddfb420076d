import type { Cents } from "./money.ts";

/**
 * Divides an amount in proportion to the weights, by largest remainder: the shares are whole centavos, add up to the
 * amount, and no share is above its weight. Ties go to the first. The amount is at most the sum of the weights.
 */
export function spreadCents(cents: Cents, weights: readonly Cents[]): Cents[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total === 0n) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(cents) * BigInt(weight));
  const shares = exact.map((share) => Number(share / total));
  const missing = cents - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = exact
    .map((share, place) => ({ place, remainder: share % total }))
    .toSorted((one, other) => Number(other.remainder - one.remainder) || one.place - other.place);
  for (const { place } of byRemainder.slice(0, missing)) shares[place]! += 1;
  return shares;
}
