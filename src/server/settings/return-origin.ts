import type { App } from "../app.ts";
import type { Shop } from "./shop.ts";

/**
 * Where the shopper is now, without a slash at the end: her session lives in that origin's storage, so she must come back
 * to it. A host that is not the shop's own is not believed.
 */
export function returnOrigin(app: App, shop: Shop, request: Request): string {
  const { host, hostname } = new URL(request.url);
  if (!shop.hosts.includes(hostname)) return app.originOf(shop.hosts);
  const protocol = app.config.publicUrl === null ? "http:" : new URL(app.config.publicUrl).protocol;
  return `${protocol}//${host}`;
}
