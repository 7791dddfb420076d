import type { z } from "zod";
import type { AddedToCart as WireAdded, Cart as WireCart, Quote as WireQuote } from "../../contract/carts.ts";
import type { CartLine as WireLine } from "../../contract/cart-line.ts";
import { toPesos } from "../../domain/money.ts";
import { unitPriceCents } from "../../domain/price.ts";
import { parcelPieces, summarizeCart, type Quote } from "../../domain/quote.ts";
import { pesosOrNull } from "../catalog/to-wire.ts";
import { webpNear } from "../pictures/picture-url.ts";
import { toWirePresale } from "../presale/to-wire.ts";
import { wholesaleRule, type Shop } from "../settings/shop.ts";
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
    })),
  };
}

export function toWireQuote(quote: Quote): z.output<typeof WireQuote> {
  return {
    subtotal: toPesos(quote.subtotalCents),
    packaging: toPesos(quote.packagingCents),
    shipping: toPesos(quote.shippingCents),
    extraFee: toPesos(quote.extraShippingCents),
    insurance: toPesos(quote.insuranceCents),
    total: toPesos(quote.totalCents),
    fee: toPesos(quote.onlineFeeCents),
    grandTotal: toPesos(quote.grandTotalCents),
    wholesale: quote.wholesale,
    pieces: quote.pieces,
  };
}
