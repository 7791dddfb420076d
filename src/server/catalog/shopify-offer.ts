import type { ImportedProduct } from "./imported-product.ts";
import type { KnownProduct } from "./known-products.ts";

/**
 * Converts the Compare At Price of a product of Shopify to an offer (rule CSV-7). If it is the price that the product
 * has here, Shopify's Price becomes the offer price. Otherwise there is no offer, because the shop does not
 * charge that price now.
 */
export function withShopifyOffer(product: ImportedProduct, known: KnownProduct | undefined): ImportedProduct {
  const compareAtCents = product.shopify?.compareAtCents;
  const { priceCents } = product;
  if (compareAtCents === undefined || priceCents === undefined || !known) return product;
  const { offer } = known;
  const isKnown = offer?.isRunning && offer.priceCents === priceCents && offer.formerPriceCents === compareAtCents;
  // This shop exported the file.
  if (isKnown) return { ...product, priceCents: known.priceCents };
  if (known.priceCents !== compareAtCents) return product;
  return { ...product, priceCents: compareAtCents, offer: { priceCents, formerPriceCents: compareAtCents } };
}
