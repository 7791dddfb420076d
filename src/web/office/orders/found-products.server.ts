import { unitPriceCents } from "../../../domain/price.ts";
import { pricesOf, type ProductRow } from "../../../server/catalog/product-row.ts";
import type { Shop } from "../../../server/shops/shop.ts";

/** A product that staff found for an order, with its price and the available pieces of each size. */
export function toFoundProduct(shop: Shop, product: ProductRow) {
  return {
    id: product.id,
    name: product.name,
    color: product.color,
    sizes: product.sizes.map(({ id, name, available }) => ({ id, name, available })),
    priceCents: unitPriceCents(pricesOf(shop, product), false),
  };
}

/** The sentence that tells staff what a scanned code or typed words found. */
export function describeSearchResult(
  term: string,
  exactSize: { name: string } | null,
  product?: { name: string; color: string | null },
): string {
  if (!product) return `Nada a la venta tiene el código «${term}» ni se llama así.`;
  if (!exactSize) return "Elige la talla.";
  return `${[product.name, product.color].filter(Boolean).join(" ")}, talla ${exactSize.name}: agregada.`;
}
