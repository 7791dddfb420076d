import { isExpired } from "../../domain/cart-expiry.ts";
import { unpaidRefusal, type ShopperTier, type UnpaidRefusal } from "../../domain/holding-caps.ts";
import { firstStatus } from "../../domain/order-status.ts";
import { paymentDeadline, type PaymentMethod } from "../../domain/payment-window.ts";
import type { ApplicablePromotion } from "../../domain/promotion.ts";
import { discountsBySize, headOfficeSummary, quote, type CartSummary, type Quote } from "../../domain/quote.ts";
import { dependsOnCustomer } from "../../domain/promotion-terms.ts";
import type { StaffDiscount } from "../../domain/staff-discount.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { summaryOf } from "../cart/cart-summary.ts";
import { findStoredCart, type Cart } from "../cart/queries.ts";
import type { Customer } from "../customers/queries.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import type { Buyer } from "../holding/shopper.ts";
import { countMadeToOrderPiecesLeft, checkPresaleAccess } from "../presale-access/presale-access.ts";
import type { PresaleAccess, AccessCodeRefusal } from "../presale-access/access-code-verifier.ts";
import { recordPromotionUses, type LimitedUse, type UseRefusal } from "../promotions/record-promotion-uses.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { onlineFeeOf, packagingCentsOf, acceptsPaymentMethod, type Shop } from "../shops/shop.ts";
import type { Actor } from "../change-log/change-log.ts";
import { storeAnsweredCall } from "../http/idempotency.ts";
import type { AnsweredCall } from "../http/idempotency-store.ts";
import type { OrderRow } from "../orders/queries.ts";
import type { ShippingChoice } from "../pickup-points/shipping-choice.ts";
import { newTicketCode } from "../tickets/ticket-code.ts";
import { findCheckoutFacts, findOrderOfCart, nextOrderReference, type CheckoutFacts } from "./queries.ts";
import { toDiscountRows, toFigureColumns, toLineRow, listUsedPromotions } from "./order-columns.ts";
import { placeOrder, type CodeUse, type NewOrder } from "./place-order.ts";
import { toOrderInputs } from "./order-inputs.ts";
import { toPlacedOrder } from "./placed-order.ts";
import { computeFigures, withLivePrice } from "./quote-cart.ts";

export interface CheckoutInput {
  cartId: string;
  customerId: string;
  addressId: string | null;
  carrierId: string | null;
  insured: boolean;
  /** Whether carriers with a live price are charged by their quotes. Staff take orders at the shop's own prices. */
  usesLivePrices?: boolean;
  paymentMethod: PaymentMethod;
  /** The total that the customer was shown. If the figures changed since then, the order is not placed. */
  expectedTotalCents: number | null;
  termsVersion: string | null;
  /** The email address for this order. Null: the customer's own one, if they have one. */
  email: string | null;
  /** Another person who may collect the order at its pick-up point (rule PICKUP-5). */
  collector?: string | null;
  /**
   * The presale that the caller's code gives access to now. A presale cart is checked out only with its code (rule
   * PRESALE-2).
   */
  readAccess(): Promise<PresaleAccess | AccessCodeRefusal>;
  /** The member of staff who acts for the customer, or null. */
  assistedBy: string | null;
  /** A discount that this member gives, which `quotePhoneOrder` has checked. */
  staffDiscount?: StaffDiscount | null;
  /** The member of staff who places the order, for the change log. */
  by?: Actor;
  /**
   * The customer whose caps on unpaid orders apply. Undefined for staff and the shop itself, for whom no caps apply.
   */
  readBuyer?(tier: ShopperTier): Promise<Buyer>;
  /** The `Idempotency-Key` of the call. The same key finds the same order again, even after a crash. */
  checkoutKey: string | null;
  /**
   * Builds the call's answer, which is stored together with the order. Null: the answer is not stored with the order.
   */
  toAnsweredCall?: ToAnsweredCall | null;
  /** The result of `readCheckout`, if the caller has it already. Only the first attempt uses it. */
  reads?: CheckoutReads;
}

export interface CheckoutReads {
  cart: Cart | undefined;
  facts: CheckoutFacts | undefined;
}

