import { Link } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { formatTicketCode } from "../../../../domain/ticket-code.ts";
import { TICKET_STATE_LABEL, type TicketState } from "../../../../domain/ticket-state.ts";
import type { EventTicket } from "../../../../server/tickets/list-events.ts";
import { Badge } from "../../kit/badge.tsx";
import { Table } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";

const TONE = { VALID: "success", USED: "plain", VOID: "error" } as const satisfies Record<TicketState, string>;

type ShownTicket = Omit<EventTicket, "code"> & { code: string | null };

/** An event's tickets. Codes are shown only to staff at the entrance. */
export function TicketTable({ tickets, mayOpenOrders }: { tickets: readonly ShownTicket[]; mayOpenOrders: boolean }) {
  if (tickets.length === 0)
    return <p className="text-sm text-soft">Ningún boleto todavía, o ninguno como lo que buscas.</p>;
  return (
    <Table
      caption="Boletos"
      keyOf={({ id }) => id}
      rows={tickets}
      columns={[
        { head: "Nombre", isTitle: true, cell: ({ holder }) => <span className="font-semibold">{holder}</span> },
        { head: "Lugar", cell: ({ seat, number, pieces }) => (pieces > 1 ? `${seat} (${number} de ${pieces})` : seat) },
        {
          head: "Estado",
          cell: ({ state }) => <Badge tone={TONE[state]}>{TICKET_STATE_LABEL[state]}</Badge>,
        },
        {
          head: "Pedido",
          cell: ({ orderId, reference }) =>
            mayOpenOrders ? (
              <Link to={officePaths.order(orderId)} className="underline underline-offset-4">
                #{reference}
              </Link>
            ) : (
              `#${reference}`
            ),
        },
        ...(tickets.some(({ code }) => code !== null)
          ? [
              {
                head: "Código",
                cell: ({ code }: ShownTicket) => <span className="font-mono">{formatTicketCode(code!)}</span>,
              },
            ]
          : []),
        {
          head: "Entró",
          cell: ({ usedAt, usedBy }) => (usedAt ? `${formatDateTime(usedAt)}, ${usedBy}` : "Todavía no"),
        },
      ]}
    />
  );
}
