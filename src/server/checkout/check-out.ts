import { isExpired } from "../../domain/cart-expiry.ts";
import { unpaidRefusal, type UnpaidRefusal } from "../../domain/holding-caps.ts";
import { firstStatus } from "../../domain/order-status.ts";
import { payBy, type PaymentMethod } from "../../domain/payment-window.ts";
import { unitPriceCents } from "../../domain/price.ts";
import { headOfficeSubtotalCents, quote, type Quote } from "../../domain/quote.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { findCart, type Cart } from "../cart/queries.ts";
import { findCustomer, type Customer } from "../customers/queries.ts";
import { isId, newId } from "../db/new-id.ts";
import type { Buyer } from "../holding/shopper.ts";
import { madeToOrderLeft, checkPresaleAccess } from "../presale-access/presale-access.ts";
import type { Access, CodeRefusal } from "../presale-access/access-code-verifier.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { onlineFee, packagingCents, takesPayment, type Shop } from "../shops/shop.ts";
import type { Actor } from "../change-log/change-log.ts";
import type { Carrier } from "../shipping/carriers.ts";
import { findOrderOfCart } from "./queries.ts";
import { placeOrder, type CodeUse, type NewOrder } from "./place-order.ts";
import { chosenCarrier, figures } from "./quote-cart.ts";

export interface CheckoutInput {
  cartId: string;
  customerId: string;
  addressId: string | null;
  carrierId: string | null;
  insured: boolean;
  paymentMethod: PaymentMethod;
  /** What the shopper was shown; if the figures moved since, the order is not placed. */
  expectedTotalCents: number | null;
  termsVersion: string | null;
  /** Where this order's mails go; null: to the customer's own address, if he has one. */
  email: string | null;
  /** What the caller's code opens now. A presale cart is checked out only with its code (rule PRESALE-2). */
  readAccess(): Promise<Access | CodeRefusal>;
  /** The member of staff who does it in the customer's name, or null. */
  assistedBy: string | null;
  /** The member of the back office who takes the order: its log has it too. */
  by?: Actor;
  /** Whose caps on what is unpaid bind; none: staff and the shop itself, whom none binds. */
  readBuyer?(): Promise<Buyer>;
  /** The `Idempotency-Key` of the call: the same one finds the same order again, even after a crash. */
  checkoutKey: string | null;
}

export type CheckoutRefusal =
  | CodeRefusal
  | UnpaidRefusal
  | Refusal<
      | "cart_not_found"
      | "cart_not_active"
      | "customer_not_found"
      | "address_not_found"
      | "address_missing"
      | "carrier_not_found"
      | "carrier_missing"
      | "payment_method_disabled"
      | "selling_disabled"
      | "guest_not_allowed"
      | "total_changed"
      | "presale_cap"
    >;

/** Carts change while they are checked out only by the same shopper's other tab: three tries are plenty. */
const TRIES = 3;

/**
 * Turns a cart into an order: figures computed here and frozen, the cart ended, stock ledger, history and mail, all or
 * nothing. `callerId` is whose token came with the call: nobody checks out for another. Answers the order's id.
 */
export async function checkOut(
  app: App,
  shop: Shop,
  callerId: string,
  wish: CheckoutInput,
): Promise<{ orderId: string } | CheckoutRefusal> {
  if (!shop.settings.management.canSell) return refuse("selling_disabled");
  if (!isId(wish.cartId)) return refuse("cart_not_found");
  if (wish.customerId !== callerId) return refuse("customer_not_found");
  for (let attempt = 1; ; attempt++) {
    const [cart, carrier, customer] = await Promise.all([
      findCart(app.genericPlans, shop, wish.cartId),
      chosenCarrier(app, shop, wish.carrierId),
      findCustomer(app.genericPlans, callerId),
    ]);
    if (!cart) return refuse("cart_not_found");
    if (!customer) return refuse("customer_not_found");
    if (cart.state !== "active" || isExpired(cart.expiresAt, cart.now)) return placedBefore(app, cart, callerId, wish);
    if (isRefusal(carrier)) return carrier;
    const access = cart.presaleId === null ? null : await wish.readAccess();
    const shut = access && checkPresaleAccess(cart.presaleId, access);
    if (shut) return shut;
    const use = access && !isRefusal(access) ? useOf(shop, cart, access) : null;
    if (isRefusal(use)) return use;
    const buyer = wish.assistedBy === null ? ((await wish.readBuyer?.()) ?? null) : null;
    const order = decide(shop, cart, carrier, customer, { ...wish, use, buyer });
    if (isRefusal(order)) return order;
    const placed = await placeOrder(app.genericPlans, cart, order);
    if (typeof placed === "number") return { orderId: order.order.id };
    if (placed !== undefined && buyer) return unpaidRefusal(placed, buyer.caps, takesPayment(shop, "MP"));
    if (attempt === TRIES) return refuse("cart_not_active");
  }
}

/** What the order takes of its code: a use, and its pieces that have to be made. */
function useOf(shop: Shop, cart: Cart, access: Access): CodeUse | Refusal<"presale_cap"> {
  const madeToOrder = cart.lines.reduce((sum, line) => sum + (line.held === 0 ? line.pieces : 0), 0);
  if (madeToOrder > madeToOrderLeft(shop, access)) return refuse("presale_cap");
  return { code: access.code, madeToOrder, madeToOrderCap: shop.settings.orders.presaleCap };
}

/** The same call once more, its first answer lost on the way: the order it made is the answer. */
async function placedBefore(
  app: App,
  cart: Cart,
  callerId: string,
  wish: CheckoutInput,
): Promise<{ orderId: string } | Refusal<"cart_not_active">> {
  const order = wish.checkoutKey === null ? undefined : await findOrderOfCart(app.genericPlans, cart.id);
  const isSame = order?.customer_id === callerId && order.checkout_key === wish.checkoutKey;
  return isSame ? { orderId: order.id } : refuse("cart_not_active");
}

