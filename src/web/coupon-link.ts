import { normalizeCode } from "../domain/coupon-code.ts";

/** The coupon of a link such as `/?cupon=BUENFIN`, until it is entered in a cart or replaced by another link's. */
export const COUPON_COOKIE = "cupon";
const PARAMETER = "cupon";
const COOKIE_DAYS = 30;

/**
 * Redirects a page request with a coupon to the same page without it, and stores the coupon in a cookie, which the
 * cart's page reads. So the page stays the same for every visitor. Undefined without a coupon.
 */
export function storeCouponFromLink(request: Request): Response | undefined {
  const url = new URL(request.url);
  const typed = url.searchParams.get(PARAMETER);
  if (typed === null || request.method !== "GET" || url.pathname.endsWith(".data")) return undefined;
  url.searchParams.delete(PARAMETER);
  const headers = new Headers({ Location: url.pathname + url.search, "Cache-Control": "no-store" });
  const code = normalizeCode(typed);
  if (/^[\w-]{1,60}$/.test(code)) {
    headers.set("Set-Cookie", `${COUPON_COOKIE}=${code}; Path=/; Max-Age=${COOKIE_DAYS * 86_400}; SameSite=Lax`);
  }
  return new Response(null, { status: 302, headers });
}
