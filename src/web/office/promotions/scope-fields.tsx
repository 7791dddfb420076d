import { CheckboxGroup } from "../products/checkbox-group.tsx";
import { Section } from "../kit/section.tsx";
import type { FormPartProps } from "./form-part.ts";
import { FoundProducts, ProductSearch } from "./product-search.tsx";

export interface ScopeChoices {
  categories: readonly { id: string; path: string }[];
  brands: readonly { id: string; name: string }[];
}

/** The products of the promotion: all, or those chosen by category, brand, style or product. */
export function ScopeFields({
  input,
  errorOf,
  names,
  searchResult,
  choices,
}: FormPartProps & { choices: ScopeChoices }) {
  const error = errorOf("scope");
  return (
    <Section title="En qué">
      <fieldset className="group/scope space-y-5" aria-describedby={error ? "scope-error" : undefined}>
        <legend className="sr-only">En qué productos</legend>
        <div>
          <ScopeRadio value="all" label="En toda la tienda" isChosen={input.isWholeShop} />
          <ScopeRadio value="chosen" label="Sólo en lo que elija" isChosen={!input.isWholeShop} />
          {error && (
            <p id="scope-error" role="alert" className="text-sm font-medium text-error">
              {error}
            </p>
          )}
        </div>
        <div className="hidden space-y-5 group-has-[input[value=chosen]:checked]/scope:block">
          <CheckboxGroup
            legend="Categorías, con lo que tienen dentro"
            name="category"
            choices={choices.categories.map(({ id, path }) => ({ id, name: path }))}
            chosenIds={input.categoryIds}
          />
          <CheckboxGroup legend="Marcas" name="brand" choices={choices.brands} chosenIds={input.brandIds} />
          <Chips {...{ input, names }} />
          <ProductSearch label="Busca un producto para agregarlo" name="search" intent="find" />
          <FoundProducts result={searchResult?.field === "scope" ? searchResult : undefined}>
            {({ id, name, color, styleCode }) => (
              <div className="min-w-0 flex-1">
                <p className="font-semibold">{name}</p>
                <div className="flex flex-wrap gap-x-6">
                  <ScopeCheckbox
                    name="product"
                    value={id}
                    label={color ? `Sólo en ${color}` : "Este producto"}
                    productName={name}
                  />
                  {styleCode && (
                    <ScopeCheckbox name="style" value={styleCode} label="En todos sus colores" productName={name} />
                  )}
                </div>
              </div>
            )}
          </FoundProducts>
        </div>
      </fieldset>
    </Section>
  );
}

function ScopeRadio({ value, label, isChosen }: { value: string; label: string; isChosen: boolean }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="radio"
        name="scope"
        value={value}
        defaultChecked={isChosen}
        className="size-4 accent-(--accent-strong)"
      />
      {label}
    </label>
  );
}

function ScopeCheckbox({
  name,
  value,
  label,
  productName,
}: {
  name: string;
  value: string;
  label: string;
  productName: string;
}) {
  return (
    <label className="flex min-h-11 items-center gap-2">
      <input type="checkbox" name={name} value={value} className="size-5 accent-(--accent-strong)" />
      <span>
        {label} <span className="sr-only">de {productName}</span>
      </span>
    </label>
  );
}

/** The chosen products and styles. Unticking one removes it when the promotion is saved. */
function Chips({ input, names }: Pick<FormPartProps, "input" | "names">) {
  const chips = [
    ...input.styleCodes.map((code) => ({ name: "style", value: code, label: `Modelo ${code}, todos sus colores` })),
    ...input.productIds.map((id) => ({
      name: "product",
      value: id,
      label: names[id] ?? "Un producto que ya no existe",
    })),
  ];
  if (chips.length === 0) return null;
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-semibold">Productos elegidos</legend>
      <div className="flex flex-wrap gap-2">
        {chips.map(({ name, value, label }) => (
          <label
            key={`${name} ${value}`}
            className="flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line px-4 text-sm has-checked:border-accent-strong has-checked:bg-accent-soft has-[input:not(:checked)]:line-through"
          >
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked
              className="size-4 shrink-0 accent-(--accent-strong)"
            />
            <span className="min-w-0 wrap-anywhere">{label}</span>
          </label>
        ))}
      </div>
      <p className="pt-1.5 text-sm text-soft">Quita la marca para sacarlo.</p>
    </fieldset>
  );
}
