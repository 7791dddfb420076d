/**
 * A cart expires at the latest this many timeouts after its first line (rule CART-2). `touchCart`
 * (cart/line-queries.ts) and `reserve.sql.ts` compute the expiry by the database's clock.
 */
export const MAX_TIMEOUTS = 3;

/** The cart page offers more time when fewer seconds are left (rule CART-6). */
export const MORE_TIME_BELOW_SECONDS = 120;

/** The clock turns orange and then red when this many seconds are left (rule CART-12). */
const CLOCK_WARNS_SECONDS = 600;
const CLOCK_ALERTS_SECONDS = 300;

/**
 * Whether the cart has expired. Then calls that change, quote or order it are refused, even before the sweeper has
 * released its pieces.
 */
export function isExpired(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() <= now.getTime();
}

export type ClockTone = "calm" | "warns" | "alerts";

export function clockTone(secondsLeft: number): ClockTone {
  if (secondsLeft <= CLOCK_ALERTS_SECONDS) return "alerts";
  return secondsLeft <= CLOCK_WARNS_SECONDS ? "warns" : "calm";
}
