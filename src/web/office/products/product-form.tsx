import { useState } from "react";
import { CheckField, SelectField, TextField } from "../../ui/field.tsx";
import { TextAreaField } from "../kit/text-area-field.tsx";
import { Section } from "../kit/section.tsx";
import { BranchPrices } from "./branch-prices.tsx";
import { CheckboxGroup } from "./checkbox-group.tsx";
import { ColorField, type CatalogColor } from "./color-field.tsx";
import { FactFields } from "./fact-fields.tsx";
import type { FieldErrors, ProductFields } from "./product-fields.ts";
import { WhereSold } from "./where-sold.tsx";

interface Choice {
  id: string;
  name: string;
}

/** The choices of a product's form. */
export interface FormChoices {
  brands: readonly Choice[];
  /** `path` has the names of the category and its parents: "Mujer › Vestidos". */
  categories: readonly (Choice & { path: string })[];
  presales: readonly Choice[];
  colors: readonly CatalogColor[];
}

export interface FormShop {
  id: string;
  name: string;
  kind: "headOffice" | "branch";
  /** Centavos per piece that the branch subtracts for wholesale. */
  wholesaleDiscountCents: number;
  /** Centavos that the branch adds, by brand id. */
  incrementCentsByBrandId: Record<string, number>;
}

interface FieldsProps {
  fields: ProductFields;
  errors: FieldErrors;
}

/**
 * The fields of a product that have no form of their own, unlike its sizes, pictures, offers and look. A DIGITAL
 * product has no facts.
 */
export function ProductForm({
  choices,
  shops,
  isDigital,
  ...fieldsProps
}: FieldsProps & {
  choices: FormChoices;
  shops: readonly FormShop[];
  isDigital: boolean;
}) {
  const [price, setPrice] = useState(fieldsProps.fields.price);
  const [brandId, setBrandId] = useState(fieldsProps.fields.brand);
  return (
    <>
      <DescriptionFields {...fieldsProps} choices={choices} brandId={brandId} onBrandChange={setBrandId} />
      <PriceFields {...fieldsProps} shops={shops} brandId={brandId} price={price} onPriceChange={setPrice} />
      {!isDigital && <FactFields {...fieldsProps} />}
      <SaleFields {...fieldsProps} choices={choices} shops={shops} isDigital={isDigital} />
    </>
  );
}

function DescriptionFields({
  fields,
  errors,
  choices,
  brandId,
  onBrandChange,
}: FieldsProps & { choices: FormChoices; brandId: string; onBrandChange: (id: string) => void }) {
  return (
    <Section title="Qué es">
      <TextField name="name" label="Nombre" maxLength={200} defaultValue={fields.name} error={errors.name} />
      <TextAreaField
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
          value={brandId}
          onChange={(event) => onBrandChange(event.currentTarget.value)}
          hint="Lo que suman las sucursales va por esta marca."
        >
          <option value="">Sin marca</option>
          {choices.brands.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <ColorField key={fields.color} value={fields.color} colors={choices.colors} />
        <TextField
          name="styleCode"
          label="Modelo"
          hint="La misma prenda en otros colores lleva el mismo código: en la tienda se enlazan."
          optional
          maxLength={50}
          defaultValue={fields.styleCode}
          error={errors.styleCode}
        />
      </div>
      <CheckboxGroup
        legend="Categorías"
        name="category"
        choices={choices.categories.map(({ id, path }) => ({ id, name: path }))}
        chosenIds={fields.categories}
      />
      <details open={fields.otherBrands.length > 0}>
        <summary className="inline-flex min-h-9 items-center text-sm font-semibold underline underline-offset-4">
          Otras marcas que lo firman
        </summary>
        <CheckboxGroup
          legend="Otras marcas"
          name="otherBrand"
          choices={choices.brands}
          chosenIds={fields.otherBrands}
        />
      </details>
      <CheckField name="markedNew" value="1" label="Nuevo" defaultChecked={fields.markedNew}>
        Lleva «Nuevo» aunque pasen sus primeros 5 días; «Oferta» va antes.
      </CheckField>
    </Section>
  );
}

function PriceFields({
  fields,
  errors,
  shops,
  brandId,
  price,
  onPriceChange,
}: FieldsProps & {
  shops: readonly FormShop[];
  brandId: string;
  price: string;
  onPriceChange: (typed: string) => void;
}) {
  return (
    <Section title="Precios">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="price"
          label="Precio"
          inputMode="decimal"
          placeholder="349.50"
          value={price}
          onChange={(event) => onPriceChange(event.currentTarget.value)}
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
        <TextField
          name="cost"
          label="Lo que te cuesta una pieza"
          hint="Con IVA, como tus precios. Sólo lo ve tu equipo: con él ves cuánto te queda en cada promoción."
          optional
          inputMode="decimal"
          defaultValue={fields.cost}
          error={errors.cost}
        />
      </div>
      <BranchPrices {...{ fields, errors, shops, price, brandId }} />
    </Section>
  );
}

function SaleFields({
  fields,
  errors,
  choices,
  shops,
  isDigital,
}: FieldsProps & { choices: FormChoices; shops: readonly FormShop[]; isDigital: boolean }) {
  return (
    <Section title="Dónde y cuándo se vende">
      <WhereSold fields={fields} shops={shops} error={errors.onlyIn} />
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
      {isDigital && <EventFields {...{ fields, errors }} />}
      <ExtraFields fields={fields} />
    </Section>
  );
}

function EventFields({ fields, errors }: FieldsProps) {
  return (
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
  );
}

function ExtraFields({ fields }: { fields: ProductFields }) {
  return (
    <details open={fields.extended1 + fields.extended2 !== ""}>
      <summary className="inline-flex min-h-9 items-center text-sm font-semibold underline underline-offset-4">
        Datos extra para quien usa la API
      </summary>
      <div className="grid gap-5 pt-2 sm:grid-cols-2">
        <TextField name="extended1" label="Dato extra 1" optional maxLength={200} defaultValue={fields.extended1} />
        <TextField name="extended2" label="Dato extra 2" optional maxLength={200} defaultValue={fields.extended2} />
      </div>
    </details>
  );
}
