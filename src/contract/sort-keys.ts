/** The sort orders of a product list. A search without one sorts by match. */
export const SORT_KEYS = ["-createdOn", "createdOn", "name", "price", "-price"] as const;

export type SortKey = (typeof SORT_KEYS)[number];
