import { sql } from "kysely";
import type { SortKey } from "../../contract/sort-keys.ts";
import type { Shop } from "../shops/shop.ts";
import { listNewProductIds } from "./list-new-product-ids.ts";
import { isSoldOutsidePresale } from "./product-row.ts";
import type { Filters } from "./search.ts";
import { hasPieces, inCategory, searchProducts } from "./search-products.ts";
import { toCardView, type CardView } from "./to-view.ts";
import type { CardApp } from "./product-card.ts";

/** Products per page (rule CATALOG-2). */
const PAGE_SIZE = 12;

/** A product list as the storefront shows it. */
export interface ProductList {
  products: CardView[];
  totalProducts: number;
  /** The last page contained in `products`. */
  page: number;
  totalPages: number;
  /** Whether the next event is first. */
  isByEvent: boolean;
}

/**
 * Whether this is the unfiltered list sorted by date, newest first. The badge "Nuevo" is omitted there, because all of
 * the first cards would have it.
 */
function isUnfilteredNewestFirst(
  { settings }: Shop,
  { sort = settings.orders.products.sortkey, ...filters }: Filters & { sort?: SortKey },
): boolean {
  return sort === "-createdOn" && Object.values(filters).every((value) => value === undefined);
}

/**
 * One page of the list, or all pages from the first to this one. A category of tickets has the next event first, if the
 * customer did not choose a sort order (rule CATALOG-2).
 */
export async function loadProductList(
  app: CardApp,
  shop: Shop,
  filters: Filters & { sort?: SortKey },
  { page, fromFirst: isFromFirstPage }: { page: number; fromFirst: boolean },
): Promise<ProductList> {
  const searchInput = {
    ...filters,
    page: isFromFirstPage ? 1 : page,
    pageSize: isFromFirstPage ? PAGE_SIZE * page : PAGE_SIZE,
  };
  const [defaultResults, newProductIds] = await Promise.all([
    searchProducts(app, shop, searchInput),
    isUnfilteredNewestFirst(shop, filters) ? new Set<string>() : listNewProductIds(app, shop),
  ]);
  const isByEvent = await isListedByEvent(app, shop, filters, defaultResults.products);
  const results = isByEvent ? await searchProducts(app, shop, { ...searchInput, sort: "startsAt" }) : defaultResults;
  const now = new Date();
  return {
    products: results.products.map((row) => toCardView(shop, row, { now, newProductIds })),
    totalProducts: results.totalProducts,
    page,
    totalPages: Math.ceil(results.totalProducts / PAGE_SIZE),
    isByEvent,
  };
}

/**
 * Whether the list has the next event first: the customer chose no sort order and no term, and the category has only
 * tickets in stock. Another page may have garments, so the category is queried if this page has only tickets.
 */
async function isListedByEvent(
  app: CardApp,
  shop: Shop,
  { category, term, sort }: Filters & { sort?: SortKey },
  products: readonly { is_digital: boolean }[],
): Promise<boolean> {
  if (category === undefined || term || sort || products.length === 0 || products.some((row) => !row.is_digital))
    return false;
  const { rows } = await sql`SELECT FROM products p
    WHERE NOT p.is_digital AND ${isSoldOutsidePresale(shop)} AND ${hasPieces(undefined)} AND ${inCategory(category)} LIMIT 1`.execute(
    app.readDb,
  );
  return rows.length === 0;
}
