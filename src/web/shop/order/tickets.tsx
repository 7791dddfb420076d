import type { Order } from "../../../contract/orders.ts";
import { formatEventTime } from "../../../domain/dates.ts";
import { formatLongDateTime } from "../../../domain/long-date.ts";
import { TICKET_STATE_LABEL, type TicketState } from "../../../domain/ticket-state.ts";
import { OrderPdfButton } from "./order-pdf-button.tsx";

type Ticket = Order["tickets"][number];

const STATE_CLASS: Record<TicketState, string> = { VALID: "text-success", USED: "text-soft", VOID: "text-error" };

/**
 * 'Tus boletos': the tickets of each event with their states, and the button for the PDF with their codes. It is loaded
 * lazily, because few orders have tickets.
 */
export default function Tickets({ order, linkKey }: { order: Order; linkKey: string | null }) {
  const eventKeys = [...new Set(order.tickets.map(eventKeyOf))];
  const hasNonVoidTickets = order.tickets.some(({ state }) => state !== "VOID");
  return (
    <section aria-labelledby="tickets" className="space-y-4">
      <h2 id="tickets" className="text-xl">
        Tus boletos
      </h2>
      {eventKeys.map((eventKey) => (
        <EventTickets key={eventKey} tickets={order.tickets.filter((ticket) => eventKeyOf(ticket) === eventKey)} />
      ))}
      {hasNonVoidTickets ? (
        <>
          <p className="text-soft">
            Muéstralos en la entrada, en papel o en tu teléfono. Cada código deja entrar a una persona, una sola vez: no
            lo compartas.
          </p>
          <OrderPdfButton orderId={order._id} reference={order.reference} linkKey={linkKey} kind="tickets" />
        </>
      ) : (
        <p className="text-soft">Se anularon: su pedido se canceló o se devolvió su pago.</p>
      )}
    </section>
  );
}

function EventTickets({ tickets }: { tickets: Ticket[] }) {
  const { event, startsOn, place } = tickets[0]!;
  return (
    <div className="border-t border-line pt-8">
      <h3 className="font-semibold">{event}</h3>
      <p className="text-soft first-letter:uppercase">
        {[startsOn && formatEventTime(new Date(startsOn)), place].filter(Boolean).join(" · ")}
      </p>
      <ul className="mt-3 divide-y divide-line border-t border-line">
        {tickets.map((ticket) => (
          <li key={`${ticket.seat} ${ticket.number}`} className="flex justify-between gap-4 py-2 last:pb-0">
            <span>{seatLabel(ticket, tickets)}</span>
            <span className={`text-right font-semibold ${STATE_CLASS[ticket.state]}`}>{stateLabel(ticket)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function eventKeyOf({ event, startsOn, place }: Ticket): string {
  return [event, startsOn, place].join("\n");
}

/** The seat of a ticket. Tickets of a zone share a seat, so they are distinguished by their number. */
function seatLabel(ticket: Ticket, eventTickets: Ticket[]): string {
  const isOnlyTicketOfSeat = eventTickets.filter(({ seat }) => seat === ticket.seat).length === 1;
  return isOnlyTicketOfSeat ? ticket.seat : `${ticket.seat} · ${ticket.number}`;
}

function stateLabel({ state, usedOn }: Ticket): string {
  return state === "USED" && usedOn
    ? `Usado el ${formatLongDateTime(new Date(usedOn), new Date())}`
    : TICKET_STATE_LABEL[state];
}
