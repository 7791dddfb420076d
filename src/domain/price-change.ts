import { divideHalfUp, type Cents } from "./money.ts";

/** A price increase, or a decrease if negative. */
export type PriceChange = { kind: "percent"; bps: number } | { kind: "amount"; cents: Cents };

/**
 * A price after a change, in centavos. A percentage is rounded half up to the centavo (rule PRICE-5). Null if the
 * result is not above zero.
 */
export function changedPriceCents(priceCents: Cents, change: PriceChange): Cents | null {
  const difference =
    change.kind === "amount" ? change.cents : divideHalfUp(BigInt(priceCents) * BigInt(change.bps), 10_000n);
  const changed = priceCents + difference;
  return changed > 0 ? changed : null;
}

/** "+10", "-7.5 %", "-50", "$20": a percentage if the text ends in %, else pesos. Null for any other text. */
export function readPriceChange(typed: string): PriceChange | null {
  const [, sign, figure, isPercent] =
    /^([+-]?)\s*\$?\s*(\d{1,7}(?:\.\d{1,2})?)\s*(%?)$/.exec(typed.trim().replace("−", "-")) ?? [];
  if (figure === undefined) return null;
  const hundredths = Math.round(Number(figure) * 100) * (sign === "-" ? -1 : 1);
  return isPercent ? { kind: "percent", bps: hundredths } : { kind: "amount", cents: hundredths };
}
