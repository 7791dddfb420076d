import type { Order } from "../../../contract/orders.ts";
import { shownLineName } from "../../../domain/cart-line.ts";
import { formatLongDateTime } from "../../../domain/long-date.ts";
import { PARCEL_STATE_LABEL } from "../../../domain/parcel.ts";
import { buttonClasses } from "../../ui/button.tsx";
import { useNow } from "../use-now.ts";
import { arrivalSentence } from "./arrival-sentence.ts";

type Parcel = Order["parcels"][number];

/**
 * The parcels of the order, with their tracking and events. If the order is in several parcels, or a part of it is not
 * packed yet, each parcel also shows what it contains.
 */
export default function Parcels({ order }: { order: Order }) {
  const now = useNow();
  const { parcels } = order;
  const hasUnpackedPieces = countPackedPieces(parcels) < order.products.reduce((sum, line) => sum + line.realQty, 0);
  const isSplit = parcels.length > 1 || hasUnpackedPieces;
  return (
    <section aria-labelledby="parcels" className="space-y-4">
      <h2 id="parcels" className="text-xl">
        {isSplit ? "Tus paquetes" : "Tu paquete"}
      </h2>
      {isSplit && (
        <p className="text-soft">
          Tu pedido viaja en partes.{hasUnpackedPieces && " Lo que falta sale después: te avisamos."}
        </p>
      )}
      <ul className="divide-y divide-line border-y border-line">
        {parcels.map((parcel) => (
          <li key={parcel._id} className="space-y-4 py-5">
            <ParcelHead parcel={parcel} isSplit={isSplit} arrival={arrivalSentence(parcel, now)} />
            {isSplit && <ParcelContents lines={parcel.lines} />}
            <ParcelEvents events={parcel.events} now={now} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function countPackedPieces(parcels: readonly Parcel[]): number {
  return parcels
    .flatMap(({ lines, state }) => (state === "RETURNED" ? [] : lines))
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

function ParcelHead({
  parcel,
  isSplit,
  arrival: arrivalText,
}: {
  parcel: Parcel;
  isSplit: boolean;
  arrival: string | null;
}) {
  const { number, carrier, guide, trackingUrl, state } = parcel;
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0 space-y-1">
        <h3 className="font-semibold">
          {isSplit && `Paquete ${number}: `}
          {PARCEL_STATE_LABEL[state]}
        </h3>
        {arrivalText && <p>{arrivalText}</p>}
        {guide && (
          <p className="text-sm wrap-anywhere text-soft">
            {carrier} · <span className="tabular">{guide}</span>
          </p>
        )}
      </div>
      {trackingUrl && isSplit && state !== "DELIVERED" && (
        <a
          href={trackingUrl}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses("secondary", "max-sm:w-full print:hidden")}
        >
          Rastrear el paquete {number}
          <span className="sr-only"> (se abre en la página de la paquetería)</span>
        </a>
      )}
    </div>
  );
}

function ParcelContents({ lines }: Pick<Parcel, "lines">) {
  return (
    <ul className="space-y-1 text-sm">
      {lines.map(({ attributeId, name, quantity }) => (
        <li key={attributeId}>
          {quantity} × {shownLineName(name, false)}
        </li>
      ))}
    </ul>
  );
}

function ParcelEvents({ events, now }: Pick<Parcel, "events"> & { now: Date }) {
  // Of events at the same time only the last is shown. A parcel that was packed and handed over in one step has two.
  const distinctEvents = events.filter(({ at }, index) => at !== events[index + 1]?.at);
  return (
    <ol className="space-y-1 text-sm text-soft">
      {distinctEvents.map(({ state, at }, index) => (
        <li key={`${at} ${state}`} aria-current={index === distinctEvents.length - 1 ? "step" : undefined}>
          <span className="font-semibold text-ink">{PARCEL_STATE_LABEL[state]}</span> ·{" "}
          <time dateTime={at}>{formatLongDateTime(new Date(at), now)}</time>
        </li>
      ))}
    </ol>
  );
}
