import { toCents, toPesos } from "../domain/money.ts";
import { MAX_PRICE_CENTS, readPesos } from "../domain/read-pesos.ts";
import { SORT_KEYS, type SortKey } from "../contract/sort-keys.ts";

/** The paths, with queries, that the shop's pages link to or load data from. */
export const paths = {
  home: (filters: HomeFilters = {}) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(filters) as [string, FilterValue | undefined][]) {
      if (!value) continue;
      for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item));
    }
    return query.size > 0 ? `/?${query}` : "/";
  },
  /** The next page of the product list, as data. */
  moreProducts: (filters: HomeFilters) => paths.home(filters).replace(/^\//, "/more-products"),
  product: (id: string) => `/products/${id}/details`,
  presale: "/preventa",
  presaleAccessCode: "/preventa/auth",
  /** A presale's product. Without the access code its page is the same for every visitor. */
  presaleProduct: (id: string) => `/preventa/${id}`,
  cart: "/cart",
  checkout: "/cart/checkout",
  order: (id: string) => `/orders/${id}`,
  orders: "/orders",
  /** `back` is the page to return to. */
  login: (back?: string) => (back ? `/login?volver=${encodeURIComponent(back)}` : "/login"),
  /** The sign-in page, which then says why: the session ended, or it is too old for an action. */
  loginAgain: (back: string, endReason: "ended" | "tooOld") =>
    `${paths.login(back)}&fin=${endReason === "tooOld" ? "usuario" : "1"}`,
  signup: (back?: string) => (back ? `/signup?volver=${encodeURIComponent(back)}` : "/signup"),
  forgot: "/forgot",
  profile: "/customer/profile",
  reviews: "/reviews",
  /** A page of the reviews of the shop. With `stars`, only the reviews with that number of stars. */
  reviewsPage: (page: number, stars: number | null) => {
    const query = new URLSearchParams();
    if (stars !== null) query.set("stars", String(stars));
    if (page > 1) query.set("page", String(page));
    return query.size === 0 ? "/reviews" : `/reviews?${query}`;
  },
  invoice: "/invoice",
  privacy: "/aviso-de-privacidad",
  terms: "/terminos",
  returns: "/cambios-y-devoluciones",
  promotions: "/promociones",
  wishlist: "/favoritos",
  /** The cards of some products as data. */
  productCards: (ids: readonly string[]) => `/product-cards?ids=${ids.join()}`,
};

/** The home page's query (rule SCREEN-6), with the search term, the sort order and the page. */
export interface HomeFilters {
  category?: string;
  /** Slugs; a product of any of them matches. */
  brand?: string[];
  /** Size names; a product with any of them matches. */
  attribute?: string[];
  /** Families of colours; a product of any of them matches. */
  color?: string[];
  /** In pesos, of the price that this shop displays. */
  minPrice?: number;
  maxPrice?: number;
  offer?: boolean;
  new?: boolean;
  searchTerm?: string;
  sort?: SortKey;
  /** Of the home page: it shows the pages 1 to this one. Of `moreProducts`: the page to load. */
  page?: number;
}

type FilterValue = string | number | boolean | string[];

/** Maximum number of values of one filter, as in the API. */
const MAX_FILTER_VALUES = 20;
// oxlint-disable-next-line no-control-regex -- the expression removes control characters
const CONTROL_CHARACTERS = /[\u0000-\u001f]/g;

/** Reads the filters of a URL. Texts are cleaned as in the API, so that PostgreSQL accepts their characters. */
export function filtersOf(query: URLSearchParams): HomeFilters {
  const texts = (name: string): string[] | undefined => {
    const cleanTexts = query
      .getAll(name)
      .map((text) => text.toWellFormed().replaceAll(CONTROL_CHARACTERS, " ").trim().slice(0, 100));
    const distinctTexts = [...new Set(cleanTexts)].filter(Boolean).slice(0, MAX_FILTER_VALUES);
    return distinctTexts.length > 0 ? distinctTexts : undefined;
  };
  const text = (name: string): string | undefined => texts(name)?.[0];
  const sort = text("sort");
  const pesos = (name: string): number | undefined => {
    const cents = readPesos(text(name) ?? "");
    return cents === null || cents > MAX_PRICE_CENTS ? undefined : toPesos(cents);
  };
  const isOn = (name: string): true | undefined => (["true", "1"].includes(text(name) ?? "") ? true : undefined);
  return {
    category: text("category"),
    brand: texts("brand"),
    attribute: texts("attribute"),
    color: texts("color"),
    minPrice: pesos("minPrice"),
    maxPrice: pesos("maxPrice"),
    offer: isOn("offer"),
    new: isOn("new"),
    searchTerm: text("searchTerm"),
    sort: SORT_KEYS.find((key) => key === sort),
  };
}

/** Reads the page number of a URL, from 1. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get("page") ?? 1);
  return Number.isInteger(page) && page > 0 ? Math.min(page, 100_000) : 1;
}

/**
 * How many filter values narrow the list, besides its category and the search term. Two brands count as two, and so do
 * the two ends of a price range.
 */
export function countFilters({ brand, attribute, color, minPrice, maxPrice, offer, new: isNew }: HomeFilters): number {
  const listValueCount = [brand, attribute, color].reduce((sum, values) => sum + (values?.length ?? 0), 0);
  return listValueCount + [minPrice, maxPrice, offer, isNew].filter(Boolean).length;
}

/** Converts the filters of a URL to the parameters of the catalogue search. */
export function searchOf({ category, brand, attribute, color, searchTerm, sort, ...filters }: HomeFilters) {
  const { minPrice, maxPrice } = filters;
  return {
    category,
    brands: brand,
    sizeNames: attribute,
    colors: color,
    minPriceCents: minPrice === undefined ? undefined : toCents(minPrice),
    maxPriceCents: maxPrice === undefined ? undefined : toCents(maxPrice),
    onlyOffers: filters.offer,
    onlyNew: filters.new,
    term: searchTerm,
    sort,
  };
}