/** Reads everything that a checkout needs, in parallel. */
export async function readCheckout(
  app: App,
  shop: Shop,
  { cartId, customerId, carrierId }: Pick<CheckoutInput, "cartId" | "customerId" | "carrierId">,
): Promise<CheckoutReads> {
  const [cart, facts] = await Promise.all([
    isId(cartId) ? findStoredCart(app.genericPlanDb, shop, cartId) : undefined,
    findCheckoutFacts(app.genericPlanDb, shop, { customerId, carrierId }),
  ]);
  return { cart, facts };
}

type ToAnsweredCall = (order: OrderRow) => AnsweredCall;

export interface CheckoutResult {
  orderId: string;
  /** The order as it was placed. Undefined if an earlier call placed it. */
  order?: OrderRow;
}

export type CheckoutRefusal =
  | AccessCodeRefusal
  | UnpaidRefusal
  /** The difference to the total that the customer was shown, in centavos. */
  | (Refusal<"total_changed"> & { difference: number })
  | UseRefusal
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
      | "presale_cap"
    >;

/** A cart or a customer's tag rarely changes during the checkout, so three attempts are enough. */
const MAX_ATTEMPTS = 3;

/**
 * Turns a cart into an order in one transaction: stored figures, the ended cart, stock movements, history and email.
 * `callerId` is the customer of the call's token. A checkout for another customer is refused.
 */
export async function checkOut(
  app: App,
  shop: Shop,
  callerId: string,
  input: CheckoutInput,
): Promise<CheckoutResult | CheckoutRefusal> {
  // Staff pass the shop with its real settings, so they can take orders before it is opened to visitors.
  if (!shop.settings.management.canSell || shop.isClosedByRestore) return refuse("selling_disabled");
  if (!isId(input.cartId)) return refuse("cart_not_found");
  if (input.customerId !== callerId) return refuse("customer_not_found");
  for (let attempt = 1; ; attempt++) {
    const { cart, facts } = (attempt === 1 && input.reads) || (await readCheckout(app, shop, input));
    if (!cart) return refuse("cart_not_found");
    if (!facts) return refuse("customer_not_found");
    if (cart.state !== "active" || isExpired(cart.expiresAt, cart.now))
      return findPlacedOrder(app, cart, callerId, input);
    if (facts.shipping === undefined) return refuse("carrier_not_found");
    const access = cart.presaleId === null ? null : await input.readAccess();
    const refusal = access && checkPresaleAccess(cart.presaleId, access);
    if (refusal) return refusal;
    const codeUse = access && !isRefusal(access) ? toCodeUse(shop, cart, access) : null;
    if (isRefusal(codeUse)) return codeUse;
    const buyer = input.assistedBy === null ? ((await input.readBuyer?.(facts.tier)) ?? null) : null;
    const summary = summaryOf(shop, cart, facts.promotionCustomer, input.staffDiscount);
    const postalCode = input.usesLivePrices ? postalCodeOf(facts.customer, input.addressId) : null;
    // No quote is requested from the provider here: those that the customer saw are stored.
    const shippingChoice = await withLivePrice(app, shop, facts.shipping, {
      lines: cart.lines,
      postalCode,
      mayFetch: false,
    });
    const orderWithoutAnswer = buildOrder(
      shop,
      cart,
      { shippingChoice, customer: facts.customer, summary },
      { ...input, codeUse, buyer },
    );
    if (isRefusal(orderWithoutAnswer)) return orderWithoutAnswer;
    const newOrder = input.toAnsweredCall
      ? await withAnswer(app, orderWithoutAnswer, { cart, facts, toAnswered: input.toAnsweredCall })
      : orderWithoutAnswer;
    const promotionUses = listLimitedUses(shop, cart, newOrder.inputs.promotions ?? []);
    const outcome = await placeOrderAndRecordUses(app, cart, newOrder, promotionUses);
    // The customer no longer has the tag of a promotion. The next attempt computes the figures without it.
    if (isRefusal(outcome) && outcome.refused === "customer_tag_lost" && attempt < MAX_ATTEMPTS) continue;
    if (isRefusal(outcome)) return outcome;
    if (typeof outcome === "number")
      return { orderId: newOrder.order.id, order: toPlacedOrder(newOrder, { cart, facts, reference: outcome }) };
    if (outcome !== undefined && buyer) return unpaidRefusal(outcome, buyer.caps, acceptsPaymentMethod(shop, "MP"));
    if (attempt === MAX_ATTEMPTS) return refuse("cart_not_active");
  }
}

function postalCodeOf({ addresses }: Customer, addressId: string | null): string | null {
  return addresses.find(({ id }) => id === addressId)?.postalCode ?? null;
}

