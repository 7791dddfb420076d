/** How long a response is fresh in a CDN, in seconds: it becomes stale even if its purge request was lost. */
export const CDN_FRESH_SECONDS = 60;

/** After this time the CDN requests a response again before it serves it, except while the shop is down. */
export const MAX_COPY_AGE_SECONDS = 2 * CDN_FRESH_SECONDS;

/** While the shop is down a CDN serves its cached responses for a day. */
const STALE_DIRECTIVES = `stale-while-revalidate=${MAX_COPY_AGE_SECONDS - CDN_FRESH_SECONDS}, stale-if-error=86400`;

/** The tag of every public response that is not about one product: any change of a product may change it. */
export const CATALOGUE_TAG = "catalogue";

export const productTag = (productId: string): string => `product-${productId}`;
export const shopTag = (shopId: string): string => `shop-${shopId}`;

const PRODUCT_PATH = /\/products\/([0-9a-f]{8}-[0-9a-f-]{27})(?:\/|\.data|\?|$)/;

/**
 * Lets a CDN cache a public response, and tags it. Browsers revalidate it each time: stale responses are allowed only
 * in headers for CDNs (RFC 9213), because a customer who has just added a piece to the cart must see the stock without
 * it.
 */
export function addCdnHeaders(headers: Headers, { path, shopId }: { path: string; shopId: string }): void {
  if (!headers.get("cache-control")?.startsWith("public,") || headers.has("set-cookie")) return;
  const productId = PRODUCT_PATH.exec(path)?.[1];
  const tags = [shopTag(shopId), productId ? productTag(productId) : CATALOGUE_TAG];
  headers.set("Cache-Control", `public, max-age=0, s-maxage=${CDN_FRESH_SECONDS}, must-revalidate`);
  headers.set("CDN-Cache-Control", `max-age=${CDN_FRESH_SECONDS}, ${STALE_DIRECTIVES}`);
  headers.set("Surrogate-Control", `max-age=${CDN_FRESH_SECONDS}, ${STALE_DIRECTIVES}`);
  headers.set("Surrogate-Key", tags.join(" "));
  headers.set("Cache-Tag", tags.join(","));
}
