import type { z } from "zod";
import {
  PAYMENT_METHODS,
  type AddToCartResponse as WireAdded,
  type Cart as WireCart,
  type CartGifts,
  type Quote as WireQuote,
} from "../../contract/carts.ts";
import type { CartLine as WireLine } from "../../contract/cart-line.ts";
import { freeShippingProgress } from "../../domain/free-shipping.ts";
import { toPesos } from "../../domain/money.ts";
import type { PaymentMethod } from "../../domain/payment-window.ts";
import { formerUnitPriceCents, unitPriceCents } from "../../domain/price.ts";
import { discountsBySize, parcelPiecesOf, quote, type CartSummary, type Quote } from "../../domain/quote.ts";
import { pesosOrNull, toWireInstallments } from "../catalog/to-wire.ts";
import { nearestWebpUrl } from "../pictures/picture-url.ts";
import { toWirePresale } from "../presale/to-wire.ts";
import { refusalSentence } from "../http/refusals.ts";
import { onlineFeeOf, packagingCentsOf, acceptsPaymentMethod, type Shop } from "../shops/shop.ts";
import type { AddToCartResult } from "./add-to-cart.ts";
import { summaryOf } from "./cart-summary.ts";
import { isPromotionApplied, unappliedCouponRefusal } from "./coupon.ts";
import type { Gift } from "./list-gifts.ts";
import type { Cart, CartCoupon, CartLine } from "./queries.ts";

export function toWireCart(shop: Shop, cart: Cart): WireCart {
  const summary = summaryOf(shop, cart);
  const discounts = discountsBySize(summary.productDiscounts);
  return {
    _id: cart.id,
    state: cart.state,
    modifiedOn: cart.modifiedAt.toISOString(),
    expiresOn: cart.expiresAt.toISOString(),
    serverNow: cart.now.toISOString(),
    isPresale: cart.presaleId !== null,
    presale: cart.presaleId,
    presaleDetails: cart.presale && toWirePresale(cart.presale),
    products: cart.lines.map((line) => toWireLine(line, summary.isWholesale, discounts.get(line.sizeId) ?? 0)),
    summary: { pieces: summary.pieces, wholesale: summary.isWholesale, subtotal: toPesos(summary.subtotalCents) },
    totals: totalsBeforeShipping(shop, summary),
    ...toWireDiscounts({ discounts: summary.productDiscounts }),
    coupon: cart.coupon && toWireCoupon(shop, cart, cart.coupon, summary),
    freeShipping: toWireFreeShipping(cart, summary),
    mayHaveGifts: summary.promotions.some(({ rule, giftSizeIds }) => rule.kind === "gift" && giftSizeIds.length === 0),
  };
}

export function toWireGifts(gifts: readonly Gift[]): z.output<typeof CartGifts> {
  return {
    docs: gifts.map(({ promotionName, productId, name, picture, sizes }) => ({
      promotion: promotionName,
      productId,
      name,
      image: picture && nearestWebpUrl(picture, 180),
      sizes: sizes.map((size) => ({ _id: size.id, attribute: size.name })),
    })),
  };
}

/**
 * The cart's total for each payment method, before a carrier is chosen. The customer thus sees all charges early,
 * except those of the carrier.
 */
function totalsBeforeShipping(shop: Shop, summary: CartSummary): WireCart["totals"] {
  const terms = { carrier: null, insured: false, packagingCents: packagingCentsOf(shop) };
  const quoteWithoutFee = quote(summary, { ...terms, onlineFee: null });
  return {
    packaging: toPesos(quoteWithoutFee.packagingCents),
    total: toPesos(quoteWithoutFee.totalCents),
    payments: PAYMENT_METHODS.filter((method) => acceptsPaymentMethod(shop, method)).map((method) => {
      const quoteWithFee = quote(summary, { ...terms, onlineFee: method === "MP" ? onlineFeeOf(shop) : null });
      return {
        payment_method: method,
        fee: toPesos(quoteWithFee.onlineFeeCents),
        total: toPesos(quoteWithFee.grandTotalCents),
      };
    }),
    installments: toWireInstallments(shop, quoteWithoutFee.totalCents),
  };
}

