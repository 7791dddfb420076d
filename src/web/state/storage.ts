/** What the browser stores of a visit: tokens and ids only, never names or addresses (rule CUSTOMER-9). */
export const STORED = {
  cartId: "escaparate.cart",
  session: "escaparate.session",
  /** The presale code, until it is no longer valid (rule CUSTOMER-9). */
  accessCode: "escaparate.code",
  /** This browser's secret in waiting rooms: it identifies its place. */
  visitor: "escaparate.visitor",
  /** The turn that the waiting room granted, sent with the code. The server decides when it is over. */
  grant: "escaparate.grant",
  /** Rewritten at each change of the cart, so that other tabs read the cart again. */
  cartStamp: "escaparate.cart-stamp",
  /** "1": the visitor wants to see wholesale prices. */
  wholesale: "escaparate.wholesale",
  /** The answer to the cookie notice: "granted" or "denied". */
  consent: "escaparate.consent",
  /** Saved products (state/wishlist.ts). Of a customer a copy of what the server has. */
  wishlist: "escaparate.wishlist",
  /** Ids of the products opened last, the newest first, with commas between them. */
  viewed: "escaparate.viewed",
  /** References of orders whose purchase was tracked, newest last. */
  trackedPurchases: "escaparate.told-purchases",
} as const;

/** Storage may be full, or unavailable in a private window: then the visit is in memory alone. */
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
    // Not stored: see `readStored`.
  }
}

/**
 * Called when this visitor's cart changed the stock: prefetched page data are no longer used. The browser caches them
 * by cookie (web/serve.ts, decision 7). This cookie outlives them by a little and holds only a time.
 */
export function invalidatePrefetched(): void {
  document.cookie = `cart-stamp=${Date.now()}; path=/; max-age=15; samesite=lax`;
}
