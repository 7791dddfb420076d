import type { ImportedProduct } from "./imported-product.ts";
import type { ExistingProduct } from "./existing-products.ts";

/**
 * Converts the Compare At Price of a product of Shopify to an offer (rule CSV-7). If it is the price that the product
 * has here, Shopify's Price becomes the offer price. If the product has exactly this running offer already, nothing
 * changes. Otherwise there is no offer, because the shop does not charge that price now.
 */
export function withShopifyOffer(
  product: ImportedProduct,
  existingProduct: ExistingProduct | undefined,
): ImportedProduct {
  const compareAtCents = product.shopify?.compareAtCents;
  const { priceCents } = product;
  if (compareAtCents === undefined || priceCents === undefined || !existingProduct) return product;
  const { offer } = existingProduct;
  const isExportedOffer =
    offer?.isRunning && offer.priceCents === priceCents && offer.formerPriceCents === compareAtCents;
  // This shop exported the file: its Price is the price of the offer.
  if (isExportedOffer) return { ...product, priceCents: existingProduct.priceCents };
  if (existingProduct.priceCents !== compareAtCents) return product;
  return { ...product, priceCents: compareAtCents, offer: { priceCents, formerPriceCents: compareAtCents } };
}
