import { normalizeCouponCode } from "../domain/normalize-coupon-code.ts";

/**
 * The cookie with the coupon of a link such as `/?cupon=BUENFIN`, or of an expired cart. It is deleted when a coupon
 * field reads it (shop/coupon-field.tsx).
 */
export const COUPON_COOKIE = "cupon";
const PARAMETER = "cupon";
const COOKIE_DAYS = 30;

/**
 * Redirects a page request with a coupon to the same page without it, so that the page is the same for every visitor.
 * Stores a well-formed code in the cookie. Undefined for a request without a coupon, for a data request of React Router
 * (`.data`), and for any method but GET.
 */
export function storeCouponFromLink(request: Request): Response | undefined {
  const url = new URL(request.url);
  const requestedCode = url.searchParams.get(PARAMETER);
  if (requestedCode === null || request.method !== "GET" || url.pathname.endsWith(".data")) return undefined;
  url.searchParams.delete(PARAMETER);
  // A `Location` that begins with `//` leads to another host.
  const location = url.pathname.replace(/^\/+/, "/") + url.search;
  const headers = new Headers({ Location: location, "Cache-Control": "no-store" });
  const code = normalizeCouponCode(requestedCode);
  if (/^[\w-]{1,60}$/.test(code)) {
    headers.set("Set-Cookie", `${COUPON_COOKIE}=${code}; Path=/; Max-Age=${COOKIE_DAYS * 86_400}; SameSite=Lax`);
  }
  return new Response(null, { status: 302, headers });
}
