import { data } from "react-router";
import { formatDateTime } from "../../../../../domain/dates.ts";
import { formatTicketCode } from "../../../../../domain/ticket-code.ts";
import { TICKET_STATE_LABEL } from "../../../../../domain/ticket-state.ts";
import { isId } from "../../../../../server/db/new-id.ts";
import { iterateTickets, findEvent, type EventTicket } from "../../../../../server/tickets/list-events.ts";
import { appContext } from "../../../../context.ts";
import { csvResponse } from "../../../../../server/csv/csv-response.ts";
import { requireStaff } from "../../../guard.ts";
import type { Route } from "./+types/route";

const HEADERS = ["Nombre", "Lugar", "Boleto", "De", "Pedido", "Código", "Estado", "Entró", "Puerta"];

/** An event's tickets as a file, for an entrance without scanners. */
export async function loader({ context, request, params: { productId } }: Route.LoaderArgs) {
  requireStaff(context, request, "door.scan", "all");
  const app = context.get(appContext);
  const event = isId(productId) ? await findEvent(app.db, productId) : undefined;
  if (!event) throw data(null, { status: 404 });
  return csvResponse("boletos", HEADERS, toRows(iterateTickets(app.db, event.id)));
}

async function* toRows(tickets: AsyncIterable<EventTicket>) {
  for await (const { holder, seat, number, pieces, reference, code, state, usedAt, usedBy } of tickets) {
    yield [
      holder,
      seat,
      number,
      pieces,
      reference,
      formatTicketCode(code),
      TICKET_STATE_LABEL[state],
      usedAt && formatDateTime(usedAt),
      usedBy,
    ];
  }
}