/** Adds the order's reference, and the call's answer, which contains the reference. */
async function withAnswer(
  app: App,
  newOrder: NewOrder,
  { cart, facts, toAnswered: toAnsweredCall }: { cart: Cart; facts: CheckoutFacts; toAnswered: ToAnsweredCall },
): Promise<NewOrder> {
  const reference = await nextOrderReference(app.genericPlanDb);
  const answeredCall = toAnsweredCall(toPlacedOrder(newOrder, { cart, facts, reference }));
  return { ...newOrder, order: { ...newOrder.order, reference }, answeredCall };
}

/** What the order uses of its access code: one use, and the pieces that are made to order. */
function toCodeUse(shop: Shop, cart: Cart, access: PresaleAccess): CodeUse | Refusal<"presale_cap"> {
  const madeToOrderPieces = cart.lines.reduce((sum, line) => sum + (line.held === 0 ? line.pieces : 0), 0);
  if (madeToOrderPieces > countMadeToOrderPiecesLeft(shop, access)) return refuse("presale_cap");
  return { code: access.code, madeToOrderPieces, madeToOrderCap: shop.settings.orders.presaleCap };
}

/** Finds the order of an earlier call with the same key, whose response was lost. */
async function findPlacedOrder(
  app: App,
  cart: Cart,
  callerId: string,
  input: CheckoutInput,
): Promise<{ orderId: string } | Refusal<"cart_not_active">> {
  const order = input.checkoutKey === null ? undefined : await findOrderOfCart(app.genericPlanDb, cart.id);
  const isSameCall = order?.customer_id === callerId && order.checkout_key === input.checkoutKey;
  return isSameCall ? { orderId: order.id } : refuse("cart_not_active");
}

/**
 * The promotions of an order that are checked under a lock: those with a code or a limit per customer, and those that
 * depend on the customer.
 */
function listLimitedUses(shop: Shop, cart: Cart, promotions: readonly ApplicablePromotion[]): LimitedUse[] {
  return promotions.flatMap(({ id, code }) => {
    const promotion = shop.promotions.find((shopPromotion) => shopPromotion.id === id);
    if (!promotion || (code === null && promotion.perCustomer === null && !dependsOnCustomer(promotion))) return [];
    const { perCustomer, firstPurchaseOnly, customerTag } = promotion;
    return {
      promotionId: promotion.id,
      code,
      perCustomer,
      firstPurchaseOnly,
      customerTag,
      boundCustomerId: code === null ? null : cart.coupon!.customerId,
    };
  });
}

/**
 * Places an order without limited promotions in one statement. With them, a transaction also counts their uses. An
 * order with an access code and an answer to store needs a transaction too: only the result of the statement shows
 * whether the code could be used.
 */
function placeOrderAndRecordUses(
  app: App,
  cart: Cart,
  newOrder: NewOrder,
  promotionUses: readonly LimitedUse[],
): Promise<Awaited<ReturnType<typeof placeOrder>> | UseRefusal> {
  const { answeredCall, ...withoutAnswer } = newOrder;
  if (promotionUses.length === 0 && !(newOrder.codeUse && answeredCall))
    return placeOrder(app.genericPlanDb, cart, newOrder);
  return transact(app.genericPlanDb, async (tx) => {
    const outcome = await placeOrder(tx, cart, withoutAnswer);
    if (typeof outcome !== "number") return outcome;
    const { id, customer_id: customerId, customer_phone: phone } = newOrder.order;
    const refusal = await recordPromotionUses(tx, { orderId: id, customerId, phone }, promotionUses);
    if (!refusal && answeredCall) await storeAnsweredCall(tx, answeredCall);
    return refusal ?? outcome;
  });
}

