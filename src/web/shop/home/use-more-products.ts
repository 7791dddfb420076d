import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import { paths, type HomeFilters } from "../../paths.ts";
import type { CardProduct } from "../product-card.tsx";

/**
 * One page of a product list, or all pages from the first to `page`, as the server sends them
 * (server/catalog/load-product-list.ts).
 */
export interface LoadedPages {
  products: CardProduct[];
  totalProducts: number;
  page: number;
  totalPages: number;
}

/**
 * Up to this page the list loads automatically, then only by its button, so that the footer is reachable (rule
 * SCREEN-4).
 */
const AUTOMATIC_PAGES = 3;
/** Products per page (rule CATALOG-2). */
const PAGE_SIZE = 12;
const TIMEOUT_MS = 15_000;
/** The number of placeholders after a press of the button: one row on wide screens. */
const PLACEHOLDERS_AFTER_PRESS = 4;

/** The products of a list. The next page is loaded when `sentinel` is visible, or with `loadNext`. */
export function useMoreProducts(initialList: LoadedPages, filters: HomeFilters) {
  const [products, setProducts] = useState(initialList.products);
  const [page, setPage] = useState(initialList.page);
  const [failed, setFailed] = useState(false);
  /** Undefined until the page is hydrated. */
  const [loading, setLoading] = useState<boolean>();
  const sentinel = useRef<HTMLLIElement>(null);
  useEffect(() => startTransition(() => setLoading(false)), []);
  const hasMore = page < initialList.totalPages;

  const requestController = useRef<AbortController | null>(null);
  useEffect(() => () => requestController.current?.abort(), []);
  const loadNext = useCallback(async () => {
    if (requestController.current || !hasMore) return;
    requestController.current = new AbortController();
    setLoading(true);
    setFailed(false);
    try {
      const signal = AbortSignal.any([requestController.current.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const response = await fetch(paths.moreProducts({ ...filters, page: page + 1 }), { signal });
      if (!response.ok) throw new Error();
      const nextPage = (await response.json()) as LoadedPages;
      setProducts((current) => {
        const shownIds = new Set(current.map((product) => product.id));
        return [...current, ...nextPage.products.filter((product) => !shownIds.has(product.id))];
      });
      setPage(nextPage.page);
      // The URL has the last page, so that Back and reload show the same list.
      history.replaceState(history.state, "", paths.home({ ...filters, page: nextPage.page }));
    } catch {
      // Without a network, after the timeout or after a failed response, the products stay, and a button allows a new
      // attempt.
      if (!requestController.current.signal.aborted) setFailed(true);
    } finally {
      requestController.current = null;
      setLoading(false);
    }
  }, [filters, hasMore, page]);

  useEffect(() => {
    const element = sentinel.current;
    if (!element || !hasMore || failed || page >= AUTOMATIC_PAGES) return;
    // While the main thread is busy, the observer collects several changes. The last one is the current state.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && void loadNext(), {
      // The sentinel also counts as visible after it was scrolled past.
      rootMargin: "100000px 0px 600px 0px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, failed, loadNext, page]);

  const automaticPages = Math.min(AUTOMATIC_PAGES, initialList.totalPages);
  // Placeholders for all automatic pages are shown from the start, so that the footer does not move.
  const isAutomatic = loading !== undefined && page < automaticPages && !failed;
  const placeholderCount = isAutomatic
    ? Math.min(automaticPages * PAGE_SIZE, initialList.totalProducts) - products.length
    : loading
      ? PLACEHOLDERS_AFTER_PRESS
      : 0;
  return { products, page, hasMore, failed, loadNext, sentinel, placeholderCount };
}
