import type { Suggestions } from "../../../contract/catalog.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { paths } from "../../paths.ts";
import type { ComboboxGroup } from "../../ui/combobox.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Thumbnail } from "../../ui/thumbnail.tsx";

/** The found categories, brands and products as groups of links. The last link of the products leads to all results. */
export function suggestionGroups(suggestions: Suggestions, term: string, isPriceShown: boolean): ComboboxGroup[] {
  const categoriesAndBrands = [
    ...suggestions.categories.map(({ slug, name, count }) => {
      // If the category's name lacks the term, the link also searches for the term and leads to `count` products.
      const hasTermInName = hasWordStartingWith(name, term);
      return {
        to: paths.home({ category: slug, searchTerm: hasTermInName ? undefined : term }),
        content: <NameWithCount name={name} term={term} count={hasTermInName ? null : count} />,
      };
    }),
    ...suggestions.brands.map((brand) => ({
      to: paths.home({ brand: [brand.slug] }),
      content: <NameWithCount name={brand.name} term={term} count={null} />,
    })),
  ];
  const products = suggestions.products.map((product) => ({
    to: paths.product(product._id),
    content: (
      <>
        <Thumbnail src={product.image} width={48} className="w-12" />
        <span className="min-w-0 flex-1">
          <span className="block truncate">{product.name}</span>
          <span className="flex items-baseline justify-between gap-3 text-xs text-soft">
            <span className="truncate">{[product.color, product.brand].filter(Boolean).join(" · ")}</span>
            {isPriceShown && (
              <span className="tabular shrink-0">
                <span
                  className="text-sm text-ink"
                  style={product.formerPrice === null ? {} : { color: "var(--color-clay)" }}
                >
                  {formatMoney(toCents(product.price))}
                </span>{" "}
                {product.formerPrice !== null && (
                  <del>
                    <span className="sr-only">Antes </span>
                    {formatMoney(toCents(product.formerPrice))}
                  </del>
                )}
              </span>
            )}
          </span>
        </span>
      </>
    ),
  }));
  const allResultsOption = {
    to: paths.home({ searchTerm: term }),
    content: (
      <>
        <Icon name="search" className="size-4 text-soft" />
        <span>
          Ver {suggestions.totalDocs === 1 ? "el resultado" : `los ${suggestions.totalDocs} resultados`} de{" "}
          <strong>«{term}»</strong>
        </span>
      </>
    ),
  };
  return [
    { label: "Categorías y marcas", options: categoriesAndBrands },
    { label: "Productos", options: products.length > 0 ? [...products, allResultsOption] : [] },
  ].filter((group) => group.options.length > 0);
}

/**
 * The name of a category or brand. If it begins with the term, the letters after the term are bold, otherwise all are.
 * `count`: the number of its products that match the term. Null if it is not shown.
 */
function NameWithCount({ name, term, count }: { name: string; term: string; count: number | null }) {
  const typedLength = name.toLocaleLowerCase("es").startsWith(term.toLocaleLowerCase("es")) ? term.length : 0;
  return (
    <>
      <span className="flex-1">
        {name.slice(0, typedLength)}
        <strong>{name.slice(typedLength)}</strong>
      </span>
      {count !== null && (
        <span className="tabular text-xs text-soft">
          {count} con <strong>«{term}»</strong>
        </span>
      )}
    </>
  );
}

function hasWordStartingWith(name: string, term: string): boolean {
  const removeAccentsAndCase = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return removeAccentsAndCase(name)
    .split(" ")
    .some((word) => word.startsWith(removeAccentsAndCase(term)));
}
