import { lazy, Suspense, useState } from "react";
import { Form, useSubmit } from "react-router";
import { countFilters, paths, type HomeFilters } from "../../paths.ts";
import { Icon } from "../../ui/icon.tsx";
import { SORT_LABELS } from "./sort-labels.ts";

const FilterPanel = lazy(() => import("./filter-panel.tsx"));

/** The number of products, the button that opens the filters, and the sort order. */
export function Filters({ filters, total, isFront }: { filters: HomeFilters; total: number; isFront: boolean }) {
  const [open, setOpen] = useState(false);
  const submit = useSubmit();
  const count = countFilters(filters);
  const { sort, page: _page, ...kept } = filters;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {isFront ? (
        <h2 className="text-xl font-bold">Lo nuevo en la tienda</h2>
      ) : (
        <p role="status" tabIndex={-1} data-results="" className="text-sm text-soft">
          {total === 1 ? "1 producto" : `${total.toLocaleString("es-MX")} productos`}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="flex min-h-11 items-center gap-2 rounded-box border border-edge bg-card px-4 text-sm font-semibold hover:bg-sand"
        >
          <Icon name="filter" className="size-4" />
          Filtrar
          {count > 0 && (
            <span className="tabular grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs text-on-accent">
              {count}
              <span className="sr-only"> {count === 1 ? "filtro puesto" : "filtros puestos"}</span>
            </span>
          )}
        </button>
        <Form action="/" onChange={(event) => void submit(event.currentTarget)}>
          {[...new URL(paths.home(kept), "http://shop").searchParams].map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <label>
            <span className="sr-only">Ordenar por</span>
            <select
              key={sort}
              name="sort"
              defaultValue={sort ?? (filters.searchTerm ? "" : "-createdOn")}
              className="min-h-11 max-w-full rounded-box border border-edge bg-card px-3 text-sm"
            >
              {filters.searchTerm && <option value="">Mejor coincidencia</option>}
              {[...SORT_LABELS].map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <noscript>
            <button type="submit">Ordenar</button>
          </noscript>
        </Form>
      </div>
      {open && (
        <Suspense>
          <FilterPanel filters={filters} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
