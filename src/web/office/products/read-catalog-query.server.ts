import { PRODUCT_STATES, type CatalogFilters } from "../../../server/catalog/list-catalog.ts";
import { readQuery } from "../read-query.ts";

/** What the list's address asks for; the export takes the same. */
export function readCatalogQuery(url: string): CatalogFilters {
  const query = readQuery(url);
  return {
    term: query.text("q"),
    categoryId: query.text("categoria"),
    brandId: query.text("marca"),
    shopId: query.text("tienda"),
    states: query.someOf("estado", PRODUCT_STATES),
  };
}
