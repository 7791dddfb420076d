import { Link } from "react-router";
import { formatDateTime } from "../../../domain/dates.ts";
import { formatLongDay } from "../../../domain/long-date.ts";
import { PARCEL_STATE_LABEL } from "../../../domain/parcel.ts";
import { trackingUrl } from "../../../domain/tracking-url.ts";
import type { ListedParcel } from "../../../server/parcels/list-for-staff.ts";
import { Badge } from "../kit/badge.tsx";
import { Table } from "../kit/table.tsx";
import { officePaths } from "../paths.ts";
import { PARCELS_FORM_ID } from "./parcel-bulk-bar.tsx";
import { PARCEL_TONE } from "./parcel-tone.ts";

/** A parcel with the URL of its tracking page. */
export function toParcelRow(parcel: ListedParcel) {
  const { trackingTemplate, ...row } = parcel;
  return { ...row, trackingUrl: trackingUrl(trackingTemplate, parcel.guide) };
}

type Row = ReturnType<typeof toParcelRow>;
const LINK_CLASS = "font-semibold underline underline-offset-4";

export function ParcelTable({ rows, isSelectable }: { rows: Row[]; isSelectable: boolean }) {
  return (
    <Table
      caption="Paquetes"
      keyOf={({ id }) => id}
      rows={rows}
      select={
        isSelectable
          ? {
              formId: PARCELS_FORM_ID,
              label: ({ reference, number }) => `Elegir el paquete ${number} del pedido ${reference}`,
            }
          : undefined
      }
      columns={[
        {
          head: "Pedido",
          isTitle: true,
          cell: ({ orderId, reference, number, parcelsInOrder, customer }) => (
            <>
              <Link to={officePaths.order(orderId)} className={`${LINK_CLASS} tabular`}>
                #{reference}
              </Link>
              {parcelsInOrder > 1 && ` · ${number} de ${parcelsInOrder}`}
              <span className="block wrap-anywhere text-soft">{customer}</span>
            </>
          ),
        },
        { head: "Guía", cell: (row) => <Guide row={row} /> },
        { head: "Piezas", isNumeric: true, cell: ({ pieces }) => pieces },
        {
          head: "Estado",
          cell: ({ state, isLate }) => (
            <>
              <Badge tone={PARCEL_TONE[state]}>{PARCEL_STATE_LABEL[state]}</Badge>{" "}
              {isLate && <Badge tone="error">Tarde</Badge>}
            </>
          ),
        },
        { head: "Salió", cell: ({ handedOverAt }) => (handedOverAt ? formatDateTime(handedOverAt) : "Aún no") },
        { head: "Llega", cell: (row) => arrivalText(row) },
      ]}
    />
  );
}

function Guide({ row: { carrier, guide, trackingUrl: url } }: { row: Row }) {
  return (
    <>
      <span className="block text-soft">{carrier}</span>
      {guide !== null && url !== null ? (
        <a href={url} target="_blank" rel="noreferrer" className={`${LINK_CLASS} wrap-anywhere tabular`}>
          {guide}
          <span className="sr-only"> (se abre en la página de la paquetería)</span>
        </a>
      ) : (
        <span className="wrap-anywhere tabular">{guide ?? "Sin guía"}</span>
      )}
    </>
  );
}

function arrivalText({ deliveredAt, arrivesTo }: Row): string {
  if (deliveredAt) return `Llegó: ${formatDateTime(deliveredAt)}`;
  return arrivesTo === null ? "Sin fecha" : `A más tardar el ${formatLongDay(arrivesTo)}`;
}
