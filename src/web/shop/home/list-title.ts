import type { HomeFilters } from "../../paths.ts";
import { SORT_LABELS } from "./sort-labels.ts";

/** The names of the brands and the category of the filters, which have slugs. An unknown brand has none. */
interface FilterNames {
  category?: string;
  brands: readonly string[];
}

/** The title of a product list names every filter: 'Vestidos de Nopal en talla M'. The unfiltered list is 'Inicio'. */
export function listTitle({ searchTerm, brand, attribute, sort }: HomeFilters, names: FilterNames): string {
  const order = sort && SORT_LABELS.get(sort);
  if (!searchTerm && !names.category && !brand && !attribute && !order) return "Inicio";
  const subject = searchTerm ? `Resultados de «${searchTerm}»` : (names.category ?? "Productos");
  const brands = names.brands.length > 0 ? ` de ${listed(names.brands)}` : "";
  const sizes = attribute ? ` en ${attribute.length > 1 ? "tallas" : "talla"} ${listed(attribute)}` : "";
  return subject + brands + sizes + (order && !searchTerm ? `, ${order.charAt(0).toLowerCase()}${order.slice(1)}` : "");
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat("es").format(names);
}
