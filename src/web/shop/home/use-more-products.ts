import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import { paths, type HomeFilters } from "../../paths.ts";
import type { CardProduct } from "../product-card.tsx";

/** A page of products, as the server lists them (catalog/load-list.ts). */
export interface ListPage {
  products: CardProduct[];
  totalProducts: number;
  page: number;
  totalPages: number;
}

/** Up to this page the list loads by itself. A button follows, so that the footer stays reachable (rule SCREEN-4). */
const AUTOMATIC_PAGES = 3;
/** Products per page (rule CATALOG-2). */
const PAGE_SIZE = 12;
const TIMEOUT_MS = 15_000;
/** Placeholders while the button's page loads: a row of cards. */
const ROW = 4;

/** The products of a list, page after page: the next one when `sentinel` is in view, or with `loadNext`. */
export function useMoreProducts(first: ListPage, filters: HomeFilters) {
  const [products, setProducts] = useState(first.products);
  const [page, setPage] = useState(first.page);
  const [failed, setFailed] = useState(false);
  /** Undefined until React has taken over. */
  const [loading, setLoading] = useState<boolean>();
  const sentinel = useRef<HTMLLIElement>(null);
  useEffect(() => startTransition(() => setLoading(false)), []);
  const hasMore = page < first.totalPages;

  const request = useRef<AbortController | null>(null);
  useEffect(() => () => request.current?.abort(), []);
  const loadNext = useCallback(async () => {
    if (request.current || !hasMore) return;
    request.current = new AbortController();
    setLoading(true);
    setFailed(false);
    try {
      const signal = AbortSignal.any([request.current.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const answer = await fetch(paths.moreProducts({ ...filters, page: page + 1 }), { signal });
      if (!answer.ok) throw new Error();
      const next = (await answer.json()) as ListPage;
      setProducts((shown) => {
        const known = new Set(shown.map((product) => product.id));
        return [...shown, ...next.products.filter((product) => !known.has(product.id))];
      });
      setPage(next.page);
      // Back and reload show the list as long as it is now.
      history.replaceState(history.state, "", paths.home({ ...filters, page: next.page }));
    } catch {
      // No network, or too slow: the products on the page stay, with a button to try again.
      if (!request.current.signal.aborted) setFailed(true);
    } finally {
      request.current = null;
      setLoading(false);
    }
  }, [filters, hasMore, page]);

  useEffect(() => {
    const element = sentinel.current;
    if (!element || !hasMore || failed || page >= AUTOMATIC_PAGES) return;
    // A busy page reports several changes together: the last is the present state.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && void loadNext(), {
      // Scrolled past counts as reached.
      rootMargin: "100000px 0px 600px 0px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, failed, loadNext, page]);

  const automatic = Math.min(AUTOMATIC_PAGES, first.totalPages);
  // The cards of the automatic pages have their places from the start: the footer must not move while it is reached for.
  const isAutomatic = loading !== undefined && page < automatic && !failed;
  const placeholders = isAutomatic
    ? Math.min(automatic * PAGE_SIZE, first.totalProducts) - products.length
    : loading
      ? ROW
      : 0;
  return { products, page, hasMore, failed, loadNext, sentinel, placeholders };
}
