import type { ImportedProduct } from "./imported-product.ts";
import type { KnownProduct } from "./known-products.ts";

/**
 * A product of Shopify with its Compare At Price as an offer (rule CSV-7): if that is the price that the product has here,
 * its Price is the offer's. Else there is no offer, because the shop never charged the price before it.
 */
export function withShopifyOffer(product: ImportedProduct, known: KnownProduct | undefined): ImportedProduct {
  const compareAtCents = product.shopify?.compareAtCents;
  const { priceCents } = product;
  if (compareAtCents === undefined || priceCents === undefined || !known) return product;
  const { offer } = known;
  const isKnown = offer?.isRunning && offer.priceCents === priceCents && offer.formerPriceCents === compareAtCents;
  // The file that this shop exported.
  if (isKnown) return { ...product, priceCents: known.priceCents };
  if (known.priceCents !== compareAtCents) return product;
  return { ...product, priceCents: compareAtCents, offer: { priceCents, formerPriceCents: compareAtCents } };
}
