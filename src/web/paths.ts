import { SORT_KEYS, type SortKey } from "../contract/sort-keys.ts";

/** Every address of the shop, written once. */
export const paths = {
  home: (filters: HomeFilters = {}) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(filters) as [string, string | number | string[] | undefined][]) {
      if (!value) continue;
      for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
    }
    return query.size > 0 ? `/?${query}` : "/";
  },
  /** The list's next page as data. */
  moreProducts: (filters: HomeFilters) => paths.home(filters).replace(/^\//, "/more-products"),
  product: (id: string) => `/products/${id}/details`,
  presale: "/preventa",
  presaleAccessCode: "/preventa/auth",
  /** A presale's product: its page is the same for nobody but who has the code. */
  presaleProduct: (id: string) => `/preventa/${id}`,
  cart: "/cart",
  checkout: "/cart/checkout",
  order: (id: string) => `/orders/${id}`,
  orders: "/orders",
  /** `back`: where to go on afterwards. */
  login: (back?: string) => (back ? `/login?volver=${encodeURIComponent(back)}` : "/login"),
  /** The same door, which says why a session was closed. */
  loginAgain: (back: string, ending: "ended" | "tooOld") =>
    `${paths.login(back)}&fin=${ending === "tooOld" ? "usuario" : "1"}`,
  signup: (back?: string) => (back ? `/signup?volver=${encodeURIComponent(back)}` : "/signup"),
  forgot: "/forgot",
  profile: "/customer/profile",
  reviews: "/reviews",
  invoice: "/invoice",
  privacy: "/aviso-de-privacidad",
  terms: "/terminos",
  returns: "/cambios-y-devoluciones",
  sitemap: "/sitemap.xml",
  /** A part of the sitemap: the pages, or the nth lot of products. */
  sitemapPart: (part: "paginas" | `productos-${number}`) => `/sitemap/${part}.xml`,
};

/** The home page's query (rule SCREEN-6), with the search term, the order and how many pages are shown. */
export interface HomeFilters {
  category?: string;
  /** Slugs: any of them. */
  brand?: string[];
  /** Names of sizes: any of them. */
  attribute?: string[];
  searchTerm?: string;
  sort?: SortKey;
  page?: number;
}

/** As many values of a kind as the API takes. */
const MAX_CHOICES = 20;
// oxlint-disable-next-line no-control-regex -- control characters are exactly what must not get in
const CONTROL = /[\u0000-\u001f]/g;

/** The filters an address asks for, cleaned as the API cleans them: what PostgreSQL cannot hold never gets there. */
export function filtersOf(query: URLSearchParams): HomeFilters {
  const texts = (name: string): string[] | undefined => {
    const given = query.getAll(name).map((text) => text.toWellFormed().replaceAll(CONTROL, " ").trim().slice(0, 100));
    const kept = [...new Set(given)].filter(Boolean).slice(0, MAX_CHOICES);
    return kept.length > 0 ? kept : undefined;
  };
  const text = (name: string): string | undefined => texts(name)?.[0];
  const sort = text("sort");
  return {
    category: text("category"),
    brand: texts("brand"),
    attribute: texts("attribute"),
    searchTerm: text("searchTerm"),
    sort: SORT_KEYS.find((key) => key === sort),
  };
}

/** The page an address asks for, from 1. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get("page") ?? 1);
  return Number.isInteger(page) && page > 0 ? Math.min(page, 100_000) : 1;
}

/** The same filters in the catalogue's words. */
export function searchOf({ category, brand, attribute, searchTerm, sort }: HomeFilters) {
  return { category, brands: brand, sizeNames: attribute, term: searchTerm, sort };
}
