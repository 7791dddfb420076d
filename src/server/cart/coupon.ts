import { sql } from "kysely";
import { normalizeCouponCode } from "../../domain/normalize-coupon-code.ts";
import { isExpired } from "../../domain/cart-expiry.ts";
import { dependsOnCustomer, promotionState } from "../../domain/promotion-terms.ts";
import type { CartSummary } from "../../domain/quote.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { tooManyAttempts, type TooManyAttempts } from "../sessions/too-many-attempts.ts";
import type { Shop } from "../shops/shop.ts";
import { summaryOf, type PromotableCart } from "./cart-summary.ts";
import { findStoredCart, type CartCoupon } from "./queries.ts";

export type CouponRefusal =
  | Refusal<
      | "coupon_invalid"
      | "coupon_expired"
      | "coupon_used_up"
      | "coupon_not_applicable"
      | "coupon_not_combined"
      | "coupon_of_another"
    >
  | TooManyAttempts;

interface FoundCode extends CartCoupon {
  endsAt: Date | null;
  startsAt: Date;
  shopId: string | null;
}

/**
 * Sets the cart's coupon and replaces an earlier one (rules COUPON-1 to COUPON-3). A code that does not exist counts as
 * a failed attempt of the IP address (decision 13). A refused code does not change the cart.
 */
export async function setCoupon(
  app: App,
  shop: Shop,
  cartId: string,
  { code, ip, customerId }: { code: string; ip: string; customerId: string | null },
): Promise<"set" | Refusal<"cart_not_found" | "cart_not_active"> | CouponRefusal> {
  const cart = isId(cartId) ? await findStoredCart(app.genericPlanDb, shop, cartId) : undefined;
  if (!cart) return refuse("cart_not_found");
  if (cart.state !== "active" || isExpired(cart.expiresAt, cart.now)) return refuse("cart_not_active");
  const coupon = await findCodeCountingAttempts(app, normalizeCouponCode(code), ip);
  if (isRefusal(coupon)) return coupon;
  const refusal = checkCode(shop, coupon, { now: cart.readAt, customerId });
  if (refusal) return refusal;
  const summary = summaryOf(shop, { ...cart, coupon }, null);
  if (!isPromotionApplied(summary, coupon.promotionId) && !mayApplyAtCheckout(shop, coupon)) {
    return unappliedCouponRefusal(shop, { ...cart, coupon }, coupon);
  }
  return (await writeCoupon(app, cartId, coupon.code)) ? "set" : refuse("cart_not_active");
}

/** Whether a promotion discounts the cart's products or makes its shipping free. */
export function isPromotionApplied({ productDiscounts, freeShipping }: CartSummary, id: string): boolean {
  return freeShipping?.id === id || productDiscounts.some(({ promotionId }) => promotionId === id);
}

export async function removeCoupon(
  app: App,
  shop: Shop,
  cartId: string,
): Promise<"removed" | Refusal<"cart_not_found" | "cart_not_active">> {
  const cart = isId(cartId) ? await findStoredCart(app.genericPlanDb, shop, cartId) : undefined;
  if (!cart) return refuse("cart_not_found");
  if (cart.state !== "active") return refuse("cart_not_active");
  return (await writeCoupon(app, cartId, null)) ? "removed" : refuse("cart_not_active");
}

/** Why the cart's coupon gives no discount now. */
export function unappliedCouponRefusal(
  shop: Shop,
  cart: PromotableCart,
  coupon: CartCoupon,
): Exclude<CouponRefusal, TooManyAttempts> {
  if (coupon.isUsedUp) return refuse("coupon_used_up");
  const couponPromotions = shop.promotions.filter(({ id }) => id === coupon.promotionId);
  if (couponPromotions.length === 0) return refuse("coupon_expired");
  const appliesAlone = isPromotionApplied(
    summaryOf({ ...shop, promotions: couponPromotions }, cart),
    coupon.promotionId,
  );
  return refuse(appliesAlone ? "coupon_not_combined" : "coupon_not_applicable");
}

/** Whether the coupon may apply at the checkout, where the customer is known. */
function mayApplyAtCheckout(shop: Shop, { promotionId }: CartCoupon): boolean {
  return shop.promotions.some((promotion) => promotion.id === promotionId && dependsOnCustomer(promotion));
}

function checkCode(
  shop: Shop,
  coupon: FoundCode,
  { now, customerId }: { now: Date; customerId: string | null },
): CouponRefusal | undefined {
  if (coupon.shopId !== null && coupon.shopId !== shop.id) return refuse("coupon_invalid");
  const state = promotionState(coupon, now);
  if (state === "ended") return refuse("coupon_expired");
  if (state === "planned") return refuse("coupon_not_applicable");
  if (coupon.customerId !== null && coupon.customerId !== customerId) return refuse("coupon_of_another");
  return coupon.isUsedUp ? refuse("coupon_used_up") : undefined;
}

async function findCodeCountingAttempts(app: App, code: string, ip: string): Promise<FoundCode | CouponRefusal> {
  const attempt = { secretKind: "coupon" as const, account: code, ip };
  const waitSeconds = await app.failedAttempts.waitSecondsOf(attempt);
  if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
  const { rows } = await sql<FoundCode>`
    SELECT k.code, k.promotion_id AS "promotionId", coalesce(k.uses >= k.max_uses, false) AS "isUsedUp",
      k.customer_id AS "customerId", p.starts_at AS "startsAt", p.ends_at AS "endsAt", p.shop_id AS "shopId"
    FROM promotion_codes k JOIN promotions p ON p.id = k.promotion_id WHERE k.code = ${code}`.execute(
    app.genericPlanDb,
  );
  if (rows[0]) return rows[0];
  const waitSecondsAfterwards = await app.failedAttempts.recordAttempt(attempt);
  return waitSecondsAfterwards === null ? refuse("coupon_invalid") : tooManyAttempts(waitSecondsAfterwards);
}

/**
 * Stores the code in the cart. Increases the version, so that a checkout that read the cart earlier cannot order it at
 * the earlier price. False if the cart has ended meanwhile.
 */
async function writeCoupon(app: App, cartId: string, code: string | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE carts SET coupon = ${code}, version = version + 1 WHERE id = ${cartId} AND state = 'active'`.execute(
    app.genericPlanDb,
  );
  return numAffectedRows === 1n;
}
