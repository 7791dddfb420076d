/** How long a CDN may serve an answer whose purge was lost, in seconds. */
export const CDN_SECONDS = 60;

/** While the shop is down a CDN serves its last answers for a day. */
const STALE = `stale-while-revalidate=${CDN_SECONDS}, stale-if-error=86400`;

/** The tag of every public answer that is not about one product: each changed product may appear in it or leave it. */
export const CATALOGUE_TAG = "catalogue";

export const productTag = (productId: string): string => `product-${productId}`;
export const shopTag = (shopId: string): string => `shop-${shopId}`;

const PRODUCT = /\/products\/([0-9a-f]{8}-[0-9a-f-]{27})(?:\/|\.data|\?|$)/;

/**
 * Lets a CDN keep a public answer, and tags it. Browsers still ask each time: stale answers are allowed only in headers
 * for CDNs (RFC 9213), because a customer who has just put a piece into the cart must see the stock without it.
 */
export function addCdnHeaders(headers: Headers, { path, shopId }: { path: string; shopId: string }): void {
  if (!headers.get("cache-control")?.startsWith("public,") || headers.has("set-cookie")) return;
  const productId = PRODUCT.exec(path)?.[1];
  const tags = [shopTag(shopId), productId ? productTag(productId) : CATALOGUE_TAG];
  headers.set("Cache-Control", `public, max-age=0, s-maxage=${CDN_SECONDS}, must-revalidate`);
  headers.set("CDN-Cache-Control", `max-age=${CDN_SECONDS}, ${STALE}`);
  headers.set("Surrogate-Control", `max-age=${CDN_SECONDS}, ${STALE}`);
  headers.set("Surrogate-Key", tags.join(" "));
  headers.set("Cache-Tag", tags.join(","));
}
