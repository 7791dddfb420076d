import { useState } from "react";
import { formatMoney } from "../../../domain/money.ts";
import { readPesos } from "../../../domain/read-pesos.ts";
import { pricesIn } from "../../../domain/price.ts";
import { CheckField, SelectField, TextField } from "../../ui/field.tsx";
import { AreaField } from "../kit/area-field.tsx";
import { Section } from "../kit/section.tsx";
import type { FieldErrors, ProductFields } from "./product-fields.ts";

interface Choice {
  id: string;
  name: string;
}

/** The choices of a product's form. */
export interface FormChoices {
  brands: readonly Choice[];
  /** `path` is the path of categories, "Mujer › Vestidos". */
  categories: readonly (Choice & { path: string })[];
  presales: readonly Choice[];
}

export interface FormShop {
  id: string;
  name: string;
  kind: "headOffice" | "branch";
  /** Centavos per piece below the branch's own price. */
  wholesaleDiscountCents: number;
  /** By brand id, in centavos. */
  increments: Record<string, number>;
}

/** All fields of a product except its sizes and pictures. */
export function ProductForm({
  fields,
  errors,
  choices,
  shops,
  isDigital,
}: {
  fields: ProductFields;
  errors: FieldErrors;
  choices: FormChoices;
  shops: readonly FormShop[];
  isDigital: boolean;
}) {
  const [price, setPrice] = useState(fields.price);
  const [brand, setBrand] = useState(fields.brand);
  return (
    <>
      <Section title="Qué es">
        <TextField name="name" label="Nombre" maxLength={200} defaultValue={fields.name} error={errors.name} />
        <AreaField
          name="description"
          label="Descripción"
          hint="Como se lee en la página del producto; cada renglón es un párrafo."
          optional
          rows={5}
          maxLength={5_000}
          defaultValue={fields.description}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            name="brand"
            label="Marca"
            optional
            value={brand}
            onChange={(event) => setBrand(event.currentTarget.value)}
            hint="Lo que suman las sucursales va por esta marca."
          >
            <option value="">Sin marca</option>
            {choices.brands.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField name="color" label="Color" optional maxLength={60} defaultValue={fields.color} />
        </div>
        <CheckboxGroup
          legend="Categorías"
          name="category"
          choices={choices.categories.map(({ id, path }) => ({ id, name: path }))}
          chosen={fields.categories}
        />
        <details open={fields.otherBrands.length > 0}>
          <summary className="inline-flex min-h-9 items-center text-sm font-semibold underline underline-offset-4">
            Otras marcas que lo firman
          </summary>
          <CheckboxGroup legend="Otras marcas" name="otherBrand" choices={choices.brands} chosen={fields.otherBrands} />
        </details>
        <div className="grid gap-4 sm:grid-cols-2">
          <CheckField name="offer" value="1" label="Oferta" defaultChecked={fields.offer}>
            Lleva la etiqueta «Oferta».
          </CheckField>
          <CheckField name="markedNew" value="1" label="Nuevo" defaultChecked={fields.markedNew}>
            Lleva «Nuevo» aunque pasen sus primeros 5 días; «Oferta» va antes.
          </CheckField>
        </div>
      </Section>

      <Section title="Precios">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            name="price"
            label="Precio"
            inputMode="decimal"
            placeholder="349.50"
            value={price}
            onChange={(event) => setPrice(event.currentTarget.value)}
            error={errors.price}
          />
          <TextField
            name="wholesale"
            label="Precio de mayoreo"
            hint="El de la matriz, cuando el carrito llega a las piezas de mayoreo."
            optional
            inputMode="decimal"
            defaultValue={fields.wholesale}
            error={errors.wholesale}
          />
        </div>
        <BranchPrices {...{ fields, errors, shops, price, brand }} />
      </Section>

      <Section title="Dónde y cuándo se vende">
        <WhereSold fields={fields} shops={shops} />
        <SelectField
          name="presale"
          label="Preventa"
          optional
          defaultValue={fields.presale}
          hint="En una preventa solo lo ve quien tiene su código."
        >
          <option value="">Ninguna: venta normal</option>
          {choices.presales.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {isDigital && (
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              name="eventAt"
              type="datetime-local"
              label="Cuándo es el evento"
              hint="Hora del centro de México."
              optional
              defaultValue={fields.eventAt}
              error={errors.eventAt}
            />
            <TextField
              name="eventPlace"
              label="Dónde es"
              optional
              maxLength={200}
              defaultValue={fields.eventPlace}
              error={errors.eventPlace}
            />
          </div>
        )}
        <details open={fields.extended1 + fields.extended2 !== ""}>
          <summary className="inline-flex min-h-9 items-center text-sm font-semibold underline underline-offset-4">
            Datos extra para quien usa la API
          </summary>
          <div className="grid gap-5 pt-2 sm:grid-cols-2">
            <TextField name="extended1" label="Dato extra 1" optional maxLength={200} defaultValue={fields.extended1} />
            <TextField name="extended2" label="Dato extra 2" optional maxLength={200} defaultValue={fields.extended2} />
          </div>
        </details>
      </Section>
    </>
  );
}

/** Each branch's own price, and the price that it charges with the values above. */
function BranchPrices({
  fields,
  errors,
  shops,
  price,
  brand,
}: {
  fields: ProductFields;
  errors: FieldErrors;
  shops: readonly FormShop[];
  price: string;
  brand: string;
}) {
  const branches = shops.filter(({ kind }) => kind === "branch");
  const [ownPrices, setOwnPrices] = useState(fields.ownPrices);
  const listCents = readPesos(price);
  if (branches.length === 0) return null;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {branches.map(({ id, name, wholesaleDiscountCents, increments }) => {
        const typed = ownPrices[id] ?? "";
        const prices = pricesIn(
          { kind: "branch", wholesaleDiscountCents },
          {
            priceCents: listCents ?? 0,
            wholesalePriceCents: null,
            branchPriceCents: typed === "" ? null : readPesos(typed),
            brandIncrementCents: increments[brand] ?? 0,
          },
        );
        const isKnown = typed === "" ? listCents !== null : readPesos(typed) !== null;
        const effect = isKnown
          ? `Cobra ${formatMoney(prices.branchPriceCents ?? 0)}; de mayoreo ${formatMoney(prices.branchWholesalePriceCents ?? 0)}.`
          : "Sin precio propio cobra el precio más lo que suma a la marca.";
        return (
          <TextField
            key={id}
            name={`own:${id}`}
            label={`Precio propio en ${name}`}
            hint={effect}
            optional
            inputMode="decimal"
            value={typed}
            onChange={({ currentTarget: { value } }) => setOwnPrices((before) => ({ ...before, [id]: value }))}
            error={errors[`own:${id}`]}
          />
        );
      })}
    </div>
  );
}

function WhereSold({ fields, shops }: { fields: ProductFields; shops: readonly FormShop[] }) {
  const isOnly = fields.onlyIn.length > 0;
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-semibold">En qué tiendas</legend>
      <label className="flex min-h-9 items-center gap-3">
        <input
          type="radio"
          name="where"
          value="all"
          defaultChecked={!isOnly}
          className="size-4 accent-(--accent-strong)"
        />
        En todas
      </label>
      <label className="flex min-h-9 items-center gap-3">
        <input
          type="radio"
          name="where"
          value="only"
          defaultChecked={isOnly}
          className="size-4 accent-(--accent-strong)"
        />
        Solo en estas:
      </label>
      <div className="flex flex-wrap gap-x-6 gap-y-1 pl-7">
        {shops.map(({ id, name }) => (
          <label key={id} className="flex min-h-9 items-center gap-2 text-sm">
            <input
              type="checkbox"
              name="onlyIn"
              value={id}
              defaultChecked={fields.onlyIn.includes(id)}
              className="size-5 accent-(--accent-strong)"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function CheckboxGroup({
  legend,
  name,
  choices,
  chosen,
}: {
  legend: string;
  name: string;
  choices: readonly { id: string; name: string }[];
  chosen: readonly string[];
}) {
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="grid max-h-64 gap-x-4 overflow-y-auto rounded-box border border-edge px-3 py-2 sm:grid-cols-2">
        {choices.length === 0 && <p className="text-sm text-soft">Todavía no hay ninguna.</p>}
        {choices.map((choice) => (
          <label key={choice.id} className="flex min-h-9 items-center gap-2 text-sm">
            <input
              type="checkbox"
              name={name}
              value={choice.id}
              defaultChecked={chosen.includes(choice.id)}
              className="size-5 shrink-0 accent-(--accent-strong)"
            />
            {choice.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
