import { divideHalfUp, type Cents } from "./money.ts";

/** By how much prices go up, or (below zero) down. */
export type PriceChange = { kind: "percent"; bps: number } | { kind: "amount"; cents: Cents };

/**
 * A price after a change, in centavos. A percentage is rounded half up to the centavo (rule PRICE-5). Null where nothing
 * would be left of the price.
 */
export function changedPriceCents(priceCents: Cents, change: PriceChange): Cents | null {
  const difference =
    change.kind === "amount" ? change.cents : divideHalfUp(BigInt(priceCents) * BigInt(change.bps), 10_000n);
  const changed = priceCents + difference;
  return changed > 0 ? changed : null;
}

/** "+10", "-7.5 %", "-50", "$20": a share where it ends in %, else pesos; null for what is neither. */
export function readPriceChange(typed: string): PriceChange | null {
  const [, sign, figure, isShare] =
    /^([+-]?)\s*\$?\s*(\d{1,7}(?:\.\d{1,2})?)\s*(%?)$/.exec(typed.trim().replace("−", "-")) ?? [];
  if (figure === undefined) return null;
  const hundredths = Math.round(Number(figure) * 100) * (sign === "-" ? -1 : 1);
  return isShare ? { kind: "percent", bps: hundredths } : { kind: "amount", cents: hundredths };
}
