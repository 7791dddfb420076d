import { formatMoney } from "../../../../domain/money.ts";
import type { CarrierQuote } from "../../../../server/adapters/carriers/carrier-provider.ts";
import { SelectField } from "../../../ui/field.tsx";

/** The services of a carrier for a parcel, the cheapest chosen. */
export function ServiceChoice({
  parcelId,
  quotes,
  box,
}: {
  parcelId: string;
  quotes: readonly CarrierQuote[];
  /** The box that was quoted. */
  box: string;
}) {
  return (
    <>
      <input type="hidden" form="compra" name="parcel" value={parcelId} />
      <input type="hidden" form="compra" name={`box-${parcelId}`} value={box} />
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
