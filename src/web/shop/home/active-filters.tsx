import { Link, useNavigation } from "react-router";
import { filtersOf, paths, type HomeFilters } from "../../paths.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { CategorySelect } from "../category-select.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { FilterChip } from "./filter-chips.ts";

/** The category path and the active filters: each can be removed by itself, or all together. */
export function ActiveFilters({
  filters: shown,
  chips,
  path,
}: {
  filters: HomeFilters;
  chips: readonly FilterChip[];
  path: { slug: string; name: string }[];
}) {
  // The filters of the page that is loading: two quick presses remove both.
  const { location } = useNavigation();
  const filters = location?.pathname === "/" ? filtersOf(new URLSearchParams(location.search)) : shown;
  const { category, searchTerm, sort: _sort, page: _page, ...narrowing } = filters;
  const shownChips = Object.entries({ searchTerm, ...narrowing }).flatMap(([name, filter = []]) =>
    [filter].flat().map((one) => {
      const value = String(one);
      // A chip of the page that is loading has no name yet.
      const label = chips.find((chip) => chip.name === name && chip.value === value)?.label ?? value;
      const rest = Array.isArray(filter) ? filter.filter((other) => other !== value) : undefined;
      return { label, to: paths.home({ ...filters, [name]: rest, page: undefined }) };
    }),
  );
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Breadcrumbs
          crumbs={[
            { label: "Inicio", to: "/" },
            ...path.map((category, index) =>
              index === path.length - 1
                ? { label: category.name }
                : { label: category.name, to: paths.home({ category: category.slug }) },
            ),
          ]}
        />
        <CategorySelect current={path.at(-1)?.slug} />
      </div>
      {shownChips.length > 0 && (
        <ul aria-label="Filtros puestos" className="flex flex-wrap gap-2">
          {shownChips.map((chip) => (
            <li key={chip.label}>
              <Link
                to={chip.to}
                aria-label={`Quitar ${chip.label}`}
                className="inline-flex min-h-9 items-center gap-2 rounded-full border border-edge bg-card px-3 text-sm hover:bg-sand"
              >
                {chip.label}
                <Icon name="close" className="size-3.5" />
              </Link>
            </li>
          ))}
          <li>
            <Link
              to={paths.home({ category })}
              className="inline-flex min-h-9 items-center px-2 text-sm text-accent-strong underline underline-offset-4"
            >
              Limpiar todo
            </Link>
          </li>
        </ul>
      )}
    </div>
  );
}
