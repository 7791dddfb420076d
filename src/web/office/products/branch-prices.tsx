import { useState } from "react";
import { formatMoney } from "../../../domain/money.ts";
import { pricesIn } from "../../../domain/price.ts";
import { readPesos } from "../../../domain/read-pesos.ts";
import { TextField } from "../../ui/field.tsx";
import type { FieldErrors, ProductFields } from "./product-fields.ts";
import type { FormShop } from "./product-form.tsx";

/**
 * Fields for each branch's own price. The hints show what the branch charges with the typed own price, or with the
 * typed list price and the brand's increment.
 */
export function BranchPrices({
  fields,
  errors,
  shops,
  price,
  brandId,
}: {
  fields: ProductFields;
  errors: FieldErrors;
  shops: readonly FormShop[];
  price: string;
  brandId: string;
}) {
  const branches = shops.filter(({ kind }) => kind === "branch");
  const [ownPrices, setOwnPrices] = useState(fields.ownPrices);
  const listPriceCents = readPesos(price);
  if (branches.length === 0) return null;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {branches.map(({ id, name, wholesaleDiscountCents, incrementCentsByBrandId }) => {
        const typed = ownPrices[id] ?? "";
        const prices = pricesIn(
          { kind: "branch", wholesaleDiscountCents },
          {
            priceCents: listPriceCents ?? 0,
            wholesalePriceCents: null,
            branchPriceCents: typed === "" ? null : readPesos(typed),
            brandIncrementCents: incrementCentsByBrandId[brandId] ?? 0,
          },
        );
        const canComputePrices = typed === "" ? listPriceCents !== null : readPesos(typed) !== null;
        const priceHint = canComputePrices
          ? `Cobra ${formatMoney(prices.branchPriceCents ?? 0)}; de mayoreo ${formatMoney(prices.branchWholesalePriceCents ?? 0)}.`
          : "Sin precio propio cobra el precio más lo que suma a la marca.";
        return (
          <TextField
            key={id}
            name={`own:${id}`}
            label={`Precio propio en ${name}`}
            hint={priceHint}
            optional
            inputMode="decimal"
            value={typed}
            onChange={({ currentTarget: { value } }) => setOwnPrices((current) => ({ ...current, [id]: value }))}
            error={errors[`own:${id}`]}
          />
        );
      })}
    </div>
  );
}