function decide(
  shop: Shop,
  cart: Cart,
  carrier: Carrier | null,
  customer: Customer,
  wish: CheckoutInput & { use: CodeUse | null; buyer: Buyer | null },
): NewOrder | CheckoutRefusal {
  if (customer.kind === "guest" && !shop.settings.orders.allowGuest) return refuse("guest_not_allowed");
  const address = customer.addresses.find((own) => own.id === wish.addressId && !own.isDeleted) ?? null;
  if (wish.addressId !== null && !address) return refuse("address_not_found");
  // Tickets travel by mail: they need neither an address nor a carrier.
  const needsParcel = cart.lines.some((line) => !line.isDigital);
  if (needsParcel && !address) return refuse("address_missing");
  if (needsParcel && !carrier) return refuse("carrier_missing");
  const email = wish.email ?? customer.email;

  const charged = figures(shop, cart, carrier, wish);
  if (isRefusal(charged)) return charged;
  if (wish.expectedTotalCents !== null && wish.expectedTotalCents !== charged.grandTotalCents) {
    return refuse("total_changed");
  }
  const isPresale = cart.presaleId !== null;
  const status = firstStatus({ isPresale, inBranch: shop.kind === "branch" });
  const id = newId();
  const key = newToken();
  const fee = wish.paymentMethod === "MP" ? onlineFee(shop) : null;
  return {
    actor: wish.assistedBy === null ? `cliente ${customer.id}` : `${wish.assistedBy}, por el cliente ${customer.id}`,
    key,
    by: wish.by ?? null,
    use: wish.use,
    buyer: wish.buyer,
    order: {
      id,
      key_hash: `\\x${hashToken(key).toString("hex")}`,
      shop_id: shop.id,
      cart_id: cart.id,
      customer_id: customer.id,
      checkout_key: wish.checkoutKey,
      status,
      is_presale: isPresale,
      presale_id: cart.presaleId,
      access_code: wish.use?.code ?? null,
      delivers_on: cart.presale?.deliversOn ?? null,
      payment_method: wish.paymentMethod,
      ...frozen(charged),
      packaging_price_cents: packagingCents(shop),
      head_office_total_cents: headOfficeTotalCents(shop, cart, carrier, charged, wish),
      carrier_id: carrier?.id ?? null,
      carrier_name: carrier?.name ?? null,
      carrier_description: carrier?.description ?? null,
      insurance_rate_bps: wish.insured ? (carrier?.terms.insuranceRateBps ?? null) : null,
      max_pieces: carrier?.terms.piecesFee?.maxPieces ?? null,
      piece_cents: carrier?.terms.piecesFee?.pieceCents ?? null,
      online_fee_rate_bps: fee?.rateBps ?? 0,
      online_fee_base_cents: fee?.baseCents ?? 0,
      customer_name: customer.name,
      customer_last_name: customer.lastName,
      customer_phone: customer.phone,
      customer_email: email,
      address_id: address?.id ?? null,
      address,
      terms_version: wish.termsVersion,
      terms_accepted_at: wish.termsVersion === null ? null : cart.now,
      pay_by: payBy({ status, paymentMethod: wish.paymentMethod }, shop.settings.payments.windows, cart.now),
      created_at: cart.now,
    },
    lines: cart.lines.map((line, position) => ({
      order_id: id,
      position,
      size_id: line.sizeId,
      product_id: line.productId,
      brand_id: line.brandId,
      name: line.name,
      is_digital: line.isDigital,
      pieces: line.pieces,
      held: line.held,
      price_cents: line.prices.priceCents,
      wholesale_price_cents: line.prices.wholesalePriceCents,
      branch_price_cents: line.prices.branchPriceCents,
      branch_wholesale_price_cents: line.prices.branchWholesalePriceCents,
      unit_price_cents: unitPriceCents(line.prices, charged.wholesale),
      picture: line.picture?.key ?? null,
      extended1: line.extended1,
      extended2: line.extended2,
    })),
  };
}

function frozen(charged: Quote): Record<string, unknown> {
  return {
    pieces: charged.pieces,
    is_wholesale: charged.wholesale,
    subtotal_cents: charged.subtotalCents,
    packaging_cents: charged.packagingCents,
    shipping_cents: charged.shippingCents,
    extra_shipping_cents: charged.extraShippingCents,
    insurance_cents: charged.insuranceCents,
    total_cents: charged.totalCents,
    online_fee_cents: charged.onlineFeeCents,
    grand_total_cents: charged.grandTotalCents,
  };
}

/** What a branch owes: the same order with the same formulas at the head office's prices (rule PRICE-3). */
function headOfficeTotalCents(
  shop: Shop,
  cart: Cart,
  carrier: Carrier | null,
  charged: Quote,
  wish: CheckoutInput,
): number | null {
  if (shop.kind === "headOffice") return null;
  const parcelPieces = cart.lines.reduce((sum, line) => sum + (line.isDigital ? 0 : line.pieces), 0);
  const subtotalCents = headOfficeSubtotalCents(cart.lines, charged.wholesale);
  return quote(
    { pieces: charged.pieces, parcelPieces, wholesale: charged.wholesale, subtotalCents },
    {
      carrier: carrier?.terms ?? null,
      insured: wish.insured,
      onlineFee: wish.paymentMethod === "MP" ? onlineFee(shop) : null,
      packagingCents: packagingCents(shop),
    },
  ).grandTotalCents;
}
