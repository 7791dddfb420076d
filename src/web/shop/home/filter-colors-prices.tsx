import { useState } from "react";
import type { Facets } from "../../../contract/catalog.ts";
import { isColorFamily, type ColorFamily } from "../../../domain/color-family.ts";
import { formatMoney, toCents, toPesos } from "../../../domain/money.ts";
import { readPesos } from "../../../domain/read-pesos.ts";
import type { HomeFilters } from "../../paths.ts";
import { TextField } from "../../ui/field.tsx";
import { FilterGroup, addChosenValues, type ChoiceProps } from "./filter-choices.tsx";
import { colorLabel } from "./list-title.ts";
import { PriceSlider } from "./price-slider.tsx";

/** The CSS background of the disc of each colour family. */
const FAMILY_BACKGROUND: Record<ColorFamily, string> = {
  negro: "#1c1b1b",
  gris: "#8c8c8c",
  blanco: "#ffffff",
  beige: "#d9c7a7",
  cafe: "#5c3d2a",
  rojo: "#b5222d",
  rosa: "#e58fa6",
  naranja: "#de7530",
  amarillo: "#edca52",
  verde: "#3d7a4b",
  azul: "#2f5bb1",
  morado: "#5e3b75",
  metalico: "linear-gradient(135deg, #bf9b4e, #f3e3b3 50%, #b9bcc0)",
  estampado: "conic-gradient(#b5222d 25%, #edca52 0 50%, #2f5bb1 0 75%, #3d7a4b 0)",
};

export function ColorFilter({ colors, chosenValues, onToggle }: ChoiceProps & { colors: Facets["colors"] }) {
  const families: { family: string; name: string; count: number }[] = colors.map(({ _id, name, count }) => ({
    family: _id,
    name,
    count,
  }));
  const choices = addChosenValues(
    families,
    chosenValues,
    (family) => ({ family, name: colorLabel(family), count: 0 }),
    "family",
  );
  if (choices.length === 0) return null;
  return (
    <FilterGroup legend="Color">
      <ul className="grid grid-cols-2 gap-x-4">
        {choices.map(({ family, name, count }) => (
          <li key={family}>
            <label className="flex min-h-10 items-center gap-3 text-sm">
              <input
                type="checkbox"
                checked={chosenValues?.includes(family) ?? false}
                onChange={() => onToggle(family)}
                className="size-5 accent-ink"
              />
              <span
                aria-hidden
                className="size-5 shrink-0 rounded-full border border-edge"
                style={{ background: isColorFamily(family) ? FAMILY_BACKGROUND[family] : undefined }}
              />
              <span className="flex-1">{name}</span>
              <span className="tabular text-xs text-soft">{count}</span>
            </label>
          </li>
        ))}
      </ul>
    </FilterGroup>
  );
}

/** The price filter: the lowest and the highest price, in pesos. */
export type PriceLimits = Pick<HomeFilters, "minPrice" | "maxPrice">;

/** The price limits, as a slider and as two fields. A text that is not an amount shows an error and sets no limit. */
export function PriceFilter({
  range,
  limits,
  onChange,
}: {
  range: Facets["prices"];
  limits: PriceLimits;
  onChange: (prices: PriceLimits) => void;
}) {
  const [texts, setTexts] = useState({
    minPrice: limits.minPrice?.toString() ?? "",
    maxPrice: limits.maxPrice?.toString() ?? "",
  });
  const renderField = (name: keyof PriceLimits, label: string, placeholder: number | undefined, error?: string) => (
    <TextField
      label={label}
      name={name}
      required={false}
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      // Without the centavos, for which the field is too narrow.
      placeholder={placeholder === undefined ? undefined : formatMoney(toCents(placeholder)).slice(0, -3)}
      value={texts[name]}
      error={texts[name].trim() !== "" && pesosOf(texts[name]) === undefined ? "Escribe pesos, p. ej. 499." : error}
      onChange={({ currentTarget: { value } }) => {
        setTexts({ ...texts, [name]: value });
        onChange({ [name]: pesosOf(value) });
      }}
    />
  );
  const isMinAboveMax =
    limits.minPrice !== undefined && limits.maxPrice !== undefined && limits.minPrice > limits.maxPrice;
  return (
    <FilterGroup legend="Precio">
      {range && (
        <PriceSlider
          {...{ range, limits }}
          onChange={(prices) => {
            setTexts({ ...texts, ...textsOf(prices) });
            onChange(prices);
          }}
        />
      )}
      <div className="grid grid-cols-2 items-start gap-4">
        {renderField("minPrice", "Desde", range?.min)}
        {renderField("maxPrice", "Hasta", range?.max, isMinAboveMax ? "Es menos que el mínimo." : undefined)}
      </div>
    </FilterGroup>
  );
}

/** The texts of the fields for changed limits. */
function textsOf(prices: PriceLimits): Partial<Record<keyof PriceLimits, string>> {
  return Object.fromEntries(Object.entries(prices).map(([name, pesos]) => [name, pesos?.toString() ?? ""]));
}

function pesosOf(text: string): number | undefined {
  const cents = readPesos(text);
  return cents === null ? undefined : toPesos(cents);
}

/** The checkboxes for offers and new products. */
export function OfferAndNewFilters({
  facets,
  draft,
  onChange,
}: {
  facets: Facets;
  draft: HomeFilters;
  onChange: (filters: Pick<HomeFilters, "offer" | "new">) => void;
}) {
  const renderBox = (label: string, count: number, isOn: boolean | undefined, toggle: () => void) => (
    <label className="flex min-h-10 items-center gap-3 text-sm">
      <input type="checkbox" checked={isOn ?? false} onChange={toggle} className="size-5 accent-ink" />
      <span className="flex-1">{label}</span>
      <span className="tabular text-xs text-soft">{count}</span>
    </label>
  );
  return (
    <FilterGroup legend="Además">
      {renderBox("En oferta", facets.offers, draft.offer, () => onChange({ offer: draft.offer ? undefined : true }))}
      {renderBox("Nuevo", facets.newProducts, draft.new, () => onChange({ new: draft.new ? undefined : true }))}
    </FilterGroup>
  );
}
