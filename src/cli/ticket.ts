import { randomUUID } from "node:crypto";
import { Command, InvalidArgumentError } from "commander";
import { formatDate, formatEventTime } from "../domain/dates.ts";
import { isId } from "../server/db/new-id.ts";
import { setEvent } from "../server/tickets/set-event.ts";
import { checkTicket, useTicket, type AtDoor } from "../server/tickets/use-ticket.ts";
import { Refused, say, withApp } from "./console.ts";

export function ticketCommand(): Command {
  const ticket = new Command("ticket").description("boletos: cuándo y dónde es el evento, y la entrada");
  ticket
    .command("event")
    .description("dice cuándo y dónde es el evento de un producto digital")
    .argument("<producto>", "su _id")
    .requiredOption("--at <día y hora>", "en hora del centro de México: 2027-03-14T20:30", parseEventTime)
    .requiredOption("--place <lugar>", "dónde")
    .action((productId: string, { at, place }: { at: Date; place: string }) =>
      withApp(async (app) => {
        if (!(await setEvent(app.db, { productId, at, place }))) throw new Refused("No hay un boleto con ese _id.");
        say(`${formatEventTime(at)} · ${place}`);
      }),
    );
  ticket
    .command("check")
    .description("dice si un boleto vale; no lo usa")
    .argument("<código>", "el texto de su QR, o el código impreso")
    .action((text: string) => withApp(async (app) => show(await checkTicket(app, text))));
  ticket
    .command("use")
    .description("deja entrar con un boleto: la primera lectura gana")
    .argument("<código>", "el texto de su QR, o el código impreso")
    .requiredOption("--device <nombre>", "quién deja entrar")
    .option("--event <producto>", "solo a este evento: el _id del producto", parseId)
    .option("--scan <texto>", "esta lectura: repetida por el mismo dispositivo recibe la misma respuesta")
    .action((text: string, { device, event, scan }: { device: string; event?: string; scan?: string }) =>
      withApp(async (app) =>
        show(await useTicket(app, { ticket: text, device, productId: event ?? null, scanId: scan ?? randomUUID() })),
      ),
    );
  return ticket;
}

/** What staff read; whoever may not come in is a refusal. */
function show({ answer, ticket }: AtDoor): void {
  if (answer === "unknown") throw new Refused("DESCONOCIDO: la tienda no emitió este boleto.");
  const whose = `${ticket.event} · ${ticket.place} (${ticket.number} de ${ticket.pieces}) · ${ticket.holder} · #${ticket.reference}`;
  if (answer === "valid") return say(`VÁLIDO: ${whose}`);
  if (answer === "void") throw new Refused(`ANULADO: ${whose}`);
  if (answer === "other_event") throw new Refused(`DE OTRO EVENTO: ${whose}`);
  throw new Refused(`USADO el ${formatDate(ticket.usedAt!)} en ${ticket.usedBy}: ${whose}`);
}

function parseId(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError("no es un _id.");
  return text;
}

/** Mexico City keeps UTC−6 all year. */
function parseEventTime(text: string): Date {
  const at = new Date(`${text}:00-06:00`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) || Number.isNaN(at.getTime())) {
    throw new InvalidArgumentError("escribe día y hora: 2027-03-14T20:30");
  }
  return at;
}
