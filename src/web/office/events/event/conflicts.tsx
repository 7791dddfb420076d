import { formatDateTime } from "../../../../domain/dates.ts";
import type { ScanConflict } from "../../../../server/check-in/conflicts.ts";
import { Notice } from "../../../ui/notice.tsx";

const REASON_LABEL: Record<ScanConflict["reason"], string> = {
  used: "Ya había entrado alguien con él",
  void: "Boleto anulado",
  other_day: "De otro día",
  other_event: "De otro evento",
  unknown: "No es de la tienda",
};

/**
 * The entries that offline scanners allowed by mistake: at most 50, of those that the server received in the last 24
 * hours.
 */
export function Conflicts({ conflicts }: { conflicts: readonly ScanConflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <Notice tone="warning" title="Entraron sin deber, por un teléfono sin red">
      <ul className="list-disc space-y-1 pl-5">
        {conflicts.map(({ number, reason, event, seat, scanner, scannedAt, firstEntry }) => (
          <li key={number}>
            {REASON_LABEL[reason]}: {event ? `${event} · ${seat}` : "un código desconocido"}, en {scanner} el{" "}
            {formatDateTime(scannedAt)}
            {firstEntry && `; antes en ${firstEntry.scanner} el ${formatDateTime(firstEntry.scannedAt)}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
