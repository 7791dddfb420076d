import type { ReactNode } from "react";
import type { Facets } from "../../../contract/catalog.ts";
import type { HomeFilters } from "../../paths.ts";

export interface ChoiceProps {
  chosenValues: string[] | undefined;
  onToggle: (value: string) => void;
}

export function SizeFilter({ sizes, chosenValues, onToggle }: ChoiceProps & { sizes: Facets["sizes"] }) {
  const choices = addChosenValues(sizes, chosenValues, (name) => ({ _id: name, name, count: 0 }), "name");
  if (choices.length === 0) return null;
  return (
    <FilterGroup legend="Talla">
      <div className="flex flex-wrap gap-1.5">
        {choices.map((size) => (
          <label
            key={size.name}
            className="relative grid min-h-11 min-w-13 place-items-center rounded-box border border-edge bg-card px-2 text-sm font-semibold hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="checkbox"
              checked={chosenValues?.includes(size.name) ?? false}
              onChange={() => onToggle(size.name)}
              className="absolute inset-0 opacity-0"
            />
            <span className="text-center leading-tight">
              {size.name} <span className="tabular block text-xs font-normal">{size.count}</span>
            </span>
          </label>
        ))}
      </div>
    </FilterGroup>
  );
}

export function BrandFilter({ brands, chosenValues, onToggle }: ChoiceProps & { brands: Facets["brands"] }) {
  const choices = addChosenValues(brands, chosenValues, (slug) => ({ _id: slug, slug, name: slug, count: 0 }), "slug");
  if (choices.length === 0) return null;
  return (
    <FilterGroup legend="Marca">
      <ul className="grid gap-x-4 sm:grid-cols-2">
        {choices.map((entry) => (
          <li key={entry.slug}>
            <label className="flex min-h-10 items-center gap-3 text-sm">
              <input
                type="checkbox"
                checked={chosenValues?.includes(entry.slug) ?? false}
                onChange={() => onToggle(entry.slug)}
                className="size-5 accent-ink"
              />
              <span className="flex-1">{entry.name}</span>
              <span className="tabular text-xs text-soft">{entry.count}</span>
            </label>
          </li>
        ))}
      </ul>
    </FilterGroup>
  );
}

/** Adds the chosen values that are not listed because no product has them, so that the customer can remove them. */
export function addChosenValues<Choice extends { count: number }>(
  listedChoices: Choice[],
  chosenValues: string[] | undefined,
  makeChoice: (value: string) => Choice,
  valueKey: keyof Choice,
): Choice[] {
  const unlistedValues = (chosenValues ?? []).filter(
    (value) => !listedChoices.some((entry) => entry[valueKey] === value),
  );
  return [...listedChoices, ...unlistedValues.map(makeChoice)];
}

/**
 * The subcategories of the current category. For a category without subcategories, its siblings. Without a current
 * category, the top categories.
 */
export function CategoryChoice({
  facets,
  draft,
  onChoose,
}: {
  facets: Facets;
  draft: HomeFilters;
  onChoose: (slug: string | undefined) => void;
}) {
  const allCategories = facets.categories;
  const currentCategory = allCategories.find((entry) => entry.slug === draft.category || entry._id === draft.category);
  const subcategories = currentCategory ? allCategories.filter((entry) => entry.parentId === currentCategory._id) : [];
  const parentId = subcategories.length > 0 ? currentCategory!._id : (currentCategory?.parentId ?? "0");
  const listedCategories = allCategories.filter((entry) => entry.parentId === parentId);
  const parent = allCategories.find((entry) => entry._id === parentId);
  if (listedCategories.length === 0) return null;
  const renderRadio = (label: string, slug: string | undefined, count?: number) => (
    <label key={slug ?? "all"} className="flex min-h-10 items-center gap-3 text-sm">
      <input
        type="radio"
        name="category"
        checked={currentCategory?.slug === slug}
        onChange={() => onChoose(slug)}
        className="size-5 accent-ink"
      />
      <span className="flex-1">{label}</span>
      {count !== undefined && <span className="tabular text-xs text-soft">{count}</span>}
    </label>
  );
  return (
    <FilterGroup legend="Categoría">
      <div className="grid gap-x-4 sm:grid-cols-2">
        {renderRadio("Toda la tienda", undefined)}
        {parent && renderRadio(`Todo de ${parent.name}`, parent.slug, parent.count)}
        {listedCategories.map((entry) => renderRadio(entry.name, entry.slug, entry.count))}
      </div>
    </FilterGroup>
  );
}

/** A group of filters of one kind. */
export function FilterGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-2 font-bold">{legend}</legend>
      {children}
    </fieldset>
  );
}
