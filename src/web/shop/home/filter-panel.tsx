import { useEffect, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import type { Facets } from "../../../contract/catalog.ts";
import { call } from "../../client.ts";
import { paths, type HomeFilters } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice, Skeleton } from "../../ui/notice.tsx";

/**
 * Category, size and brand with how many products each would leave, counted again at each choice. One press shows the
 * products.
 */
export default function FilterPanel({ filters, onClose }: { filters: HomeFilters; onClose: () => void }) {
  const navigate = useNavigate();
  const [wanted, setWanted] = useState(filters);
  const { category, brand, attribute } = wanted;
  const { facets, counting, error, retry } = useFacets(wanted);
  const toggle = (name: "brand" | "attribute", value: string): void => {
    const chosen = wanted[name] ?? [];
    const next = chosen.includes(value) ? chosen.filter((entry) => entry !== value) : [...chosen, value];
    setWanted({ ...wanted, [name]: next.length > 0 ? next : undefined });
  };
  const isNarrowed = Boolean(brand || attribute || category !== filters.category);
  const total = facets?.totalDocs ?? 0;
  const products = `${total.toLocaleString("es-MX")} ${total === 1 ? "producto" : "productos"}`;
  const label = !facets ? "Ver productos" : total === 0 ? "Sin productos: quita un filtro" : `Ver ${products}`;
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
            disabled={!isNarrowed}
            onClick={() => setWanted({ ...wanted, category: filters.category, brand: undefined, attribute: undefined })}
          >
            Limpiar
          </Button>
          <Button
            className="flex-1"
            disabled={facets !== null && total === 0}
            onClick={() => {
              onClose();
              void navigate(paths.home({ ...wanted, page: undefined }));
            }}
          >
            {label}
          </Button>
        </div>
      }
    >
      <p role="status" className="sr-only">
        {facets && !counting && products}
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
          <Categories facets={facets} wanted={wanted} onChoose={(slug) => setWanted({ ...wanted, category: slug })} />
          <Sizes sizes={facets.sizes} chosen={attribute} onToggle={(name) => toggle("attribute", name)} />
          <Brands brands={facets.brands} chosen={brand} onToggle={(slug) => toggle("brand", slug)} />
        </>
      )}
    </Dialog>
  );
}

/** The numbers of products for these filters, counted again at each change. */
function useFacets({ category, brand, attribute, searchTerm }: HomeFilters) {
  const [facets, setFacets] = useState<Facets | null>(null);
  const [counting, setCounting] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setCounting(true);
    void call("listFacets", { query: { category, brand, attribute, searchTerm }, signal: stop.signal }).then(
      (outcome) => {
        if (stop.signal.aborted) return;
        setCounting(false);
        setError(outcome.ok ? null : outcome.problem.detail);
        if (outcome.ok) setFacets(outcome.data);
      },
    );
    return () => stop.abort();
  }, [category, brand, attribute, searchTerm, tries]);
  return { facets, counting, error, retry: () => setTries(tries + 1) };
}

interface ChoiceProps {
  chosen: string[] | undefined;
  onToggle: (value: string) => void;
}

function Sizes({ sizes, chosen, onToggle }: ChoiceProps & { sizes: Facets["sizes"] }) {
  return (
    <Group legend="Talla">
      <div className="flex flex-wrap gap-2">
        {withChosen(sizes, chosen, (name) => ({ _id: name, name, count: 0 }), "name").map((size) => (
          <label
            key={size.name}
            className="relative grid min-h-11 min-w-13 place-items-center rounded-box border border-edge bg-card px-3 text-sm font-semibold hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="checkbox"
              checked={chosen?.includes(size.name) ?? false}
              onChange={() => onToggle(size.name)}
              className="absolute inset-0 opacity-0"
            />
            <span className="text-center leading-tight">
              {size.name} <span className="tabular block text-xs font-normal">{size.count}</span>
            </span>
          </label>
        ))}
      </div>
    </Group>
  );
}

function Brands({ brands, chosen, onToggle }: ChoiceProps & { brands: Facets["brands"] }) {
  return (
    <Group legend="Marca">
      <ul className="grid gap-x-4 sm:grid-cols-2">
        {withChosen(brands, chosen, (slug) => ({ _id: slug, slug, name: slug, count: 0 }), "slug").map((entry) => (
          <li key={entry.slug}>
            <label className="flex min-h-10 items-center gap-3 text-sm">
              <input
                type="checkbox"
                checked={chosen?.includes(entry.slug) ?? false}
                onChange={() => onToggle(entry.slug)}
                className="size-5 accent-accent-strong"
              />
              <span className="flex-1">{entry.name}</span>
              <span className="tabular text-xs text-soft">{entry.count}</span>
            </label>
          </li>
        ))}
      </ul>
    </Group>
  );
}

/** A chosen filter stays listed even if it leaves no product: otherwise it could not be removed. */
function withChosen<T extends { count: number }>(
  listed: T[],
  chosen: string[] | undefined,
  make: (value: string) => T,
  key: keyof T,
): T[] {
  const missing = (chosen ?? []).filter((value) => !listed.some((entry) => entry[key] === value));
  return [...listed, ...missing.map(make)];
}

/** The subcategories of the present category. A category without subcategories lists its siblings. */
function Categories({
  facets,
  wanted,
  onChoose,
}: {
  facets: Facets;
  wanted: HomeFilters;
  onChoose: (slug: string | undefined) => void;
}) {
  const all = facets.categories;
  const here = all.find((entry) => entry.slug === wanted.category || entry._id === wanted.category);
  const below = here ? all.filter((entry) => entry.parentId === here._id) : [];
  const parentId = below.length > 0 ? here!._id : (here?.parentId ?? "0");
  const listed = all.filter((entry) => entry.parentId === parentId);
  const parent = all.find((entry) => entry._id === parentId);
  if (listed.length === 0) return null;
  const radio = (label: string, slug: string | undefined, count?: number) => (
    <label key={slug ?? "all"} className="flex min-h-10 items-center gap-3 text-sm">
      <input
        type="radio"
        name="category"
        checked={here?.slug === slug}
        onChange={() => onChoose(slug)}
        className="size-5 accent-accent-strong"
      />
      <span className="flex-1">{label}</span>
      {count !== undefined && <span className="tabular text-xs text-soft">{count}</span>}
    </label>
  );
  return (
    <Group legend="Categoría">
      <div className="grid gap-x-4 sm:grid-cols-2">
        {radio("Toda la tienda", undefined)}
        {parent && radio(`Todo de ${parent.name}`, parent.slug, parent.count)}
        {listed.map((entry) => radio(entry.name, entry.slug, entry.count))}
      </div>
    </Group>
  );
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-2 font-bold">{legend}</legend>
      {children}
    </fieldset>
  );
}

function Skeletons() {
  return (
    <div role="status" className="animate-late space-y-3">
      <span className="sr-only">Contando productos…</span>
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <Skeleton key={n} className="h-9 w-full" />
      ))}
    </div>
  );
}
