import { formatMoney } from "../../../../domain/money.ts";
import type { CarrierQuote } from "../../../../server/adapters/carriers/carrier-provider.ts";
import { SelectField } from "../../../ui/field.tsx";

/** The services of a carrier for a parcel, the cheapest chosen. */
export function ServiceChoice({ parcelId, quotes }: { parcelId: string; quotes: readonly CarrierQuote[] }) {
  return (
    <>
      <input type="hidden" form="compra" name="parcel" value={parcelId} />
      <SelectField form="compra" name={`service-${parcelId}`} label="Servicio">
        {quotes.map(({ service, label, priceCents, days }) => (
          <option key={service} value={`${service}:${priceCents}`}>
            {label} · {formatMoney(priceCents)}
            {days !== null && (days === 1 ? " · 1 día" : ` · ${days} días`)}
          </option>
        ))}
        <option value="">No comprar</option>
      </SelectField>
    </>
  );
}
