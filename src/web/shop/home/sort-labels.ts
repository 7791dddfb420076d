import type { SortKey } from "../../../contract/sort-keys.ts";

/** The sort orders of the product list, in the order in which they are shown. */
export const SORT_LABELS: ReadonlyMap<SortKey, string> = new Map([
  ["-createdOn", "Lo más nuevo"],
  ["price", "Precio: menor a mayor"],
  ["-price", "Precio: mayor a menor"],
  ["name", "Nombre"],
]);
