import { isExpired } from "../../domain/cart-expiry.ts";
import type { PaymentMethod } from "../../domain/payment-window.ts";
import { quote, type CartSummary, type Quote } from "../../domain/quote.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { StaffDiscount } from "../../domain/staff-discount.ts";
import type { App } from "../app.ts";
import { summaryOf } from "../cart/cart-summary.ts";
import { applyLivePrices, type LivePriceRequest } from "../carrier-labels/live-prices.ts";
import { findStoredCart } from "../cart/queries.ts";
import { findPromotionCustomer } from "../promotions/find-promotion-customer.ts";
import { isId } from "../db/new-id.ts";
import { checkPresaleAccess } from "../presale-access/presale-access.ts";
import type { PresaleAccess, AccessCodeRefusal } from "../presale-access/access-code-verifier.ts";
import { onlineFeeOf, packagingCentsOf, acceptsPaymentMethod, type Shop } from "../shops/shop.ts";
import { findShippingChoice, type ShippingChoice } from "../pickup-points/shipping-choice.ts";

export interface QuoteInput {
  carrierId: string | null;
  insured: boolean;
  paymentMethod: PaymentMethod | null;
  /** The destination, for carriers with live prices. Null: their fixed prices apply. */
  postalCode?: string | null;
  /** A discount that staff give on this order, which `quotePhoneOrder` has checked. */
  staffDiscount?: StaffDiscount | null;
}

/** The figures of an active cart for these choices. The checkout computes the same ones with `computeFigures`. */
export async function quoteCart(
  app: App,
  shop: Shop,
  cartId: string,
  input: QuoteInput & { access: PresaleAccess | AccessCodeRefusal; customer: string | { phone: string } | null },
): Promise<
  | Quote
  | Refusal<"cart_not_found" | "cart_not_active" | "carrier_not_found" | "payment_method_disabled">
  | AccessCodeRefusal
> {
  if (!isId(cartId)) return refuse("cart_not_found");
  const [cart, shippingChoice, customer] = await Promise.all([
    findStoredCart(app.genericPlanDb, shop, cartId),
    findChosenShipping(app, shop, input.carrierId),
    findPromotionCustomer(app.genericPlanDb, shop, input.customer),
  ]);
  if (!cart) return refuse("cart_not_found");
  if (cart.state !== "active" || isExpired(cart.expiresAt, cart.now)) return refuse("cart_not_active");
  const refusal = checkPresaleAccess(cart.presaleId, input.access);
  if (refusal) return refusal;
  if (isRefusal(shippingChoice)) return shippingChoice;
  const pricedChoice = await withLivePrice(app, shop, shippingChoice, {
    lines: cart.lines,
    postalCode: input.postalCode,
    mayFetch: true,
  });
  return computeFigures(shop, summaryOf(shop, cart, customer, input.staffDiscount), pricedChoice, input);
}

/** The choice with its live price for this parcel, if it has one (rule CARRIER-5). */
export async function withLivePrice(
  app: App,
  shop: Shop,
  choice: ShippingChoice | null,
  {
    lines,
    postalCode,
    mayFetch,
  }: { lines: LivePriceRequest["lines"]; postalCode: string | null | undefined; mayFetch: boolean },
): Promise<ShippingChoice | null> {
  if (!choice?.livePricing || !postalCode) return choice;
  const [pricedChoice] = await applyLivePrices(app, shop.id, [choice], { postalCode, lines, mayFetch });
  return pricedChoice!;
}

async function findChosenShipping(
  app: App,
  shop: Shop,
  carrierId: string | null,
): Promise<ShippingChoice | null | Refusal<"carrier_not_found">> {
  if (carrierId === null) return null;
  return (await findShippingChoice(app.genericPlanDb, shop.id, carrierId)) ?? refuse("carrier_not_found");
}

/** The figures of a summary, with this carrier or pick-up point and these choices. */
export function computeFigures(
  shop: Shop,
  summary: CartSummary,
  shippingChoice: Pick<ShippingChoice, "terms"> | null,
  input: Pick<QuoteInput, "insured" | "paymentMethod">,
): Quote | Refusal<"payment_method_disabled"> {
  if (input.paymentMethod !== null && !acceptsPaymentMethod(shop, input.paymentMethod))
    return refuse("payment_method_disabled");
  return quote(summary, {
    carrier: shippingChoice?.terms ?? null,
    insured: input.insured,
    onlineFee: input.paymentMethod === "MP" ? onlineFeeOf(shop) : null,
    packagingCents: packagingCentsOf(shop),
  });
}
