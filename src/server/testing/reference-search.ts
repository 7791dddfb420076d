import { sql, type RawBuilder } from "kysely";
import { NEW_FOR_DAYS } from "../../domain/product-badge.ts";
import { withSwappedLetters } from "../../domain/typo-pattern.ts";
import { isId } from "../db/new-id.ts";
import type { Db } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import { selectLowestOffers } from "../offers/running-offers.ts";
import { isSoldOutsidePresale, productColumns, type ProductRow } from "../catalog/product-row.ts";
import type { Filters, SortOrder, Search } from "../catalog/search.ts";
import { toSearchWords } from "../catalog/search-words.ts";

/**
 * A page of search results and their total number, computed from the tables of the catalogue. `searchProducts`, which
 * reads product cards and stored lists, has to return the same.
 */
export async function runReferenceSearch(
  db: Db,
  shop: Shop,
  search: Search,
): Promise<{ products: ProductRow[]; totalProducts: number }> {
  const words = toSearchWords(search.term ?? "");
  if (search.term && words.length === 0) return { products: [], totalProducts: 0 };
  return {
    products: await listPage(db, shop, search, words),
    totalProducts: await countProducts(db, shop, search, words),
  };
}

async function listPage(db: Db, shop: Shop, search: Search, words: string[]): Promise<ProductRow[]> {
  const offset = (search.page - 1) * search.pageSize;
  const { rows } = await sql<ProductRow>`
    WITH ${searchQueryCte(words)}, page AS (
      SELECT p.id, row_number() OVER (ORDER BY ${orderBy(shop, search, words)}) AS place
      FROM ${listedProducts(shop, search, words)} CROSS JOIN search_query WHERE ${matchesSearch(shop, search)}
      ORDER BY ${orderBy(shop, search, words)} LIMIT ${search.pageSize} OFFSET ${offset})
    SELECT ${productColumns(shop)} FROM page JOIN products p ON p.id = page.id ORDER BY page.place`.execute(db);
  return rows;
}

/** `products p` of a page, with prices if its order or filters depend on them. */
function listedProducts(shop: Shop, search: Search, words: string[]): RawBuilder<unknown> {
  if (needsPrices(search)) return pricedProducts(shop);
  const sort = sortOf(shop, search, words);
  if (sort !== "price" && sort !== "-price") return sql`products p`;
  return shop.kind === "headOffice" ? firstProductsByPrice(shop, search, sort) : pricedProducts(shop);
}

/**
 * The `pricedProducts` of the head office that may be on a page sorted by price: those on offer, and as many of the
 * others as the page needs, by the index of the list price. A join of all 10,000 products with the offers takes ten
 * times as long.
 */
function firstProductsByPrice(shop: Shop, search: Search, sort: "price" | "-price"): RawBuilder<unknown> {
  const priceOrder = sort === "price" ? sql`p.price_cents, p.id` : sql`p.price_cents DESC, p.id`;
  return sql`(
    WITH offered AS MATERIALIZED (SELECT * FROM ${selectLowestOffers(shop.id)} o),
    regular AS (
      SELECT p.id FROM products p CROSS JOIN search_query
      WHERE p.id NOT IN (SELECT product_id FROM offered) AND ${matchesSearch(shop, search)}
      ORDER BY ${priceOrder} LIMIT ${search.page * search.pageSize})
    SELECT id, NULL::integer AS list_cents, NULL::uuid AS product_id FROM regular
    UNION ALL SELECT product_id, list_cents, product_id FROM offered) offered (id, list_cents, product_id)
    JOIN products p USING (id)`;
}

