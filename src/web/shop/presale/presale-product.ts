import { PRODUCT_BADGE_LABEL } from "../../../domain/product-badge.ts";
import type { PublicShop } from "../../../contract/shop.ts";
import { toCents } from "../../../domain/money.ts";
import { formatPrices, type ProductPricing } from "../../../domain/shown-prices.ts";
import type { AnswerOf } from "../../client.ts";
import type { CardProduct } from "../product-card.tsx";

export type PresaleProduct = AnswerOf<"listPresale">[number];

/** The card of a presale's product. For other products, server/catalog/to-view.ts computes it. */
export function toCard(shop: PublicShop, product: PresaleProduct): CardProduct {
  const pricing = readPricing(shop, product);
  return { ...commonCardData(product), priceCents: pricing.priceCents, prices: formatPrices(pricing, new Date()) };
}

/**
 * The data for the page of a presale's product. `prices` leaves out the wholesale price, because the page shows it
 * apart, if the shop shows wholesale prices (rule CATALOG-6).
 */
export function toPageProduct(shop: PublicShop, product: PresaleProduct) {
  const pricing = readPricing(shop, product);
  const prices = formatPrices({ ...pricing, wholesalePriceCents: null }, new Date());
  const wholesalePriceCents = pricing.showsWholesale ? pricing.wholesalePriceCents : null;
  return { ...commonCardData(product), ...pricing, wholesalePriceCents, prices, rating: product.rating };
}

function readPricing(shop: PublicShop, product: PresaleProduct): ProductPricing {
  const { settings } = shop;
  const wholesalePricePesos = product.shopPrice === null ? product.wholesalePrice : product.shopWholesalePrice;
  const priceCents = toCents(product.shopPrice ?? product.price);
  const storedWholesaleCents =
    settings.orders.allowWholesale && wholesalePricePesos !== null ? toCents(wholesalePricePesos) : null;
  const wholesalePriceCents =
    storedWholesaleCents !== null && storedWholesaleCents < priceCents ? storedWholesaleCents : null;
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
    // A presale shows no badge 'Nuevo', because all of its products are new.
    badge: product.tag === "offer" ? PRODUCT_BADGE_LABEL.offer : null,
    sizes: product.stocks.map((size) => ({ id: size._id, name: size.attribute, available: size.stock })),
    pictures: product.pictures,
    // The API does not say which colours are in the presale.
    colors: [],
    colorCount: 0,
  };
}
