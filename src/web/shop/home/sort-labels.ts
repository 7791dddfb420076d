import type { SortKey } from "../../../contract/sort-keys.ts";

/** The labels of the sort orders that visitors can choose, in the sequence in which they are shown. */
export const SORT_LABELS: ReadonlyMap<SortKey, string> = new Map([
  ["-createdOn", "Lo más nuevo"],
  ["price", "Precio: menor a mayor"],
  ["-price", "Precio: mayor a menor"],
  ["name", "Nombre"],
]);