async function countProducts(db: Db, shop: Shop, search: Search, words: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH ${searchQueryCte(words)}
    SELECT count(*) FROM ${needsPrices(search) ? pricedProducts(shop) : sql`products p`} CROSS JOIN search_query
    WHERE ${matchesSearch(shop, search)}`.execute(db);
  return rows[0]!.count;
}

/**
 * `search_query.query`: the query of the typed words. A word is searched by its stem if it has fewer than four letters,
 * has a digit, or is the start or another form of a word in `search_vocabulary`. Any other word is replaced by the
 * three most similar words of that table, if there are any, so that 'vestdio' finds dresses. In a short word two
 * swapped letters leave few of its trigrams, so the words with swapped letters are looked up as well ('blsua'). NULL
 * without words.
 *
 * `search_query.exact` only ranks: the words themselves before others with the same stem ('vestido' and 'vestir' share
 * one).
 */
function searchQueryCte(words: string[]): RawBuilder<unknown> {
  if (words.length === 0) return sql`search_query AS (SELECT NULL::tsquery AS query, NULL::tsquery AS exact)`;
  const swappedVariants = words.flatMap((word, n) =>
    withSwappedLetters(word).map((variant) => ({ place: n + 1, variant })),
  );
  return sql`typed AS (
      SELECT word, place FROM unnest(${words}::text[]) WITH ORDINALITY AS t (word, place)
    ), swapped AS (
      SELECT place, word FROM unnest(${swappedVariants.map(({ place }) => place)}::int[],
        ${swappedVariants.map(({ variant }) => variant)}::text[]) AS s (place, word)
    ), expanded AS (
      SELECT t.place, coalesce(
        CASE WHEN length(t.word) < 4 OR t.word ~ '[0-9]'
          OR EXISTS (SELECT FROM search_vocabulary v WHERE v.word LIKE t.word || '%')
          OR EXISTS (SELECT FROM search_vocabulary v
            WHERE v.word LIKE left(t.word, greatest(4, length(t.word) - 2)) || '%'
              AND to_tsvector('spanish_plain', v.word) @@ to_tsquery('spanish_plain', t.word))
        THEN t.word || ':*' END,
        (SELECT string_agg(near.word, ' | ') FROM (
          SELECT v.word FROM (
            SELECT word, 1 AS mistakes FROM swapped JOIN search_vocabulary USING (word) WHERE swapped.place = t.place
            UNION ALL SELECT word, levenshtein(word, t.word) FROM search_vocabulary WHERE word % t.word) v
          GROUP BY v.word
          ORDER BY min(mistakes), abs(length(v.word) - length(t.word)), similarity(v.word, t.word) DESC, v.word LIMIT 3) near),
        t.word || ':*') AS alternatives
      FROM typed t
    ), search_query AS (
      SELECT to_tsquery('spanish_plain', string_agg('(' || alternatives || ')', ' & ' ORDER BY place)) AS query,
        to_tsquery('simple', string_agg(
          regexp_replace(split_part(replace(alternatives, ':*', ''), ' ', 1), '(?<=...)(es|s)$', '') || ':*',
          ' | ')) AS exact
      FROM expanded
    )`;
}

function matchesSearch(shop: Shop, search: Search): RawBuilder<boolean> {
  const conditions = [
    isSoldOutsidePresale(shop),
    hasPieces(search.sizeNames),
    ...(search.term ? [sql`p.search @@ search_query.query`] : []),
    ...(search.category ? [inCategory(search.category)] : []),
    ...(search.brands?.length ? [ofBrand(search.brands)] : []),
    ...(search.colors?.length ? [ofColor(search.colors)] : []),
    ...(hasPriceFilter(search) ? [ofPrice(shop, search)] : []),
    ...(search.onlyOffers ? [isOnOffer(shop)] : []),
    ...(search.onlyNew ? [isNew(shop)] : []),
  ];
  return sql`${sql.join(conditions, sql` AND `)}`;
}

/** Whether the product has available pieces, in one of these sizes if any are given. */
function hasPieces(sizeNames: string[] | undefined): RawBuilder<boolean> {
  if (!sizeNames?.length) {
    return sql`EXISTS (SELECT FROM sizes s WHERE s.product_id = p.id AND s.available > 0 AND NOT s.is_hidden)`;
  }
  return sql`EXISTS (SELECT FROM sizes s WHERE s.product_id = p.id AND s.available > 0 AND NOT s.is_hidden
    AND s.size_name_id = ANY (ARRAY(SELECT n.id FROM size_names n WHERE ${isOneOf("n", "name", sizeNames)})))`;
}

function inCategory(category: string): RawBuilder<boolean> {
  // As an array: with a join, the planner estimates the tree as a quarter of the catalogue and reads all of its stock.
  return sql`p.id IN (SELECT pc.product_id FROM product_categories pc WHERE pc.category_id = ANY (ARRAY(
    WITH RECURSIVE tree AS (
      SELECT c.id FROM categories c WHERE ${isId(category) ? sql`c.id = ${category}` : sql`c.slug = ${category}`}
      UNION SELECT c.id FROM categories c JOIN tree ON c.parent_id = tree.id)
    SELECT id FROM tree)))`;
}

function ofBrand(brands: string[]): RawBuilder<boolean> {
  return sql`EXISTS (SELECT FROM product_brands pb JOIN brands b ON b.id = pb.brand_id WHERE pb.product_id = p.id
    AND ${isOneOf("b", "slug", brands)})`;
}

/** SQL: whether the product's colour belongs to one of these colour families. */
function ofColor(families: string[]): RawBuilder<boolean> {
  // As an array: the planner then reads the products of these colours by their index.
  return sql`p.color_key = ANY (ARRAY(SELECT k.key FROM colors k WHERE k.families && ${families}::text[]))`;
}

function hasPriceFilter({ minPriceCents, maxPriceCents }: Filters): boolean {
  return minPriceCents !== undefined || maxPriceCents !== undefined;
}

function ofPrice(shop: Shop, { minPriceCents, maxPriceCents }: Filters): RawBuilder<boolean> {
  return sql`${shopPrice(shop)} BETWEEN ${minPriceCents ?? 0} AND ${maxPriceCents ?? MAX_CENTS}`;
}

/** More than any price: the largest integer of the column. */
const MAX_CENTS = 2_147_483_647;

/** Whether the filters depend on prices, so that the list reads `pricedProducts`. */
function needsPrices(filters: Filters): boolean {
  return hasPriceFilter(filters) || Boolean(filters.onlyOffers) || Boolean(filters.onlyNew);
}

/** Whether the price of `pricedProducts` that this shop displays is from an offer (rule OFFER-3). */
function isOnOffer(shop: Shop): RawBuilder<boolean> {
  return sql`(offered.product_id IS NOT NULL AND ${shopPrice(shop)} < ${regularPrice(shop)})`;
}

/**
 * Whether a product of `pricedProducts` has the badge "new", as in `productBadge`: without an offer, and marked or
 * recent.
 */
function isNew(shop: Shop): RawBuilder<boolean> {
  return sql`NOT ${isOnOffer(shop)}
    AND (p.is_marked_new OR p.created_at >= now() - make_interval(days => ${sql.lit(NEW_FOR_DAYS)}))`;
}

/** SQL: whether the row has one of these ids, slugs or names. Pages send slugs and names, API clients send ids. */
function isOneOf(table: string, column: string, idsOrNames: string[]): RawBuilder<boolean> {
  const ids = idsOrNames.filter(isId);
  const names = idsOrNames.filter((value) => !isId(value));
  const byName = sql<boolean>`${sql.ref(`${table}.${column}`)} = ANY (${names}::text[])`;
  if (ids.length === 0) return byName;
  const byId = sql<boolean>`${sql.ref(`${table}.id`)} = ANY (${ids}::uuid[])`;
  return names.length === 0 ? byId : sql`(${byId} OR ${byName})`;
}

/** The order of the results. Null: the best match first. */
function sortOf(shop: Shop, { sort }: Search, words: string[]): SortOrder | null {
  return sort ?? (words.length > 0 ? null : shop.settings.orders.products.sortkey);
}

function orderBy(shop: Shop, search: Search, words: string[]): RawBuilder<unknown> {
  const sort = sortOf(shop, search, words);
  if (sort === null) {
    return sql`ts_rank(p.search, search_query.query) + ts_rank(p.search, search_query.exact) DESC, p.created_at DESC, p.id`;
  }
  switch (sort) {
    case "createdOn":
      return sql`p.created_at, p.id`;
    case "name":
      return sql`p.name, p.id`;
    case "price":
      return sql`${shopPrice(shop)}, p.id`;
    case "-price":
      return sql`${shopPrice(shop)} DESC, p.id`;
    case "-createdOn":
      return sql`p.created_at DESC, p.id`;
    case "startsAt":
      return sql`p.event_at < now(), p.event_at, p.id`;
  }
}

/**
 * `products p` with the rows that its prices depend on: running offers, and in a branch its own price and the brand's
 * increment. They are joined, because subqueries would run for each product.
 */
function pricedProducts(shop: Shop): RawBuilder<unknown> {
  const withOffers = sql`products p LEFT JOIN ${selectLowestOffers(shop.id)} offered ON offered.product_id = p.id`;
  if (shop.kind === "headOffice") return withOffers;
  return sql`${withOffers}
    LEFT JOIN shop_products own_price ON own_price.product_id = p.id AND own_price.shop_id = ${shop.id}
    LEFT JOIN product_brands first_brand ON first_brand.product_id = p.id AND first_brand.position = 0
    LEFT JOIN brand_increments raised ON raised.brand_id = first_brand.brand_id AND raised.shop_id = ${shop.id}`;
}

/**
 * The price of `pricedProducts` that this shop displays: in a branch its own price, else the list price plus the first
 * brand's increment (rule PRICE-1). If sizes have offers, it is the lowest price. `least` ignores NULL.
 */
function shopPrice(shop: Shop): RawBuilder<number> {
  const lowestListPrice = sql<number>`least(p.price_cents, offered.list_cents)`;
  return shop.kind === "headOffice" ? lowestListPrice : sql`least(${branchPrice(lowestListPrice)}, offered.own_cents)`;
}

/** The price that this shop would display without offers. */
function regularPrice(shop: Shop): RawBuilder<number> {
  return shop.kind === "headOffice" ? sql`p.price_cents` : branchPrice(sql`p.price_cents`);
}

function branchPrice(listPrice: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce(own_price.price_cents, greatest(0, ${listPrice} + coalesce(raised.increment_cents, 0)))`;
}
