import { useState } from "react";
import { formatMoney, type Cents } from "../../../../domain/money.ts";
import { discountPercent, offerPriceCents } from "../../../../domain/offer.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import type { OfferOverview } from "../../../../server/offers/list-offers.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { Table } from "../../kit/table.tsx";
import { OFFER_COLUMNS } from "../../offers/offer-columns.tsx";
import { readOfferPrice } from "../../offers/read-offer-price.ts";
import type { OfferErrors, TypedOffer } from "./offer-fields.ts";

interface Choice {
  id: string;
  name: string;
}

/** The running and planned offers of a product, and the form to add one. */
export function ProductOffers({
  offers,
  sizes,
  branches,
  listPriceCents,
  typed,
  errors,
}: {
  offers: readonly OfferOverview[];
  sizes: readonly Choice[];
  branches: readonly Choice[];
  /** The list price without offers. */
  listPriceCents: Cents;
  /** The typed offer, or an offer to repeat. */
  typed: TypedOffer;
  errors: OfferErrors;
}) {
  return (
    <Section title="Oferta">
      {offers.length > 0 && (
        <Table
          caption="Ofertas del producto"
          keyOf={({ id }) => id}
          rows={offers}
          columns={[
            { head: "Para", isTitle: true, cell: ({ size, shop }) => scopeText({ size, shop }) },
            ...OFFER_COLUMNS,
            {
              head: "Terminar",
              cell: ({ id, state }) => (
                <PostForm submitLabel={state === "planned" ? "Cancelar" : "Terminar ahora"} variant="secondary">
                  <input type="hidden" name="intent" value="end-offer" />
                  <input type="hidden" name="offer" value={id} />
                </PostForm>
              ),
            },
          ]}
        />
      )}
      <details id="oferta" open={offers.length === 0 || Object.keys(errors).length > 0 || typed.price !== ""}>
        <summary className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
          {offers.length === 0 ? "Poner en oferta" : "Poner otra oferta"}
        </summary>
        <PostForm submitLabel="Poner en oferta" variant="secondary" className="pt-3">
          <input type="hidden" name="intent" value="offer" />
          <OfferFields {...{ sizes, branches, listPriceCents, typed, errors }} />
        </PostForm>
      </details>
    </Section>
  );
}

/** The sizes and the shop that an offer applies to. */
export function scopeText({ size, shop }: Pick<OfferOverview, "size" | "shop">): string {
  const sizeText = size === null ? "Todas las tallas" : `Talla ${size}`;
  return shop === null ? sizeText : `${sizeText}, solo en ${shop}`;
}

function OfferFields({
  sizes,
  branches,
  listPriceCents,
  typed,
  errors,
}: {
  sizes: readonly Choice[];
  branches: readonly Choice[];
  listPriceCents: Cents;
  typed: TypedOffer;
  errors: OfferErrors;
}) {
  const [priceText, setPriceText] = useState(typed.price);
  const [formerPriceText, setFormerPriceText] = useState(typed.formerPrice);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        name="offerPrice"
        label="Precio de oferta o descuento"
        inputMode="decimal"
        maxLength={20}
        value={priceText}
        onChange={({ currentTarget: { value } }) => setPriceText(value)}
        hint={offerHint(priceText, formerPriceText, listPriceCents)}
        error={errors.offerPrice}
      />
      <TextField
        name="former"
        label="Precio anterior"
        optional
        inputMode="decimal"
        maxLength={20}
        value={formerPriceText}
        onChange={({ currentTarget: { value } }) => setFormerPriceText(value)}
        hint={`Vacío: el de hoy, ${formatMoney(listPriceCents)} en la matriz. Tiene que haberse cobrado en los últimos 90 días.`}
        error={errors.former}
      />
      <TextField
        name="from"
        type="date"
        label="Desde"
        optional
        hint="Vacío: desde ahora"
        defaultValue={typed.from}
        error={errors.from}
      />
      <TextField
        name="until"
        type="date"
        label="Último día"
        optional
        hint="Vacío: hasta que la termines"
        defaultValue={typed.until}
        error={errors.until}
      />
      {sizes.length > 1 && (
        <SelectField name="size" label="Tallas" defaultValue={typed.size} error={errors.size}>
          <option value="">Todas</option>
          {sizes.map(({ id, name }) => (
            <option key={id} value={id}>
              Solo la {name}
            </option>
          ))}
        </SelectField>
      )}
      {branches.length > 0 && (
        <SelectField
          name="shop"
          label="Dónde"
          defaultValue={typed.shop}
          hint="La de la matriz vale también en las sucursales sin precio propio"
          error={errors.shop}
        >
          <option value="">Matriz y quien sigue sus precios</option>
          {branches.map(({ id, name }) => (
            <option key={id} value={id}>
              Solo en {name}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

/**
 * The hint of the price field: the offer price and its discount, or an example while the typed price is invalid or not
 * below the former price.
 */
function offerHint(typedPrice: string, typedFormerPrice: string, listPriceCents: Cents): string {
  const example = "P. ej. 349.50, o 20 %";
  const price = readOfferPrice(typedPrice);
  const parsedFormerPrice = typedFormerPrice.trim() === "" ? null : readOfferPrice(typedFormerPrice);
  const formerPriceCents = parsedFormerPrice && "cents" in parsedFormerPrice ? parsedFormerPrice.cents : listPriceCents;
  const offerCents = price && offerPriceCents(price, formerPriceCents);
  if (offerCents === null || isRefusal(offerCents) || offerCents >= formerPriceCents) return example;
  return `${formatMoney(offerCents)} en vez de ${formatMoney(formerPriceCents)}: -${discountPercent(formerPriceCents, offerCents)} %`;
}
