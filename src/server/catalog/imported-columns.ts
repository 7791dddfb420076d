import type { ImportedProduct } from "./imported-product.ts";

/** The columns of an imported product. A column that is undefined keeps its value, or gets its default. */
export function toImportedColumns(product: ImportedProduct) {
  return {
    name: product.name,
    description: product.description,
    color: product.color,
    price_cents: product.priceCents,
    is_published: product.isPublished,
    wholesale_price_cents: product.wholesalePriceCents,
    cost_cents: product.costCents,
    is_marked_new: product.isMarkedNew,
  };
}
