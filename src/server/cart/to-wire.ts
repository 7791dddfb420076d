import type { z } from "zod";
import {
  PAYMENT_METHODS,
  type AddedToCart as WireAdded,
  type Cart as WireCart,
  type Quote as WireQuote,
} from "../../contract/carts.ts";
import type { CartLine as WireLine } from "../../contract/cart-line.ts";
import { toPesos } from "../../domain/money.ts";
import { unitPriceCents } from "../../domain/price.ts";
import { parcelPieces, quote, summarizeCart, type CartSummary, type Quote } from "../../domain/quote.ts";
import { pesosOrNull } from "../catalog/to-wire.ts";
import { webpNear } from "../pictures/picture-url.ts";
import { toWirePresale } from "../presale/to-wire.ts";
import { refusalSentence } from "../http/refusals.ts";
import { onlineFee, packagingCents, takesPayment, wholesaleRule, type Shop } from "../shops/shop.ts";
import type { AddedToCart } from "./add-to-cart.ts";
import type { Cart, CartLine } from "./queries.ts";

export function toWireCart(shop: Shop, cart: Cart): WireCart {
  const summary = summarizeCart(cart.lines, wholesaleRule(shop));
  return {
    _id: cart.id,
    state: cart.state,
    modifiedOn: cart.modifiedAt.toISOString(),
    expiresOn: cart.expiresAt.toISOString(),
    serverNow: cart.now.toISOString(),
    isPresale: cart.presaleId !== null,
    presale: cart.presaleId,
    presaleDetails: cart.presale && toWirePresale(cart.presale),
    products: cart.lines.map((line) => toWireLine(line, summary.wholesale)),
    summary: { pieces: summary.pieces, wholesale: summary.wholesale, subtotal: toPesos(summary.subtotalCents) },
    totals: totalsBeforeShipping(shop, summary),
  };
}

/** What the cart costs paid in each way, before a carrier is chosen: no charge appears first at the last step. */
function totalsBeforeShipping(shop: Shop, summary: CartSummary): WireCart["totals"] {
  const terms = { carrier: null, insured: false, packagingCents: packagingCents(shop) };
  const plain = quote(summary, { ...terms, onlineFee: null });
  return {
    packaging: toPesos(plain.packagingCents),
    total: toPesos(plain.totalCents),
    payments: PAYMENT_METHODS.filter((method) => takesPayment(shop, method)).map((method) => {
      const paid = quote(summary, { ...terms, onlineFee: method === "MP" ? onlineFee(shop) : null });
      return { payment_method: method, fee: toPesos(paid.onlineFeeCents), total: toPesos(paid.grandTotalCents) };
    }),
  };
}

function toWireLine(line: CartLine, wholesale: boolean): WireLine {
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
    unitPrice: toPesos(unitPriceCents(line.prices, wholesale)),
    quantity: line.pieces,
    realQty: parcelPieces(line),
    madeToOrder: line.held === 0,
    stock: line.left,
    image: line.picture && webpNear(line.picture, 360),
    extended1: line.extended1,
    extended2: line.extended2,
  };
}

export function toWireAdded(shop: Shop, { cart, failed }: AddedToCart): z.output<typeof WireAdded> {
  return {
    cart: cart && toWireCart(shop, cart),
    failed: failed.map((line) => ({
      name: line.title,
      attributeId: line.sizeId,
      reason: line.reason,
      stock: line.left,
      ...(line.why && { detail: refusalSentence(line.why) }),
    })),
  };
}

export function toWireQuote(quoted: Quote): z.output<typeof WireQuote> {
  return {
    subtotal: toPesos(quoted.subtotalCents),
    packaging: toPesos(quoted.packagingCents),
    shipping: toPesos(quoted.shippingCents),
    extraFee: toPesos(quoted.extraShippingCents),
    insurance: toPesos(quoted.insuranceCents),
    total: toPesos(quoted.totalCents),
    fee: toPesos(quoted.onlineFeeCents),
    grandTotal: toPesos(quoted.grandTotalCents),
    wholesale: quoted.wholesale,
    pieces: quoted.pieces,
  };
}