function toWireFreeShipping(cart: Cart, summary: CartSummary): WireCart["freeShipping"] {
  const lines = cart.lines.map(({ sizeId, pieces, prices }) => ({
    sizeId,
    cents: pieces * unitPriceCents(prices, summary.isWholesale),
  }));
  const progress = freeShippingProgress(summary, lines);
  return progress && { from: toPesos(progress.fromCents), missing: toPesos(progress.missingCents) };
}

function toWireLine(line: CartLine, isWholesale: boolean, discountCents: number): WireLine {
  return {
    productId: line.productId,
    brandId: line.brandId,
    brand: line.brand,
    attributeId: line.sizeId,
    name: line.name,
    price: toPesos(line.prices.priceCents),
    wholesalePrice: pesosOrNull(line.prices.wholesalePriceCents),
    shopPrice: pesosOrNull(line.prices.branchPriceCents),
    shopWholesalePrice: pesosOrNull(line.prices.branchWholesalePriceCents),
    unitPrice: toPesos(unitPriceCents(line.prices, isWholesale)),
    discount: toPesos(discountCents),
    formerPrice: pesosOrNull(formerUnitPriceCents(line.prices, isWholesale)),
    quantity: line.pieces,
    realQty: parcelPiecesOf(line),
    madeToOrder: line.held === 0,
    stock: line.available,
    image: line.picture && nearestWebpUrl(line.picture, 360),
    extended1: line.extended1,
    extended2: line.extended2,
  };
}

/** Discounts above zero in pesos, with their sum, in the form that carts, quotes and orders share. */
export function toWireDiscounts({ discounts }: { discounts: readonly { label: string; cents: number }[] }) {
  const positiveDiscounts = discounts.filter(({ cents }) => cents > 0);
  return {
    discounts: positiveDiscounts.map(({ label, cents }) => ({ label, amount: toPesos(cents) })),
    savings: toPesos(positiveDiscounts.reduce((sum, { cents }) => sum + cents, 0)),
  };
}

function toWireCoupon(shop: Shop, cart: Cart, coupon: CartCoupon, summary: CartSummary): WireCart["coupon"] {
  const applies = isPromotionApplied(summary, coupon.promotionId);
  const refusal = applies ? null : unappliedCouponRefusal(shop, cart, coupon);
  return { code: coupon.code, applies, detail: refusal && refusalSentence(refusal) };
}

export function toWireAddResult(shop: Shop, { cart, failed }: AddToCartResult): z.output<typeof WireAdded> {
  return {
    cart: cart && toWireCart(shop, cart),
    failed: failed.map((line) => ({
      name: line.name,
      attributeId: line.sizeId,
      reason: line.reason,
      stock: line.available,
      ...(line.capRefusal && { detail: refusalSentence(line.capRefusal) }),
    })),
  };
}

/** `method` is null while the customer has not chosen one. */
export function toWireQuote(shop: Shop, figures: Quote, method: PaymentMethod | null): z.output<typeof WireQuote> {
  return {
    subtotal: toPesos(figures.subtotalCents),
    packaging: toPesos(figures.packagingCents),
    shipping: toPesos(figures.shippingCents),
    extraFee: toPesos(figures.extraShippingCents),
    insurance: toPesos(figures.insuranceCents),
    total: toPesos(figures.totalCents),
    fee: toPesos(figures.onlineFeeCents),
    grandTotal: toPesos(figures.grandTotalCents),
    ...toWireDiscounts(figures),
    installments: method === "TB" ? null : toWireInstallments(shop, figures.grandTotalCents),
    wholesale: figures.isWholesale,
    pieces: figures.pieces,
  };
}
