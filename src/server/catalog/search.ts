import { sql, type RawBuilder } from "kysely";
import type { SortKey } from "../../contract/sort-keys.ts";
import type { Cents } from "../../domain/money.ts";
import { isId } from "../db/new-id.ts";
import type { Shop } from "../shops/shop.ts";

export interface Filters {
  /** Id or slug. Includes subcategories. */
  category?: string;
  /** Ids or slugs of brands, any of which matches. Empty: all. */
  brands?: string[];
  /** Ids or names of sizes, any of which matches. */
  sizeNames?: string[];
  term?: string;
  /** Families of colours, any of which matches. */
  colors?: string[];
  /** Limits of the price displayed in this shop, both included. */
  minPriceCents?: Cents;
  maxPriceCents?: Cents;
  onlyOffers?: boolean;
  onlyNew?: boolean;
}

export interface Search extends Filters {
  page: number;
  pageSize: number;
  sort?: SortOrder;
}

/** The order of a list: one of the API, or by the start of the events. */
export type SortOrder = SortKey | "startsAt";

/** The order of the list. Null: the best match first. */
export function sortOf(shop: Shop, { sort }: Search, words: readonly string[]): SortOrder | null {
  return sort ?? (words.length > 0 ? null : shop.settings.orders.products.sortkey);
}

export function hasPriceLimit({ minPriceCents, maxPriceCents }: Filters): boolean {
  return minPriceCents !== undefined || maxPriceCents !== undefined;
}

/** SQL: whether a row has one of these ids or names. URLs of pages have slugs and names, API clients send ids. */
export function isOneOf(table: string, column: string, idsOrNames: readonly string[]): RawBuilder<boolean> {
  const ids = idsOrNames.filter(isId);
  const names = idsOrNames.filter((value) => !isId(value));
  const byName = sql<boolean>`${sql.ref(`${table}.${column}`)} = ANY (${names}::text[])`;
  if (ids.length === 0) return byName;
  const byId = sql<boolean>`${sql.ref(`${table}.id`)} = ANY (${ids}::uuid[])`;
  return names.length === 0 ? byId : sql`(${byId} OR ${byName})`;
}
