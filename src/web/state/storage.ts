/** Keys of what the browser stores: tokens, ids and choices, never a customer's name or address (rule CUSTOMER-9). */
export const STORAGE_KEY = {
  cartId: "escaparate.cart",
  session: "escaparate.session",
  /** The presale code, until it is no longer valid (rule CUSTOMER-9). */
  accessCode: "escaparate.code",
  /** This browser's secret in waiting rooms. It identifies the browser's place in the queue. */
  visitor: "escaparate.visitor",
  /** The grant of the waiting room, sent with the code. The server decides when it expires. */
  grant: "escaparate.grant",
  /** Rewritten at each change of the cart in this browser, so that other tabs read the cart again. */
  cartStamp: "escaparate.cart-stamp",
  /** "1": the visitor wants to see wholesale prices. */
  wholesale: "escaparate.wholesale",
  /** The answer to the cookie notice: "granted" or "denied". */
  consent: "escaparate.consent",
  /** Saved products (state/wishlist.ts). For customers it is a copy of the server's list. */
  wishlist: "escaparate.wishlist",
  /** Ids of the products opened last, newest first, separated by commas. */
  viewed: "escaparate.viewed",
  /** References of orders whose purchase was tracked, newest last. */
  trackedPurchases: "escaparate.told-purchases",
} as const;

/** Reads a stored value. The result is also null where storage is unavailable, as in some private windows. */
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
    // Storage is full or unavailable: the value is only in memory.
  }
}

/**
 * Makes the browser ignore page data that it prefetched before a change of the cart: their responses say `Vary: Cookie`
 * (web/serve.ts, decision 7), and this function changes a cookie. The cookie contains only a time, and expires slightly
 * later than the data. It also makes the server read the next pages from the primary (server/http/may-read-replica.ts).
 */
export function invalidatePrefetchedPages(): void {
  document.cookie = `cart-stamp=${Date.now()}; path=/; max-age=15; samesite=lax`;
}
