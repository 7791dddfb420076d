import { Link, useNavigation } from "react-router";
import { filtersOf, paths, type HomeFilters } from "../../paths.ts";
import { Icon } from "../../ui/icon.tsx";
import type { FilterChip } from "./filter-chips.ts";

/** The active filters in one row. Each one, or all together, can be removed. */
export default function ActiveFilters({
  filters: loadedFilters,
  chips,
}: {
  filters: HomeFilters;
  chips: readonly FilterChip[];
}) {
  // While another page loads, its filters are used, so that two quick presses remove two filters.
  const { location } = useNavigation();
  const filters = location?.pathname === "/" ? filtersOf(new URLSearchParams(location.search)) : loadedFilters;
  const { category, searchTerm, sort: _sort, page: _page, ...otherFilters } = filters;
  const shownChips = Object.entries({ searchTerm, ...otherFilters }).flatMap(([name, filter = []]) =>
    [filter].flat().map((filterValue) => {
      const value = String(filterValue);
      // A filter of the page that is loading has no label yet.
      const label = chips.find((chip) => chip.name === name && chip.value === value)?.label ?? value;
      const otherValues = Array.isArray(filter) ? filter.filter((other) => other !== value) : undefined;
      return { label, to: paths.home({ ...filters, [name]: otherValues, page: undefined }) };
    }),
  );
  return (
    <ul data-part="active-filters" aria-label="Filtros puestos" className="flex items-center gap-2 [&>*]:shrink-0">
      {shownChips.map((chip) => (
        <li key={chip.label}>
          <Link
            to={chip.to}
            aria-label={`Quitar ${chip.label}`}
            className="inline-flex min-h-9 items-center gap-2 bg-sand px-3 hover:bg-line"
          >
            {chip.label}
            <Icon name="close" className="size-3.5" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={paths.home({ category })}
          className="inline-flex min-h-9 items-center px-2 underline underline-offset-4"
        >
          Limpiar todo
        </Link>
      </li>
    </ul>
  );
}