function buildOrder(
  shop: Shop,
  cart: Cart,
  {
    shippingChoice: chosenShipping,
    customer,
    summary,
  }: { shippingChoice: ShippingChoice | null; customer: Customer; summary: CartSummary },
  input: CheckoutInput & { codeUse: CodeUse | null; buyer: Buyer | null },
): NewOrder | CheckoutRefusal {
  if (customer.kind === "guest" && !shop.settings.orders.allowGuest) return refuse("guest_not_allowed");
  const needsParcel = cart.lines.some((line) => !line.isDigital);
  // Tickets are sent by email: there is nothing to collect.
  const shippingChoice = needsParcel || !chosenShipping?.pickup ? chosenShipping : null;
  // An order for pickup needs no address. If one is given, it is not stored (rule PICKUP-2).
  const addressId = shippingChoice?.pickup ? null : input.addressId;
  const address = customer.addresses.find((saved) => saved.id === addressId && !saved.isDeleted) ?? null;
  if (addressId !== null && !address) return refuse("address_not_found");
  // Tickets need neither an address nor a carrier.
  if (needsParcel && !address && !shippingChoice?.pickup) return refuse("address_missing");
  if (needsParcel && !shippingChoice) return refuse("carrier_missing");
  const email = input.email ?? customer.email;

  const chargedQuote = computeFigures(shop, summary, shippingChoice, input);
  if (isRefusal(chargedQuote)) return chargedQuote;
  if (input.expectedTotalCents !== null && input.expectedTotalCents !== chargedQuote.grandTotalCents) {
    return { ...refuse("total_changed"), difference: chargedQuote.grandTotalCents - input.expectedTotalCents };
  }
  const isPresale = cart.presaleId !== null;
  const status = firstStatus({ isPresale, inBranch: shop.kind === "branch" });
  const id = newId();
  const key = newToken();
  const owedQuote = shop.kind === "headOffice" ? null : headOfficeQuote(shop, cart, shippingChoice, summary, input);
  const promotions = listUsedPromotions(summary, [chargedQuote, owedQuote]);
  const inputs = toOrderInputs(shop, cart, shippingChoice, { ...input, promotions });
  const discounts = discountsBySize(summary.productDiscounts);
  return {
    actor: input.assistedBy === null ? `cliente ${customer.id}` : `${input.assistedBy}, por el cliente ${customer.id}`,
    key,
    by: input.by ?? null,
    codeUse: input.codeUse,
    buyer: input.buyer,
    inputs,
    order: {
      id,
      key_hash: hashToken(key),
      shop_id: shop.id,
      cart_id: cart.id,
      customer_id: customer.id,
      checkout_key: input.checkoutKey,
      status,
      is_presale: isPresale,
      presale_id: cart.presaleId,
      access_code: input.codeUse?.code ?? null,
      delivers_on: cart.presale?.deliversOn ?? null,
      payment_method: input.paymentMethod,
      ...toFigureColumns(chargedQuote),
      packaging_price_cents: inputs.packagingCents,
      head_office_total_cents: owedQuote?.grandTotalCents ?? null,
      carrier_id: shippingChoice?.pickup ? null : (shippingChoice?.id ?? null),
      carrier_name: shippingChoice?.name ?? null,
      carrier_description: shippingChoice?.description ?? null,
      insurance_rate_bps: inputs.insuranceRateBps,
      included_pieces: inputs.carrier?.maxPieces ?? null,
      extra_piece_cents: inputs.carrier?.pieceCents ?? null,
      online_fee_rate_bps: inputs.onlineFee?.rateBps ?? 0,
      online_fee_fixed_cents: inputs.onlineFee?.baseCents ?? 0,
      customer_name: customer.name,
      customer_last_name: customer.lastName,
      customer_phone: customer.phone,
      customer_email: email,
      address_id: address?.id ?? null,
      address: address && JSON.stringify(address),
      terms_version: input.termsVersion,
      terms_accepted_at: input.termsVersion === null ? null : cart.readAt,
      payment_due_at: paymentDeadline(
        { status, paymentMethod: input.paymentMethod },
        shop.settings.payments.windows,
        cart.readAt,
      ),
      created_at: cart.readAt,
    },
    lines: cart.lines.map((line, position) =>
      toLineRow(line, { orderId: id, position, isWholesale: chargedQuote.isWholesale, discounts }),
    ),
    discounts: toDiscountRows(id, chargedQuote, owedQuote),
    pickup: shippingChoice?.pickup
      ? { pointId: shippingChoice.pickup.id, collector: input.collector ?? null, code: newTicketCode() }
      : null,
  };
}

/** What a branch owes: the same order and formulas at the head office's prices (rule PRICE-3). */
function headOfficeQuote(
  shop: Shop,
  cart: Cart,
  shippingChoice: ShippingChoice | null,
  summary: CartSummary,
  input: CheckoutInput,
): Quote {
  return quote(headOfficeSummary(cart.lines, summary), {
    carrier: shippingChoice?.terms ?? null,
    insured: input.insured,
    onlineFee: input.paymentMethod === "MP" ? onlineFeeOf(shop) : null,
    packagingCents: packagingCentsOf(shop),
  });
}
