import type { App } from "../app.ts";
import type { Shop } from "./shop.ts";

/**
 * Where the shopper is now, without a slash at the end: her session lives in that origin's storage, so she must come back
 * to it. A host that is not the shop's own is not believed.
 */
export function returnOrigin(app: App, shop: Shop, request: Request): string {
  const { origin, hostname } = new URL(request.url);
  return shop.hosts.includes(hostname) || origin === app.config.publicUrl ? origin : app.originOf(shop.hosts);
}
