/** What the browser keeps of a visit: tokens and ids only, never names or addresses (rule CUSTOMER-9). */
export const STORED = {
  cartId: "escaparate.cart",
  session: "escaparate.session",
  /** The presale code, until it no longer opens anything (rule CUSTOMER-9). */
  accessCode: "escaparate.code",
  /** This browser's secret in waiting rooms: its place hangs on it. */
  visitor: "escaparate.visitor",
  /** The turn that the waiting room gave, sent with the code; the server says when it is over. */
  grant: "escaparate.grant",
  /** Rewritten at each change of the cart, so that other tabs look again. */
  cartStamp: "escaparate.cart-stamp",
  /** What was answered to the cookie notice: "granted" or "denied". */
  consent: "escaparate.consent",
  /** References of orders whose purchase was told to the analytics, newest last. */
  toldPurchases: "escaparate.told-purchases",
} as const;

/** Storage may be full, or closed to us in a private window: then the visit lives in memory alone. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Nothing to do: see above.
  }
}

/**
 * Called when this visitor's cart changed the stock: pages' data fetched ahead before now is not used any more. The
 * browser keeps it by cookie (web/serve.ts, decision 7); this one outlives it by a little and tells nothing.
 */
export function outdateFetchedAhead(): void {
  document.cookie = `cart-stamp=${Date.now()}; path=/; max-age=15; samesite=lax`;
}
