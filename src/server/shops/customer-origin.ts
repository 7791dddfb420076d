import type { App } from "../app.ts";
import type { Shop } from "./shop.ts";

/**
 * The customer's current origin, without a slash at the end. The session is in that origin's storage, so the customer
 * must come back to it after the payment. An origin that is neither at a host of the shop nor `PUBLIC_URL` is not
 * trusted: then the result is the shop's own origin.
 */
export function customerOrigin(app: App, shop: Shop, request: Request): string {
  const { origin, hostname } = new URL(request.url);
  return shop.hosts.includes(hostname) || origin === app.config.publicUrl ? origin : app.originOf(shop.hosts);
}
