import { isExpired } from "../../domain/cart-expiry.ts";
import type { PaymentMethod } from "../../domain/payment-window.ts";
import { quote, summarizeCart, type Quote } from "../../domain/quote.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { findCart, type Cart } from "../cart/queries.ts";
import { isId } from "../db/new-id.ts";
import { checkPresaleAccess } from "../presale-access/presale-access.ts";
import type { Access, CodeRefusal } from "../presale-access/access-code-verifier.ts";
import { onlineFee, packagingCents, takesPayment, wholesaleRule, type Shop } from "../shops/shop.ts";
import { findCarrier, type Carrier } from "../shipping/carriers.ts";

export interface QuoteInput {
  carrierId: string | null;
  insured: boolean;
  paymentMethod: PaymentMethod | null;
}

/** The figures of a live cart under these wishes: the one place where the shopper's figures come from. */
export async function quoteCart(
  app: App,
  shop: Shop,
  cartId: string,
  wish: QuoteInput & { access: Access | CodeRefusal },
): Promise<
  Quote | Refusal<"cart_not_found" | "cart_not_active" | "carrier_not_found" | "payment_method_disabled"> | CodeRefusal
> {
  if (!isId(cartId)) return refuse("cart_not_found");
  const [cart, carrier] = await Promise.all([
    findCart(app.genericPlans, shop, cartId),
    chosenCarrier(app, shop, wish.carrierId),
  ]);
  if (!cart) return refuse("cart_not_found");
  if (cart.state !== "active" || isExpired(cart.expiresAt, cart.now)) return refuse("cart_not_active");
  const shut = checkPresaleAccess(cart.presaleId, wish.access);
  if (shut) return shut;
  if (isRefusal(carrier)) return carrier;
  return figures(shop, cart, carrier, wish);
}

export async function chosenCarrier(
  app: App,
  shop: Shop,
  carrierId: string | null,
): Promise<Carrier | null | Refusal<"carrier_not_found">> {
  if (carrierId === null) return null;
  return (await findCarrier(app.genericPlans, shop.id, carrierId)) ?? refuse("carrier_not_found");
}

export function figures(
  shop: Shop,
  cart: Cart,
  carrier: Carrier | null,
  wish: Pick<QuoteInput, "insured" | "paymentMethod">,
): Quote | Refusal<"payment_method_disabled"> {
  if (wish.paymentMethod !== null && !takesPayment(shop, wish.paymentMethod)) return refuse("payment_method_disabled");
  return quote(summarizeCart(cart.lines, wholesaleRule(shop)), {
    carrier: carrier?.terms ?? null,
    insured: wish.insured,
    onlineFee: wish.paymentMethod === "MP" ? onlineFee(shop) : null,
    packagingCents: packagingCents(shop),
  });
}
