import { useState } from "react";
import type { Carrier } from "../../../contract/orders.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { RadioCard } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { advantageOf, carrierCents } from "./choices.ts";
import { loadable } from "../../ui/loadable.tsx";

const CarrierNotice = loadable(() => import("./carrier-notice.tsx"));

interface Props {
  carriers: Carrier[];
  /** The chosen or preselected carrier. */
  carrier: Carrier | null;
  /** The number of pieces in the parcel. */
  pieces: number;
  error: string | undefined;
  onChoose: (carrierId: string) => void;
}

/**
 * The carriers, cheapest first, with those that have a notice at the end. The first one is preselected unless it has a
 * notice (rule CHECKOUT-10). Choosing a carrier with a notice opens the notice.
 */
export function CarrierChoice({ carriers, carrier, pieces, error, onChoose }: Props) {
  const [noticeCarrier, setNoticeCarrier] = useState<Carrier | null>(null);
  const sortedCarriers = carriers.toSorted(
    (one, other) =>
      Number(one.hasAlert) - Number(other.hasAlert) || carrierCents(one, pieces) - carrierCents(other, pieces),
  );
  return (
    <>
      <fieldset className="space-y-3" aria-describedby={error ? "carrier-error" : undefined}>
        <legend className="mb-3 text-lg font-semibold">Elige tu paquetería</legend>
        {carriers.length === 0 && <Notice tone="warning" title="Por ahora esta tienda no puede enviar pedidos" />}
        {error && (
          <p id="carrier-error" className="text-sm font-medium text-error">
            {error}
          </p>
        )}
        {sortedCarriers.map((offeredCarrier) => (
          <RadioCard
            key={offeredCarrier._id}
            name="carrier"
            checked={carrier?._id === offeredCarrier._id}
            onChange={() => {
              onChoose(offeredCarrier._id);
              if (offeredCarrier.hasAlert) setNoticeCarrier(offeredCarrier);
            }}
            title={offeredCarrier.name}
            aside={formatMoney(carrierCents(offeredCarrier, pieces))}
            picture={
              offeredCarrier.imageUrl && (
                <img src={offeredCarrier.imageUrl} alt="" width={60} height={40} className="h-10 w-auto" />
              )
            }
          >
            {[advantageOf(offeredCarrier, carriers, pieces), offeredCarrier.description].filter(Boolean).join(" · ")}
            {offeredCarrier.piecePrice > 0 && pieces > offeredCarrier.maxPieces && (
              <span className="block">
                Incluye {offeredCarrier.maxPieces} piezas; {formatMoney(toCents(offeredCarrier.piecePrice))} por cada
                una más.
              </span>
            )}
          </RadioCard>
        ))}
      </fieldset>
      {noticeCarrier && <CarrierNotice carrier={noticeCarrier} onClose={() => setNoticeCarrier(null)} />}
    </>
  );
}
