/**
 * A cart expires at the latest this many timeouts after its first line (rule CART-2). `touchCart`
 * (cart/line-queries.ts) and `reserve.sql.ts` compute the expiry by the database's clock.
 */
export const MAX_TIMEOUTS = 3;

/** The cart's page and the checkout offer more time when this many seconds or fewer are left (rule CART-6). */
export const OFFER_MORE_TIME_SECONDS = 120;

/** How many seconds are left when the clock turns orange, and when it turns red (rule CART-12). */
const CLOCK_WARNING_SECONDS = 600;
const CLOCK_URGENT_SECONDS = 300;

/**
 * Whether the cart has expired. Then calls that change, quote or order it are refused, even before the sweeper has
 * released its pieces.
 */
export function isExpired(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() <= now.getTime();
}

export type ClockTone = "calm" | "warning" | "urgent";

export function clockTone(secondsLeft: number): ClockTone {
  if (secondsLeft <= CLOCK_URGENT_SECONDS) return "urgent";
  return secondsLeft <= CLOCK_WARNING_SECONDS ? "warning" : "calm";
}
