import { COLOR_FAMILY_LABEL, isColorFamily } from "../../../domain/color-family.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { countFilters, type HomeFilters } from "../../paths.ts";
import { SORT_LABELS } from "./sort-labels.ts";

/**
 * The names of the category and the brands of the filters, because the filters contain only their slugs or ids. An
 * unknown brand has no name.
 */
interface FilterNames {
  category?: string;
  brands: readonly string[];
}

/**
 * The title of a product list names its filters and its chosen sort order: 'Vestidos de Nopal, precio: menor a mayor'.
 * Without filters and without a chosen sort order it is 'Inicio'.
 * `isEmpty`: the list has no products.
 */
export function listTitle(filters: HomeFilters, names: FilterNames, isEmpty = false): string {
  const { searchTerm, brand, attribute, color, offer, new: isNew, sort } = filters;
  const sortLabel = sort && SORT_LABELS.get(sort);
  if (!searchTerm && !names.category && countFilters(filters) === 0 && !sortLabel) return "Inicio";
  const subject = searchTerm
    ? `${isEmpty ? "No encontramos" : "Resultados de"} «${searchTerm}»`
    : (names.category ?? "Productos");
  const brands = brand && names.brands.length > 0 ? ` de ${joinNames(names.brands)}` : "";
  const colors = color ? ` en color ${joinNames(color.map((family) => colorLabel(family).toLowerCase()))}` : "";
  const sizes = attribute ? ` en ${attribute.length > 1 ? "tallas" : "talla"} ${joinNames(attribute)}` : "";
  const otherTexts = [offer && "en oferta", isNew && "nuevos", priceLabel(filters), sortLabel].filter((text) => text);
  return [subject + brands + colors + sizes, ...otherTexts.map((text) => lowerFirst(String(text)))].join(", ");
}

/** The label of the price limits, such as "De $200.00 a $800.00". Undefined without a limit. */
export function priceLabel({ minPrice, maxPrice }: HomeFilters): string | undefined {
  const [min, max] = [minPrice, maxPrice].map((pesos) => pesos && formatMoney(toCents(pesos)));
  if (min && max) return `De ${min} a ${max}`;
  if (min) return `Desde ${min}`;
  return max ? `Hasta ${max}` : undefined;
}

/** The label of a colour family. An unknown family in the URL is shown as its value. */
export function colorLabel(family: string): string {
  return isColorFamily(family) ? COLOR_FAMILY_LABEL[family] : family;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat("es").format(names);
}
