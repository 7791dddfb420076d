import { sql, type RawBuilder } from "kysely";
import { NEW_FOR_DAYS } from "../../domain/product-badge.ts";
import { withSwappedLetters } from "../../domain/typo-pattern.ts";
import { isId } from "../db/new-id.ts";
import type { Db } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import { selectLowestOffers } from "../offers/running-offers.ts";
import {
  countStoredList,
  findStoredList,
  IS_AVAILABLE,
  filterListedIds,
  listStoredPage,
  type StoredList,
} from "./stored-list.ts";
import { listProductRows, type CardApp } from "./product-card.ts";
import { isSoldOutsidePresale, type ProductRow } from "./product-row.ts";
import { isOneOf, hasPriceLimit, sortOf, type Filters, type Search } from "./search.ts";
import type { SearchResult } from "./search-result-cache.ts";
import { toSearchWords } from "./search-words.ts";

export interface ProductPage {
  products: ProductRow[];
  page: number;
  pageSize: number;
  totalProducts: number;
}

/**
 * A page of the products of this shop that have available pieces. Sorted by `sort`. Without it, a search with a term
 * lists the best match first, and any other search has the order of the shop's settings.
 */
export async function searchProducts(app: CardApp, shop: Shop, search: Search): Promise<ProductPage> {
  const { page, pageSize, term } = search;
  const words = toSearchWords(term ?? "");
  if ((term && words.length === 0) || shop.unopenedView === "hidden")
    return { products: [], page, pageSize, totalProducts: 0 };
  const storedList = findStoredList(shop, search, words);
  const { ids, totalProducts } = storedList
    ? await findStoredPage(app, shop, search, storedList)
    : await findCachedPage(app, shop, search, words);
  return { products: await listProductRows(app, shop, ids), page, pageSize, totalProducts };
}

async function findStoredPage(app: CardApp, shop: Shop, search: Search, storedList: StoredList): Promise<SearchResult> {
  const [ids, totalProducts] = await Promise.all([
    listStoredPage(app, search, storedList),
    app.catalogCache.findTotal(listKey(shop, search, []), () => countStoredList(app, storedList)),
  ]);
  return { ids, totalProducts };
}

/** The first pages of a list share one search. Each further page has its own. */
async function findCachedPage(app: CardApp, shop: Shop, search: Search, words: string[]): Promise<SearchResult> {
  const end = search.page * search.pageSize;
  if (end > SHARED_SEARCH_PRODUCTS) return searchPage(app, shop, search, words);
  const key = JSON.stringify([listKey(shop, search, words), sortOf(shop, search, words)]);
  const sharedSearch = { ...search, page: 1, pageSize: SHARED_SEARCH_PRODUCTS };
  const { ids, totalProducts, isOld } = await app.searchResults.find(
    key,
    () => searchPage(app, shop, sharedSearch, words),
    {
      mayBeOld: !search.sizeNames?.length && !needsPrices(search),
    },
  );
  const idsOfPage = ids.slice(end - search.pageSize, end);
  return { ids: isOld ? await filterListedIds(app, shop, idsOfPage) : idsOfPage, totalProducts };
}

/** The number of products of the shared search: ten pages of the storefront's list. */
const SHARED_SEARCH_PRODUCTS = 120;

/** The parameters that the total depends on: pages and sort orders of one list share it. */
function listKey(
  shop: Shop,
  { page: _page, pageSize: _pageSize, sort: _sort, term: _term, ...filters }: Search,
  words: string[],
) {
  return JSON.stringify([shop.id, shop.unopenedView, filters, words]);
}

interface SearchQuery {
  query: string | null;
  exact: string | null;
}

const NO_WORDS: SearchQuery = { query: null, exact: null };

/** The `search_query` of these words, cached for a second, because the total and other pages need it too. */
async function findSearchQuery({ readDb, catalogCache }: CardApp, words: string[]): Promise<SearchQuery> {
  return catalogCache.find(`query ${words.join(" ")}`, async () => {
    const { rows } = await sql<SearchQuery>`
      WITH ${searchQueryCte(words)} SELECT query::text, exact::text FROM search_query`.execute(readDb);
    return rows[0]!;
  });
}

/** `search_query` with constant values, from which the planner can estimate how many products match. */
function constantQueryCte({ query, exact }: SearchQuery): RawBuilder<unknown> {
  return sql`search_query AS (SELECT ${query}::tsquery AS query, ${exact}::tsquery AS exact)`;
}

/**
 * Most searches read all matching products, so the same statement counts them. The order by price in the head office,
 * without filters that depend on prices, reads an index instead, and the total is counted separately and cached.
 */
