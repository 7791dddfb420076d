import { useState, type ReactNode } from "react";
import { Form, useSubmit } from "react-router";
import { countFilters, paths, type HomeFilters } from "../../paths.ts";
import { chooseWholesale, isWholesaleChosen } from "../../state/wholesale.ts";
import { CategorySelect } from "../category-select.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SORT_LABELS } from "./sort-labels.ts";
import { loadable } from "../../ui/loadable.tsx";

const loadFilterPanel = () => import("./filter-panel.tsx");
const FilterPanel = loadable(loadFilterPanel);

/** The list's title and number of products, the button that opens the filters, and the sort order. */
export function ListHeader({
  filters,
  countText,
  title,
  category,
  hasWholesale,
  ownSortLabel,
  defaultSort,
  subcategoryLinks,
  children,
}: {
  filters: HomeFilters;
  /** The number of products in the list, as text. */
  countText: string;
  /** Null on the front page. */
  title: string | null;
  /** The slug of the list's category. */
  category: string | undefined;
  /** Whether the listed products have wholesale prices, which the customer may choose to see. */
  hasWholesale: boolean;
  /** The label of the list's default sort order, if visitors cannot choose that order. Undefined otherwise. */
  ownSortLabel: string | undefined;
  /** The list's default sort order. Empty if the list has an `ownSortLabel`. */
  defaultSort: string;
  /** The subcategories, in one row with the buttons. */
  subcategoryLinks: ReactNode;
  /** The active filters, beside the button. */
  children?: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const submit = useSubmit();
  const filterCount = countFilters(filters);
  const { sort, page: _page, ...otherFilters } = filters;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
      {title === null ? (
        <h2 className="text-2xl">Lo nuevo en la tienda</h2>
      ) : (
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h1 className="text-xl md:text-2xl">{title}</h1>
          <p role="status" tabIndex={-1} data-results="" className="text-sm text-soft">
            {countText}
          </p>
        </div>
      )}
      <div className="rail">
        <button
          type="button"
          aria-haspopup="dialog"
          onPointerEnter={loadFilterPanel}
          onClick={() => setOpen(true)}
          className="flex min-h-11 items-center gap-2 underline-offset-8 hover:underline"
        >
          <Icon name="filter" className="size-4" />
          Filtrar
          {filterCount > 0 && (
            <span className="tabular grid h-5 min-w-5 place-items-center rounded-full bg-ink px-1 text-xs text-paper">
              {filterCount}
              <span className="sr-only"> {filterCount > 1 ? "filtros" : "filtro"}</span>
            </span>
          )}
        </button>
        <Form action="/" onChange={(event) => void submit(event.currentTarget)}>
          {[...new URL(paths.home(otherFilters), "http://x").searchParams].map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
          <label className="quiet-select">
            <span className="sr-only">Ordenar por</span>
            <select key={sort} name="sort" defaultValue={sort ?? defaultSort}>
              {ownSortLabel && <option value="">{ownSortLabel}</option>}
              {[...SORT_LABELS].map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          {/* The button is rendered only on the server. */}
          <noscript>{import.meta.env.SSR && <button type="submit">Ordenar</button>}</noscript>
        </Form>
        {children}
        {subcategoryLinks}
        {hasWholesale && (
          <label className="flex min-h-11 items-center gap-2">
            <input
              ref={(box) => void (box && (box.checked = isWholesaleChosen()))}
              type="checkbox"
              onChange={(event) => chooseWholesale(event.target.checked)}
              className="size-4 accent-ink"
            />
            Precios de mayoreo
          </label>
        )}
        {title !== null && <CategorySelect currentSlug={category} />}
      </div>
      {open && <FilterPanel filters={filters} onClose={() => setOpen(false)} />}
    </div>
  );
}
