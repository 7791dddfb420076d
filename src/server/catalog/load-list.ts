import type { SortKey } from "../../contract/sort-keys.ts";
import type { Shop } from "../shops/shop.ts";
import { listNewIds } from "./list-new-ids.ts";
import type { Filters } from "./search.ts";
import { searchProducts } from "./search-products.ts";
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
}

/**
 * Whether this is the unfiltered list sorted by date, newest first. The badge "Nuevo" is omitted there, because every
 * first card would have it.
 */
function isUnfilteredNewestFirst(
  { settings }: Shop,
  { sort = settings.orders.products.sortkey, ...filters }: Filters & { sort?: SortKey },
): boolean {
  return sort === "-createdOn" && Object.values(filters).every((value) => value === undefined);
}

/**
 * One page of the list, or all pages from the first to this one. A category of tickets has the next event first, if the
 * customer did not choose an order (rule CATALOG-2).
 */
export async function loadProductList(
  app: CardApp,
  shop: Shop,
  filters: Filters & { sort?: SortKey },
  { page, fromFirst }: { page: number; fromFirst: boolean },
): Promise<ProductList> {
  const search = { ...filters, page: fromFirst ? 1 : page, size: fromFirst ? PAGE_SIZE * page : PAGE_SIZE };
  const [anyOrder, newIds] = await Promise.all([
    searchProducts(app, shop, search),
    isUnfilteredNewestFirst(shop, filters) ? new Set<string>() : listNewIds(app, shop),
  ]);
  const isOfEvents =
    filters.category !== undefined &&
    !filters.term &&
    !filters.sort &&
    anyOrder.products.length > 0 &&
    anyOrder.products.every(({ is_digital }) => is_digital);
  const found = isOfEvents ? await searchProducts(app, shop, { ...search, sort: "startsAt" }) : anyOrder;
  const now = new Date();
  return {
    products: found.products.map((row) => toCardView(shop, row, { now, newIds })),
    totalProducts: found.totalProducts,
    page,
    totalPages: Math.ceil(found.totalProducts / PAGE_SIZE),
  };
}