async function searchPage(app: CardApp, shop: Shop, search: Search, words: string[]): Promise<SearchResult> {
  const query = words.length > 0 ? await findSearchQuery(app, words) : NO_WORDS;
  const sort = sortOf(shop, search, words);
  const isByPrice = sort === "price" || sort === "-price";
  const isByIndex = isByPrice && shop.kind === "headOffice" && !needsPrices(search);
  const count = () =>
    app.catalogCache.findTotal(listKey(shop, search, words), () => countProducts(app.readDb, shop, search, query));
  if (isByIndex) {
    const from = candidatesByPrice(shop, search, sort);
    const [rows, totalProducts] = await Promise.all([
      selectPage(app.readDb, shop, search, { words, query, from, total: sql`NULL` }),
      count(),
    ]);
    return { ids: rows.map(({ id }) => id), totalProducts };
  }
  const from = isByPrice || needsPrices(search) ? pricedProducts(shop) : sql`products p`;
  const rows = await selectPage(app.readDb, shop, search, { words, query, from, total: sql`count(*) OVER ()` });
  const isBeyondEnd = rows.length === 0 && search.page > 1;
  return { ids: rows.map(({ id }) => id), totalProducts: isBeyondEnd ? await count() : (rows[0]?.total ?? 0) };
}

interface PageParts {
  words: string[];
  query: SearchQuery;
  /** `products p`, with prices if the order or the filters depend on them. */
  from: RawBuilder<unknown>;
  total: RawBuilder<number | null>;
}

async function selectPage(
  db: Db,
  shop: Shop,
  search: Search,
  { words, query, from, total }: PageParts,
): Promise<{ id: string; total: number | null }[]> {
  const { rows } = await sql<{ id: string; total: number | null }>`
    WITH ${constantQueryCte(query)}
    SELECT p.id, ${total} AS total FROM ${from} CROSS JOIN search_query WHERE ${matches(shop, search)}
    ORDER BY ${orderBy(shop, search, words)} LIMIT ${search.pageSize} OFFSET ${(search.page - 1) * search.pageSize}`.execute(
    db,
  );
  return rows;
}

/**
 * The `pricedProducts` of the head office that may be on a page sorted by price: the products on offer, and as many of
 * the others as the page needs, from the index of the list price. A join of all 10,000 products with the offers takes
 * ten times as long.
 */
function candidatesByPrice(shop: Shop, search: Search, sort: "price" | "-price"): RawBuilder<unknown> {
  const order = sort === "price" ? sql`p.price_cents, p.id` : sql`p.price_cents DESC, p.id`;
  return sql`(
    WITH offered AS MATERIALIZED (SELECT * FROM ${selectLowestOffers(shop.id)} o),
    regular AS (
      SELECT p.id FROM products p CROSS JOIN search_query
      WHERE p.id NOT IN (SELECT product_id FROM offered) AND ${matches(shop, search)}
      ORDER BY ${order} LIMIT ${search.page * search.pageSize})
    SELECT id, NULL::integer AS list_cents, NULL::uuid AS product_id FROM regular
    UNION ALL SELECT product_id, list_cents, product_id FROM offered) offered (id, list_cents, product_id)
    JOIN products p USING (id)`;
}

