import { formatDate } from "../../../../domain/dates.ts";
import type { DoorAnswer } from "../../../../domain/door-answer.ts";
import type { ListedScan } from "../../../../server/door/list-scans.ts";
import { Badge } from "../../kit/badge.tsx";
import { Table } from "../../kit/table.tsx";

const SHOWN = {
  valid: { label: "Entró", mood: "good" },
  used: { label: "Ya se había usado", mood: "warn" },
  void: { label: "Anulado", mood: "bad" },
  other_day: { label: "De otro día", mood: "warn" },
  other_event: { label: "De otro evento", mood: "bad" },
  unknown: { label: "Desconocido", mood: "bad" },
} as const satisfies Record<DoorAnswer, { label: string; mood: string }>;

/** What the doors read last. */
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
          cell: ({ shown, isAnyDay, isUndone }) => {
            if (isUndone) return <Badge>Se deshizo</Badge>;
            if (isAnyDay && shown === "valid") return <Badge mood="warn">Entró, aunque era de otro día</Badge>;
            return <Badge mood={SHOWN[shown].mood}>{SHOWN[shown].label}</Badge>;
          },
        },
        { head: "Lugar", cell: ({ seat }) => seat ?? "—" },
        { head: "Pedido", cell: ({ reference }) => (reference === null ? "—" : `#${reference}`) },
        { head: "Puerta", cell: ({ device }) => device },
        { head: "Cuándo", cell: ({ at }) => formatDate(at) },
      ]}
    />
  );
}
