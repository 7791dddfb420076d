import { formatDateTime } from "../../../../domain/dates.ts";
import type { ScanResult } from "../../../../domain/scan-result.ts";
import type { ListedScan } from "../../../../server/check-in/list-scans.ts";
import { Badge } from "../../kit/badge.tsx";
import { Table } from "../../kit/table.tsx";

const RESULT_BADGE = {
  valid: { label: "Entró", tone: "success" },
  used: { label: "Ya se había usado", tone: "warning" },
  void: { label: "Anulado", tone: "error" },
  other_day: { label: "De otro día", tone: "warning" },
  other_event: { label: "De otro evento", tone: "error" },
  unknown: { label: "Desconocido", tone: "error" },
} as const satisfies Record<ScanResult, { label: string; tone: string }>;

/** The latest scans of an event (`listScans`). */
export function Scans({ scans }: { scans: readonly ListedScan[] }) {
  if (scans.length === 0) return <p className="text-sm text-soft">Ninguna puerta ha leído boletos todavía.</p>;
  return (
    <Table
      caption="Últimas lecturas"
      keyOf={({ number }) => String(number)}
      rows={scans}
      columns={[
        { head: "Nombre", isTitle: true, cell: ({ holder }) => holder ?? "No es de la tienda" },
        {
          head: "Respuesta",
          cell: ({ shown, ignoresEventDay, isUndone }) => {
            if (isUndone) return <Badge>Se deshizo</Badge>;
            if (ignoresEventDay && shown === "valid")
              return <Badge tone="warning">Entró, aunque era de otro día</Badge>;
            return <Badge tone={RESULT_BADGE[shown].tone}>{RESULT_BADGE[shown].label}</Badge>;
          },
        },
        { head: "Lugar", cell: ({ seat }) => seat ?? "—" },
        { head: "Pedido", cell: ({ reference }) => (reference === null ? "—" : `#${reference}`) },
        { head: "Puerta", cell: ({ scanner }) => scanner },
        { head: "Cuándo", cell: ({ scannedAt }) => formatDateTime(scannedAt) },
      ]}
    />
  );
}