async function countProducts(db: Db, shop: Shop, search: Search, query: SearchQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH ${constantQueryCte(query)}
    SELECT count(*) FROM ${needsPrices(search) ? pricedProducts(shop) : sql`products p`} CROSS JOIN search_query
    WHERE ${matches(shop, search)}`.execute(db);
  return rows[0]!.count;
}

/**
 * `search_query.query`: the query of the words. A word is searched by its stem if it has fewer than four letters, has a
 * digit, or is the start or another form of a word in `search_vocabulary`. Any other word is replaced by the most
 * similar words of that table, if there are any, so that 'vestdio' finds dresses. A short word with two swapped letters
 * shares few trigrams with the right word, so both orders are looked up ('blsua'). NULL without words.
 *
 * `search_query.exact` only ranks: the words themselves before others with the same stem ('vestido' and 'vestir' share
 * one).
 */
export function searchQueryCte(words: string[]): RawBuilder<unknown> {
  if (words.length === 0) return sql`search_query AS (SELECT NULL::tsquery AS query, NULL::tsquery AS exact)`;
  const swapped = words.flatMap((word, index) =>
    withSwappedLetters(word).map((variant) => ({ place: index + 1, variant })),
  );
  return sql`typed AS (
      SELECT word, place FROM unnest(${words}::text[]) WITH ORDINALITY AS t (word, place)
    ), swapped AS (
      SELECT place, word FROM unnest(${swapped.map(({ place }) => place)}::int[],
        ${swapped.map(({ variant }) => variant)}::text[]) AS s (place, word)
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

function matches(shop: Shop, search: Search): RawBuilder<boolean> {
  const conditions = [
    isSoldOutsidePresale(shop),
    hasPieces(search.sizeNames),
    ...(search.term ? [sql`p.search @@ search_query.query`] : []),
    ...(search.category ? [inCategory(search.category)] : []),
    ...(search.brands?.length ? [ofBrand(search.brands)] : []),
    ...(search.colors?.length ? [ofColor(search.colors)] : []),
    ...(hasPriceLimit(search) ? [ofPrice(shop, search)] : []),
    ...(search.onlyOffers ? [isOnOffer(shop)] : []),
    ...(search.onlyNew ? [isNew(shop)] : []),
  ];
  return sql`${sql.join(conditions, sql` AND `)}`;
}

/**
 * SQL: whether the product `p` has available pieces, in one of these sizes if any are given. Without sizes it is false
 * for products that are hidden or belong to a presale (`IS_AVAILABLE`).
 */
export function hasPieces(sizeNames: string[] | undefined): RawBuilder<boolean> {
  if (!sizeNames?.length) return IS_AVAILABLE;
  return sql`EXISTS (SELECT FROM sizes s WHERE s.product_id = p.id AND s.available > 0 AND NOT s.is_hidden
    AND s.size_name_id = ANY (ARRAY(SELECT n.id FROM size_names n WHERE ${isOneOf("n", "name", sizeNames)})))`;
}

export function inCategory(category: string): RawBuilder<boolean> {
  // As an array: with a join, the planner estimates the tree as a quarter of the catalogue and reads all of its stock.
  return sql`p.id IN (SELECT pc.product_id FROM product_categories pc WHERE pc.category_id = ANY (ARRAY(
    WITH RECURSIVE tree AS (
      SELECT c.id FROM categories c WHERE ${isId(category) ? sql`c.id = ${category}` : sql`c.slug = ${category}`}
      UNION SELECT c.id FROM categories c JOIN tree ON c.parent_id = tree.id)
    SELECT id FROM tree)))`;
}

export function ofBrand(brands: string[]): RawBuilder<boolean> {
  return sql`EXISTS (SELECT FROM product_brands pb JOIN brands b ON b.id = pb.brand_id WHERE pb.product_id = p.id
    AND ${isOneOf("b", "slug", brands)})`;
}

/** SQL: whether the colour of the product `p` belongs to one of these families. */
export function ofColor(families: string[]): RawBuilder<boolean> {
  // As an array: the planner then reads the products of these colours by their index.
  return sql`p.color_key = ANY (ARRAY(SELECT k.key FROM colors k WHERE k.families && ${families}::text[]))`;
}

export function ofPrice(shop: Shop, { minPriceCents, maxPriceCents }: Filters): RawBuilder<boolean> {
  return sql`${shopPrice(shop)} BETWEEN ${minPriceCents ?? 0} AND ${maxPriceCents ?? MAX_CENTS}`;
}

/** More than any price: the largest integer of the column. */
const MAX_CENTS = 2_147_483_647;

/** Whether the filters depend on prices. The list then reads `pricedProducts`. */
function needsPrices(filters: Filters): boolean {
  return hasPriceLimit(filters) || Boolean(filters.onlyOffers) || Boolean(filters.onlyNew);
}

/** SQL on `pricedProducts`: whether the price displayed in this shop is from an offer (rule OFFER-3). */
export function isOnOffer(shop: Shop): RawBuilder<boolean> {
  return sql`(offered.product_id IS NOT NULL AND ${shopPrice(shop)} < ${regularPrice(shop)})`;
}

/** SQL on `pricedProducts`: whether the product is new by rule PRICE-6, like `productBadge`. */
export function isNew(shop: Shop): RawBuilder<boolean> {
  return sql`NOT ${isOnOffer(shop)}
    AND (p.is_marked_new OR p.created_at >= now() - make_interval(days => ${sql.lit(NEW_FOR_DAYS)}))`;
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
 * SQL: `products p` with the data that its prices depend on: running offers, and in a branch its own price and the
 * brand's increment. They are joins, which are hashed. Subqueries would be run for each product.
 */
export function pricedProducts(shop: Shop): RawBuilder<unknown> {
  const withOffers = sql`products p LEFT JOIN ${selectLowestOffers(shop.id)} offered ON offered.product_id = p.id`;
  if (shop.kind === "headOffice") return withOffers;
  return sql`${withOffers}
    LEFT JOIN shop_products own_price ON own_price.product_id = p.id AND own_price.shop_id = ${shop.id}
    LEFT JOIN product_brands first_brand ON first_brand.product_id = p.id AND first_brand.position = 0
    LEFT JOIN brand_increments raised ON raised.brand_id = first_brand.brand_id AND raised.shop_id = ${shop.id}`;
}

/**
 * SQL on `pricedProducts`: the price displayed in this shop. A branch displays its own price, or else the list price
 * plus the first brand's increment (rule PRICE-1). With offers it is the lowest price of the sizes. `least` ignores
 * NULL.
 */
export function shopPrice(shop: Shop): RawBuilder<number> {
  const listPrice = sql<number>`least(p.price_cents, offered.list_cents)`;
  return shop.kind === "headOffice" ? listPrice : sql`least(${branchPriceFrom(listPrice)}, offered.own_cents)`;
}

/** Like `shopPrice`, without offers. */
function regularPrice(shop: Shop): RawBuilder<number> {
  return shop.kind === "headOffice" ? sql`p.price_cents` : branchPriceFrom(sql`p.price_cents`);
}

function branchPriceFrom(listPrice: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce(own_price.price_cents, greatest(0, ${listPrice} + coalesce(raised.increment_cents, 0)))`;
}
