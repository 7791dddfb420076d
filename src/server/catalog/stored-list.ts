import { sql, type RawBuilder } from "kysely";
import type { Shop } from "../shops/shop.ts";
import type { CardApp } from "./product-card.ts";
import { isOneOf, hasPriceLimit, sortOf, type Search } from "./search.ts";

/** The list of all products (0140_product_cards.sql). */
const ALL_PRODUCTS = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** SQL: whether the product `p` is published, belongs to no presale and has available pieces, in any shop. */
export const IS_AVAILABLE: RawBuilder<boolean> = sql`EXISTS (
  SELECT FROM product_lists listed WHERE listed.product_id = p.id AND listed.list_id = ${ALL_PRODUCTS})`;

/** SQL on `product_lists l`: the condition of a stored list and of the other filters, and the order. */
export interface StoredList {
  conditions: RawBuilder<boolean>;
  orderBy: RawBuilder<unknown>;
}

/**
 * The stored list that a search reads: all products, a brand or a category, oldest or newest first. Any other filter by
 * brand, category or size is checked for each product of the list. Null for other searches.
 */
export function findStoredList(shop: Shop, search: Search, words: readonly string[]): StoredList | null {
  const { category, brands = [], sizeNames = [], colors = [] } = search;
  const sort = sortOf(shop, search, words);
  const hasOnlyListFilters =
    words.length === 0 && colors.length === 0 && !hasPriceLimit(search) && !search.onlyOffers && !search.onlyNew;
  if (!hasOnlyListFilters || (sort !== "createdOn" && sort !== "-createdOn")) return null;
  const lists = [
    ...(brands.length === 1 ? [sql`= (SELECT b.id FROM brands b WHERE ${isOneOf("b", "slug", brands)})`] : []),
    ...(category ? [sql`= (SELECT c.id FROM categories c WHERE ${isOneOf("c", "slug", [category])})`] : []),
    ...(brands.length > 1 ? [sql`= ANY (ARRAY(SELECT b.id FROM brands b WHERE ${isOneOf("b", "slug", brands)}))`] : []),
  ];
  if (lists.length === 0 || (brands.length > 1 && !category)) lists.unshift(sql`= ${ALL_PRODUCTS}`);
  const [first, ...others] = lists;
  const conditions = [
    sql`l.list_id ${first!}`,
    isInShop(shop),
    ...others.map(isAlsoIn),
    ...(sizeNames.length > 0 ? [hasSize(sizeNames)] : []),
  ];
  return {
    conditions: sql`${sql.join(conditions, sql` AND `)}`,
    orderBy: sort === "createdOn" ? sql`l.created_at, l.product_id` : sql`l.created_at DESC, l.product_id`,
  };
}

/** SQL: whether the product is not local, or local to this shop. */
function isInShop(shop: Shop): RawBuilder<boolean> {
  return sql`(NOT l.is_local OR EXISTS (
    SELECT FROM shop_products own WHERE own.product_id = l.product_id AND own.shop_id = ${shop.id}))`;
}

/**
 * SQL: whether the product is also in this list. It is a scalar subquery, which is run for each product in the list's
 * order until the page is full.
 */
function isAlsoIn(list: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(SELECT true FROM product_lists other
    WHERE other.product_id = l.product_id AND other.list_id ${list} LIMIT 1)`;
}

function hasSize(sizeNames: readonly string[]): RawBuilder<boolean> {
  return sql`(SELECT true FROM sizes s WHERE s.product_id = l.product_id AND s.available > 0 AND NOT s.is_hidden
    AND s.size_name_id = ANY (ARRAY(SELECT n.id FROM size_names n WHERE ${isOneOf("n", "name", sizeNames)})) LIMIT 1)`;
}

/** SQL on `product_lists l`: whether the row is a listed product of this shop with available pieces. */
export function isAvailableIn(shop: Shop): RawBuilder<boolean> {
  return shop.unopenedView === "hidden" ? sql`false` : sql`l.list_id = ${ALL_PRODUCTS} AND ${isInShop(shop)}`;
}

/** The ids of the products on a page of a stored list. The statement is planned once. */
export async function listStoredPage(
  { genericPlanReadDb }: CardApp,
  { page, pageSize }: Search,
  { conditions, orderBy }: StoredList,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT l.product_id AS id FROM product_lists l WHERE ${conditions}
    ORDER BY ${orderBy} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(genericPlanReadDb);
  return rows.map(({ id }) => id);
}

/** Those of these products, in their order, that are still listed in this shop and have available pieces. */
export async function filterListedIds(
  { genericPlanReadDb }: CardApp,
  shop: Shop,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT l.product_id AS id FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS i (id, place)
    JOIN product_lists l ON l.product_id = i.id WHERE ${isAvailableIn(shop)} ORDER BY i.place`.execute(
    genericPlanReadDb,
  );
  return rows.map(({ id }) => id);
}

export async function countStoredList({ genericPlanReadDb }: CardApp, { conditions }: StoredList): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM product_lists l WHERE ${conditions}`.execute(genericPlanReadDb);
  return rows[0]!.count;
}
