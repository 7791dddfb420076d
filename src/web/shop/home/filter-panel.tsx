import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Facets } from "../../../contract/catalog.ts";
import { formatMoney } from "../../../domain/money.ts";
import { call } from "../../client.ts";
import { countFilters, filtersOf, paths, type HomeFilters } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ColorFilter, OfferAndNewFilters, PriceFilter } from "./filter-colors-prices.tsx";
import { BrandFilter, CategoryChoice, SizeFilter } from "./filter-choices.tsx";

/**
 * The filters by size, colour, price, category, brand, offers and new products. All but the price show how many
 * products they would leave, counted again at each change. A button shows the products.
 */
export default function FilterPanel({ filters, onClose }: { filters: HomeFilters; onClose: () => void }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(filters);
  const [timesCleared, setTimesCleared] = useState(0);
  const { category, brand, attribute, color } = draft;
  const { facets, counting, error, retry } = useFacets(draft);
  const toggle = (name: "brand" | "attribute" | "color", value: string): void => {
    const chosenValues = draft[name] ?? [];
    const next = chosenValues.includes(value)
      ? chosenValues.filter((entry) => entry !== value)
      : [...chosenValues, value];
    setDraft({ ...draft, [name]: next.length > 0 ? next : undefined });
  };
  const canClear = countFilters(draft) > 0 || category !== filters.category;
  const total = facets?.totalDocs ?? 0;
  const totalText = formatMoney(total * 100).slice(1, -3);
  const productsText = `${totalText} ${total === 1 ? "producto" : "productos"}`;
  const buttonLabel = !facets
    ? "Ver productos"
    : total === 0
      ? "Sin productos: quita un filtro"
      : `Ver ${productsText}`;
  return (
    <Dialog
      open
      side
      onClose={onClose}
      title="Filtrar"
      footer={
        <div className="flex gap-3">
          <Button
            variant="secondary"
            disabled={!canClear}
            onClick={() => {
              const { category: currentCategory, searchTerm, sort } = filters;
              setDraft({ category: currentCategory, searchTerm, sort });
              setTimesCleared(timesCleared + 1);
            }}
          >
            Limpiar
          </Button>
          <Button
            className="flex-1"
            disabled={facets !== null && total === 0}
            onClick={() => {
              onClose();
              void navigate(paths.home({ ...draft, page: undefined }));
            }}
          >
            {buttonLabel}
          </Button>
        </div>
      }
    >
      <p role="status" className="sr-only">
        {facets && !counting && productsText}
      </p>
      {error && (
        <Notice tone="error" alert title="No pudimos contar los productos.">
          <p>{error}</p>
          <Button variant="quiet" onClick={retry}>
            Reintentar
          </Button>
        </Notice>
      )}
      {!facets && !error && <Skeletons />}
      {facets && (
        <>
          <SizeFilter sizes={facets.sizes} chosenValues={attribute} onToggle={(name) => toggle("attribute", name)} />
          <ColorFilter colors={facets.colors} chosenValues={color} onToggle={(family) => toggle("color", family)} />
          <PriceFilter
            key={timesCleared}
            range={facets.prices}
            limits={draft}
            onChange={(prices) => setDraft({ ...draft, ...prices })}
          />
          <CategoryChoice facets={facets} draft={draft} onChoose={(slug) => setDraft({ ...draft, category: slug })} />
          <BrandFilter brands={facets.brands} chosenValues={brand} onToggle={(slug) => toggle("brand", slug)} />
          <OfferAndNewFilters facets={facets} draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
        </>
      )}
    </Dialog>
  );
}

/** A moving slider makes many changes, so the products are counted after this pause. */
const COUNT_DELAY_MS = 150;

/** The product counts for these filters, requested again at each change. */
function useFacets(filters: HomeFilters) {
  const [facets, setFacets] = useState<Facets | null>(null);
  const [counting, setCounting] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const isFirst = useRef(true);
  const { sort: _sort, page: _page, ...countedFilters } = filters;
  const query = new URL(paths.home(countedFilters), "http://shop").search;
  useEffect(() => {
    const abort = new AbortController();
    setCounting(true);
    const requestFacets = async (): Promise<void> => {
      const outcome = await call("listFacets", { query: queryOf(query), signal: abort.signal });
      if (abort.signal.aborted) return;
      setCounting(false);
      setError(outcome.ok ? null : outcome.problem.detail);
      if (outcome.ok) setFacets(outcome.data);
    };
    const timer = setTimeout(() => void requestFacets(), isFirst.current ? 0 : COUNT_DELAY_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, tries]);
  return { facets, counting, error, retry: () => setTries(tries + 1) };
}

/** The filters of a URL as query parameters of the API. */
function queryOf(search: string) {
  const {
    category,
    brand,
    attribute,
    color,
    minPrice,
    maxPrice,
    offer,
    new: isNew,
    searchTerm,
  } = filtersOf(new URLSearchParams(search));
  return {
    category,
    brand,
    attribute,
    color,
    searchTerm,
    minPrice: minPrice?.toString(),
    maxPrice: maxPrice?.toString(),
    offer: offer ? ("true" as const) : undefined,
    new: isNew ? ("true" as const) : undefined,
  };
}

function Skeletons() {
  return (
    // On phones the dialog has its full height from the start, so that it does not grow when the counts arrive.
    <div role="status" className="animate-late space-y-3" style={{ minHeight: "100dvh" }}>
      <span className="sr-only">Contando productos…</span>
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <Skeleton key={n} className="h-9 w-full" />
      ))}
    </div>
  );
}
