import { formatEventTime } from "../../domain/dates.ts";
import { formatDeadline } from "../../domain/long-date.ts";
import type { App } from "../app.ts";
import type { TicketState } from "../../domain/ticket-state.ts";
import { signTicket } from "./signed-ticket.ts";
import { formatTicketCode } from "../../domain/ticket-code.ts";
import { findOrCreateTicketKeys } from "./ticket-keys.ts";

/** The texts of a ticket's page, as the customer reads them. */
export interface TicketPage {
  event: string;
  /** 'Boleto A-03', 'General · 2 de 4'. */
  seat: string;
  details: { label: string; value: string }[];
  /** The text of the QR. */
  qr: string;
  code: string;
  /** A sentence that says when the ticket was used. Null if it was not. */
  usedNote: string | null;
}

/** The data of an order that its ticket pages show. */
interface TicketOrder {
  reference: number;
  tickets: {
    id: string;
    product_id: string;
    code: string;
    event: string;
    event_at: string | null;
    event_place: string | null;
    seat: string;
    number: number;
    pieces: number;
    holder: string;
    state: TicketState;
    used_at: string | null;
  }[];
}

/** The pages of an order's tickets. Void tickets have none. */
export async function makeTicketPages(app: App, order: TicketOrder): Promise<TicketPage[]> {
  const shownTickets = order.tickets.filter(({ state }) => state !== "VOID");
  if (shownTickets.length === 0) return [];
  const [key] = await findOrCreateTicketKeys(app.genericPlanDb);
  return shownTickets.map((ticket) => ({
    event: ticket.event,
    seat: ticket.pieces > 1 ? `${ticket.seat} · ${ticket.number} de ${ticket.pieces}` : ticket.seat,
    details: [
      ...(ticket.event_at ? [{ label: "Fecha", value: formatEventTime(new Date(ticket.event_at)) }] : []),
      ...(ticket.event_place ? [{ label: "Lugar", value: ticket.event_place }] : []),
      { label: "A nombre de", value: ticket.holder },
      { label: "Pedido", value: `#${order.reference}` },
    ],
    qr: signTicket({ ticketId: ticket.id, productId: ticket.product_id }, key),
    code: formatTicketCode(ticket.code),
    usedNote: ticket.used_at && `Se usó el ${formatDeadline(new Date(ticket.used_at))}`,
  }));
}
