import { Link, useNavigation } from "react-router";
import { filtersOf, paths, type HomeFilters } from "../../paths.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { CategorySelect } from "../category-select.tsx";
import { Icon } from "../../ui/icon.tsx";
import { colorLabel, priceLabel } from "./list-title.ts";

/** The category path and the active filters: each can be removed by itself, or all together. */
export function ActiveFilters({
  filters: shown,
  path,
  brands,
}: {
  filters: HomeFilters;
  path: { slug: string; name: string }[];
  brands: { id: string; slug: string; name: string }[];
}) {
  // The filters of the page that is loading: two quick presses remove both.
  const { location } = useNavigation();
  const filters = location?.pathname === "/" ? filtersOf(new URLSearchParams(location.search)) : shown;
  const without = (name: "brand" | "attribute" | "color", value: string): string =>
    paths.home({ ...filters, [name]: filters[name]?.filter((one) => one !== value), page: undefined });
  const cleared = (none: Partial<HomeFilters>): string => paths.home({ ...filters, ...none, page: undefined });
  const price = priceLabel(filters);
  const nameOf = (wanted: string): string =>
    brands.find((brand) => brand.slug === wanted || brand.id === wanted)?.name ?? wanted;
  const chips = [
    ...(filters.searchTerm
      ? [{ label: `«${filters.searchTerm}»`, to: paths.home({ ...filters, searchTerm: undefined, page: undefined }) }]
      : []),
    ...(filters.brand ?? []).map((brand) => ({ label: nameOf(brand), to: without("brand", brand) })),
    ...(filters.color ?? []).map((family) => ({ label: colorLabel(family), to: without("color", family) })),
    ...(filters.attribute ?? []).map((size) => ({ label: `Talla ${size}`, to: without("attribute", size) })),
    ...(price ? [{ label: price, to: cleared({ minPrice: undefined, maxPrice: undefined }) }] : []),
    ...(filters.offer ? [{ label: "En oferta", to: cleared({ offer: undefined }) }] : []),
    ...(filters.new ? [{ label: "Nuevo", to: cleared({ new: undefined }) }] : []),
  ];
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
      {chips.length > 0 && (
        <ul aria-label="Filtros puestos" className="flex flex-wrap gap-2">
          {chips.map((chip) => (
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
              to={paths.home({ category: filters.category })}
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
