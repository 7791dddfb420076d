import { formatMoney } from "../../../../domain/money.ts";
import type { CarrierQuote } from "../../../../server/adapters/carriers/carrier-provider.ts";
import { SelectField } from "../../../ui/field.tsx";

/** Chooses a service of the quoted carrier for a parcel or a return. The first of `quotes` is the default. */
export function ServiceChoice({
  parcelOrReturnId,
  quotes,
  boxId,
}: {
  /** The id of the parcel, or of the return that a label is for. */
  parcelOrReturnId: string;
  quotes: readonly CarrierQuote[];
  /** The box that the quotes are for. */
  boxId: string;
}) {
  return (
    <>
      <input type="hidden" form="compra" name="parcel" value={parcelOrReturnId} />
      <input type="hidden" form="compra" name={`box-${parcelOrReturnId}`} value={boxId} />
      <SelectField form="compra" name={`service-${parcelOrReturnId}`} label="Servicio">
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
