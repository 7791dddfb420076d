import { PRODUCT_STATES, type CatalogFilters } from "../../../server/catalog/list-catalog.ts";
import { readQuery } from "../read-query.ts";

/** The filters in the query of the product list. The export reads the same query. */
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
