import { PRODUCT_BADGE_LABEL } from "../../../domain/product-badge.ts";
import type { PublicShop } from "../../../contract/shop.ts";
import { toCents } from "../../../domain/money.ts";
import { formatPrices, type ProductPricing } from "../../../domain/shown-prices.ts";
import type { AnswerOf } from "../../client.ts";
import type { CardProduct } from "../product-card.tsx";

export type PresaleProduct = AnswerOf<"listPresale">[number];

/** The card of a presale's product. For other products, server/catalog/to-view.ts computes it. */
export function toCard(shop: PublicShop, product: PresaleProduct): CardProduct {
  const facts = priceFacts(shop, product);
  return { ...commonCardData(product), priceCents: facts.priceCents, prices: formatPrices(facts, new Date()) };
}

/**
 * The data of a presale's product page. `prices` leaves out the wholesale price, which the page shows
 * separately if the shop shows it (rule CATALOG-6).
 */
export function toPage(shop: PublicShop, product: PresaleProduct) {
  const facts = priceFacts(shop, product);
  const prices = formatPrices({ ...facts, wholesalePriceCents: null }, new Date());
  const wholesalePriceCents = facts.showsWholesale ? facts.wholesalePriceCents : null;
  return { ...commonCardData(product), ...facts, wholesalePriceCents, prices, rating: product.rating };
}

function priceFacts(shop: PublicShop, product: PresaleProduct): ProductPricing {
  const { settings } = shop;
  const wholesalePricePesos = product.shopPrice === null ? product.wholesalePrice : product.shopWholesalePrice;
  const priceCents = toCents(product.shopPrice ?? product.price);
  const wholesaleCents =
    settings.orders.allowWholesale && wholesalePricePesos !== null ? toCents(wholesalePricePesos) : null;
  const wholesalePriceCents = wholesaleCents !== null && wholesaleCents < priceCents ? wholesaleCents : null;
  const { formerPrice, offerUntil, installments } = product;
  return {
    priceCents,
    formerPriceCents: formerPrice === null ? null : toCents(formerPrice),
    offerUntil: offerUntil === null ? null : new Date(offerUntil),
    wholesalePriceCents,
    minWholesalePieces: settings.orders.wholesaleQty,
    showsWholesale: settings.products.showWholesalePrice,
    installments: installments && { months: installments.months, amountCents: toCents(installments.amount) },
    hasSizePrices: false,
  };
}

function commonCardData(product: PresaleProduct): Omit<CardProduct, "priceCents" | "prices"> {
  return {
    id: product._id,
    name: product.name,
    brand: product.brands[0]?.name ?? null,
    color: product.color,
    isDigital: product.type === "DIGITAL",
    // No badge "Nuevo": all products of a presale are new.
    badge: product.tag === "offer" ? PRODUCT_BADGE_LABEL.offer : null,
    sizes: product.stocks.map((size) => ({ id: size._id, name: size.attribute, available: size.stock })),
    pictures: product.pictures,
    // The API does not say which colours are in the presale.
    colors: [],
    colorCount: 0,
  };
}
