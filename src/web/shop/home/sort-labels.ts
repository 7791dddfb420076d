import type { SortKey } from "../../../contract/sort-keys.ts";

/** The orders a shopper may choose for the product list, in the order they are offered. */
export const SORT_LABELS: ReadonlyMap<SortKey, string> = new Map([
  ["-createdOn", "Lo más nuevo"],
  ["price", "Precio: menor a mayor"],
  ["-price", "Precio: mayor a menor"],
  ["name", "Nombre"],
]);
