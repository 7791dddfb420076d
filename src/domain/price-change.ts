import { divideHalfAwayFromZero, type Cents } from "./money.ts";
import { MAX_PRICE_CENTS, readPesos } from "./read-pesos.ts";

/** A price increase, or a decrease if negative. */
export type PriceChange = { kind: "percent"; bps: number } | { kind: "amount"; cents: Cents };

/**
 * A price after a change, in centavos. The difference of a percentage is rounded to the centavo, half a centavo away
 * from zero (rules PRICE-5 and MONEY-2). Null if the result is not above zero.
 */
export function changedPriceCents(priceCents: Cents, change: PriceChange): Cents | null {
  const differenceCents =
    change.kind === "amount" ? change.cents : divideHalfAwayFromZero(BigInt(priceCents) * BigInt(change.bps), 10_000n);
  const changedCents = priceCents + differenceCents;
  return changedCents > 0 ? changedCents : null;
}

/** "+10", "-7.5 %", "-50", "$20": a percentage if it ends in %, else pesos. Null if it is neither. */
export function readPriceChange(typed: string): PriceChange | null {
  const [, sign, figure = "", percentSign] = /^([+-]?)(.*?)\s*(%?)$/.exec(typed.trim().replace("−", "-")) ?? [];
  // Hundredths of a peso or of a percent, which are typed in the same format.
  const hundredths = readPesos(figure);
  if (hundredths === null || hundredths > MAX_PRICE_CENTS) return null;
  const signedHundredths = sign === "-" ? -hundredths : hundredths;
  return percentSign ? { kind: "percent", bps: signedHundredths } : { kind: "amount", cents: signedHundredths };
}
