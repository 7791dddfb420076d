import { useCallback, useEffect, useRef, useState } from "react";
import { Link, PrefetchPageLinks, useNavigation } from "react-router";
import type { App } from "../../../contract/shop.ts";
import { paths, type HomeFilters } from "../../paths.ts";
import { useTrackedList } from "../../state/use-tracked.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Empty, Failure, Skeleton } from "../../ui/notice.tsx";
import { useSeenProducts } from "./use-seen-products.ts";
import { ProductCard, type CardProduct } from "../product-card.tsx";

/** As the server lists them (catalog/load-list.ts). */
interface List {
  products: CardProduct[];
  totalProducts: number;
  page: number;
  totalPages: number;
}

/** Up to this page the list loads by itself. A button follows, so that the footer stays reachable (rule SCREEN-4). */
const AUTOMATIC_PAGES = 3;
/** The end of the list is announced after this long (rule SCREEN-4). */
const END_AFTER_MS = 1_500;
/** Products per page (rule CATALOG-2). */
const PAGE_SIZE = 12;
const WAIT_MS = 15_000;
/** Cards that are in view when the page opens. */
const IN_VIEW = 4;

export function ProductList({
  first,
  filters,
  shop,
  isFront,
}: {
  first: List;
  filters: HomeFilters;
  shop: App;
  isFront: boolean;
}) {
  const [products, setProducts] = useState(first.products);
  const [page, setPage] = useState(first.page);
  const [failed, setFailed] = useState(false);
  const [loading, setLoading] = useState(false);
  const sentinel = useRef<HTMLLIElement>(null);
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const hasMore = page < first.totalPages;
  useTrackedList(products, filters);

  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);
  const loadNext = useCallback(async () => {
    if (asking.current || !hasMore) return;
    asking.current = new AbortController();
    setLoading(true);
    setFailed(false);
    try {
      const signal = AbortSignal.any([asking.current.signal, AbortSignal.timeout(WAIT_MS)]);
      const answer = await fetch(paths.moreProducts({ ...filters, page: page + 1 }), { signal });
      if (!answer.ok) throw new Error(`${answer.status}`);
      const next = (await answer.json()) as List;
      setProducts((shown) => {
        const known = new Set(shown.map((product) => product.id));
        return [...shown, ...next.products.filter((product) => !known.has(product.id))];
      });
      setPage(next.page);
      // Back and reload find the list as long as it is now.
      history.replaceState(history.state, "", paths.home({ ...filters, page: next.page }));
    } catch {
      // Out of reach, or too slow: what is on show stays, with a way to try again.
      if (!asking.current.signal.aborted) setFailed(true);
    } finally {
      asking.current = null;
      setLoading(false);
    }
  }, [filters, hasMore, page]);

  useEffect(() => {
    const element = sentinel.current;
    if (!element || !hasMore || failed || page >= AUTOMATIC_PAGES) return;
    // A busy page tells several changes at once: the last is how it is.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && void loadNext(), {
      // Scrolled past counts as reached.
      rootMargin: "100000px 0px 600px 0px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, failed, loadNext, page]);

  const navigation = useNavigation();
  const isChanging = navigation.state === "loading" && navigation.location.pathname === "/";
  const ahead = useSeenProducts(products.length);
  if (products.length === 0) return <NothingFound filters={filters} />;
  const automatic = Math.min(AUTOMATIC_PAGES, first.totalPages);
  // Their places are kept from the start: the footer must not run away from who reaches for it.
  const awaited = !isAlive
    ? 0
    : page < automatic && !failed
      ? Math.min(automatic * PAGE_SIZE, first.totalProducts) - products.length
      : loading
        ? IN_VIEW
        : 0;
  return (
    <>
      {ahead.map((id) => (
        <PrefetchPageLinks key={id} page={paths.product(id)} />
      ))}
      <ul
        aria-busy={isChanging}
        className={cx(
          "transition-opacity delay-150",
          isChanging && "opacity-50",
          "grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-6",
        )}
      >
        {products.map((product, index) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              priority={isFront || index >= IN_VIEW ? undefined : index === 0 ? "lead" : "early"}
              shop={shop}
            />
          </li>
        ))}
        <li ref={sentinel} aria-hidden className="col-span-full -mt-8" />
        {Array.from({ length: awaited }, (_, n) => (
          <CardSkeleton key={n} />
        ))}
      </ul>
      {failed && <Failure title="No pudimos traer más productos." onRetry={() => void loadNext()} />}
      <div className="flex flex-col items-center gap-2 text-center">
        {hasMore ? (
          <ButtonLink
            look="secondary"
            to={paths.home({ ...filters, page: page + 1 })}
            preventScrollReset
            onClick={(event) => {
              event.preventDefault();
              void loadNext();
            }}
          >
            Ver más productos ({products.length} de {first.totalProducts})
          </ButtonLink>
        ) : (
          <EndOfList />
        )}
      </div>
    </>
  );
}

function CardSkeleton() {
  return (
    <li aria-hidden>
      <Skeleton className="aspect-4/5 w-full" />
      <span className="mt-3 block h-28 space-y-2">
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-4 w-1/3" />
      </span>
    </li>
  );
}

function EndOfList() {
  const [told, setTold] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTold(true), END_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="min-h-6 text-sm text-soft">
      {told && "Ya no hay más productos."}
    </p>
  );
}

function NothingFound({ filters }: { filters: HomeFilters }) {
  return (
    <Empty title="No hay productos para mostrar en esta categoría o búsqueda">
      <p className="text-soft">
        {filters.searchTerm
          ? "Prueba con otra palabra, o mira todo lo que tenemos."
          : "Quita algún filtro o mira todo lo que tenemos."}
      </p>
      <Link to="/" className="font-semibold text-accent-strong underline underline-offset-4">
        Ver toda la tienda
      </Link>
    </Empty>
  );
}
