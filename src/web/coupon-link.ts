import { normalizeCode } from "../domain/coupon-code.ts";

/** The coupon of a link such as `/?cupon=BUENFIN`, until it is entered in a cart or replaced by another link's. */
export const COUPON_COOKIE = "cupon";
const PARAMETER = "cupon";
const KEPT_DAYS = 30;

/**
 * A page requested with a coupon: redirects to the same page without it and keeps the coupon in a cookie, which the
 * cart's page reads. Pages stay the same for everybody. Undefined without a coupon.
 */
export function keepCouponOfLink(request: Request): Response | undefined {
  const url = new URL(request.url);
  const typed = url.searchParams.get(PARAMETER);
  if (typed === null || request.method !== "GET" || url.pathname.endsWith(".data")) return undefined;
  url.searchParams.delete(PARAMETER);
  const headers = new Headers({ Location: url.pathname + url.search, "Cache-Control": "no-store" });
  const code = normalizeCode(typed);
  if (/^[\w-]{1,60}$/.test(code)) {
    headers.set("Set-Cookie", `${COUPON_COOKIE}=${code}; Path=/; Max-Age=${KEPT_DAYS * 86_400}; SameSite=Lax`);
  }
  return new Response(null, { status: 302, headers });
}
