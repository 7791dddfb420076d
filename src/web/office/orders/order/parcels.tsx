import { formatDateTime } from "../../../../domain/dates.ts";
import { formatLongDay } from "../../../../domain/long-date.ts";
import { PARCEL_STATE_LABEL, type ParcelEventSource } from "../../../../domain/parcel.ts";
import { Badge } from "../../kit/badge.tsx";
import { Section } from "../../kit/section.tsx";
import { PARCEL_TONE } from "../../parcels/parcel-tone.ts";
import type { ActionData, OrderView } from "./action-form.tsx";
import { MarkDelivered, PackParcel, ParcelForms } from "./parcel-forms.tsx";

type Parcel = OrderView["parcels"][number];

/** Who reported an event of a parcel. An event by staff shows the name of the member instead. */
const SOURCE_LABEL: Record<ParcelEventSource, string> = { staff: "", carrier: "la paquetería", estimate: "estimado" };

/** The parcels of the order, and what is still to be packed (rule PARCEL-1). */
export function Parcels({ order, actionData }: { order: OrderView; actionData: ActionData }) {
  const { parcels, unpackedLines, actions, status } = order;
  if (parcels.length === 0 && !actions.includes("packParcel")) return null;
  const isIncomplete = status === "SHIPPED" && unpackedLines.length > 0;
  return (
    <Section title="Paquetes">
      {parcels.length === 0 && (
        <p className="text-sm text-soft">
          Si todo sale junto, basta con «Marcar enviado». Si una parte sale después, empácala aquí.
        </p>
      )}
      <ul className="divide-y divide-line">
        {parcels.map((parcel) => (
          <li key={parcel.id} className="space-y-3 py-4 first:pt-0">
            <ParcelHead parcel={parcel} />
            <ul className="text-sm">
              {parcel.lines.map(({ size_id: sizeId, name, pieces }) => (
                <li key={sizeId}>
                  {pieces} × {name}
                </li>
              ))}
            </ul>
            <ParcelEvents events={parcel.events} />
            <ParcelForms order={order} parcel={parcel} actionData={actionData} />
          </li>
        ))}
      </ul>
      {isIncomplete && (
        <p className="font-semibold text-warning">
          Falta por salir: {unpackedLines.map(({ pieces, name }) => `${pieces} × ${name}`).join(", ")}
        </p>
      )}
      {actions.includes("packParcel") && <PackParcel order={order} actionData={actionData} />}
      {actions.includes("markDelivered") && <MarkDelivered order={order} actionData={actionData} />}
    </Section>
  );
}

function ParcelHead({
  parcel: { number, state, carrier, guide, trackingUrl, weightGrams, arrivesTo },
}: {
  parcel: Parcel;
}) {
  const isOnItsWay = state !== "PACKED" && state !== "DELIVERED" && state !== "RETURNED";
  const facts = [
    carrier,
    weightGrams !== null && `${weightGrams.toLocaleString("es-MX")} g`,
    isOnItsWay && arrivesTo !== null && `llega a más tardar el ${formatLongDay(arrivesTo)}`,
  ];
  return (
    <div className="space-y-1">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        Paquete {number} <Badge tone={PARCEL_TONE[state]}>{PARCEL_STATE_LABEL[state]}</Badge>
      </h3>
      <p className="text-sm text-soft">{facts.filter(Boolean).join(" · ")}</p>
      {guide !== null && (
        <p className="text-sm wrap-anywhere tabular">
          {trackingUrl === null ? (
            guide
          ) : (
            <a
              href={trackingUrl}
              target="_blank"
              rel="noreferrer"
              className="font-semibold underline underline-offset-4"
            >
              {guide}
              <span className="sr-only"> (se abre en la página de la paquetería)</span>
            </a>
          )}
        </p>
      )}
    </div>
  );
}

function ParcelEvents({ events }: Pick<Parcel, "events">) {
  return (
    <ol className="text-sm text-soft">
      {events.map(({ state, at, source, actor }) => (
        <li key={`${at.getTime()} ${state}`}>
          {PARCEL_STATE_LABEL[state]} · {formatDateTime(at)} · {SOURCE_LABEL[source] || actor}
        </li>
      ))}
    </ol>
  );
}
