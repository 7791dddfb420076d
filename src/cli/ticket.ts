import { randomUUID } from "node:crypto";
import { renderUnicodeCompact } from "uqr";
import { Command, InvalidArgumentError } from "commander";
import { formatDateTime, formatEventTime } from "../domain/dates.ts";
import { readMexicoTime } from "../domain/mexico-time.ts";
import { isRefusal } from "../domain/refusal.ts";
import { isId } from "../server/db/new-id.ts";
import { listConflicts, type ScanConflict } from "../server/check-in/conflicts.ts";
import { listScanners, makeScannerKey, revokeScannerKey, type ListedScanner } from "../server/check-in/scanner-keys.ts";
import { setEvent } from "../server/tickets/set-event.ts";
import { checkTicket, useTicket, type TicketCheck } from "../server/tickets/use-ticket.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";

export function ticketCommand(): Command {
  const command = new Command("ticket").description("boletos: cuándo y dónde es el evento, y la entrada");
  command
    .command("event")
    .description("dice cuándo y dónde es el evento de un producto digital")
    .argument("<producto>", "su _id")
    .requiredOption("--at <día y hora>", "en hora del centro de México: 2027-03-14T20:30", parseEventTime)
    .requiredOption("--place <lugar>", "dónde")
    .action((productId: string, { at: eventTime, place }: { at: Date; place: string }) =>
      withApp(async (app) => {
        if (!(await setEvent(app, { productId, at: eventTime, place }, CONSOLE_ACTOR)))
          throw new CommandError("No hay un boleto con ese _id.");
        printLine(`${formatEventTime(eventTime)} · ${place}`);
      }),
    );
  command
    .command("check")
    .description("dice si un boleto vale; no lo usa")
    .argument("<código>", "el texto de su QR, o el código impreso")
    .action((text: string) => withApp(async (app) => printCheck(await checkTicket(app, text))));
  command
    .command("use")
    .description("deja entrar con un boleto: la primera lectura gana")
    .argument("<código>", "el texto de su QR, o el código impreso")
    .requiredOption("--device <nombre>", "quién deja entrar")
    .option("--event <producto>", "solo a este evento: el _id del producto", parseId)
    .option("--scan <texto>", "esta lectura: repetida por el mismo dispositivo recibe la misma respuesta")
    .action(
      (text: string, { device, event: productId, scan: scanId }: { device: string; event?: string; scan?: string }) =>
        withApp(async (app) =>
          printCheck(
            await useTicket(app, {
              ticket: text,
              scannerName: device,
              productId: productId ?? null,
              scanId: scanId ?? randomUUID(),
            }),
          ),
        ),
    );
  addScannerCommands(command);
  return command;
}

function addScannerCommands(command: Command): void {
  command
    .command("door")
    .description("hace la llave de un teléfono de la puerta e imprime su enlace, también como QR")
    .argument("[producto]", "el _id del evento; sin él, abre la puerta de todos")
    .option("--hours <n>", "hasta cuándo vale: de 1 a 168 horas", parseHours, 12)
    .option("--name <nombre>", "cómo se llama esa puerta: «Puerta norte»")
    .option("--shop <clave>", "en qué tienda se abre el enlace", "matriz")
    .action((productId: string | undefined, options: { hours: number; name?: string; shop: string }) =>
      withApp(async (app) => {
        const shop = await app.shops.byKey(options.shop);
        if (!shop) throw new CommandError(`No existe la tienda «${options.shop}».`);
        const name = options.name?.trim().slice(0, 60) || null;
        const scannerKey = await makeScannerKey(
          app,
          { name, productId: productId ?? null, hours: options.hours },
          CONSOLE_ACTOR,
        );
        if (isRefusal(scannerKey)) throw new CommandError("No hay un boleto con ese _id.");
        const link = `${app.originOf(shop.hosts)}/boletos/validar#key=${scannerKey.key}`;
        printLine(link);
        console.error(renderUnicodeCompact(link, { border: 2 }));
        console.error(
          `${scannerKey.name}: ábrelo en un solo teléfono. Vale hasta el ${formatDateTime(scannerKey.expiresAt)}`,
        );
      }),
    );
  command
    .command("doors")
    .description("las llaves de la puerta que se hicieron, y a cuántos dejó entrar cada una")
    .action(() => withApp(async (app) => (await listScanners(app.db)).map(describeScanner).forEach(printLine)));
  command
    .command("close-door")
    .description("retira la llave de un teléfono: desde ese momento no abre nada")
    .argument("<llave>", "su _id, como lo dice `doors`", parseId)
    .action((id: string) =>
      withApp(async (app) => {
        if (!(await revokeScannerKey(app, id, CONSOLE_ACTOR)))
          throw new CommandError("No hay una llave abierta con ese _id.");
      }),
    );
  command
    .command("conflicts")
    .description("a quién dejó entrar un teléfono sin red y no debió, en las últimas 24 horas")
    .argument("[producto]", "el _id del evento; sin él, todos", parseId)
    .action((productId: string | undefined) =>
      withApp(async (app) => {
        (await listConflicts(app.db, { productId: productId ?? null })).map(describeConflict).forEach(printLine);
      }),
    );
}

const SCANNER_STATE_LABEL = { open: "abierta", ended: "terminó", revoked: "retirada" } as const;

function describeScanner({ id, name, event, expiresAt, state, entered }: ListedScanner): string {
  return `${id}  ${name}: ${event ?? "todos los eventos"}, hasta el ${formatDateTime(expiresAt)}, ${SCANNER_STATE_LABEL[state]}, entraron ${entered}`;
}

const CONFLICT_LABEL = {
  used: "YA HABÍA ENTRADO",
  void: "ANULADO",
  other_day: "DE OTRO DÍA",
  other_event: "DE OTRO EVENTO",
  unknown: "DESCONOCIDO",
} as const;

function describeConflict({ reason, event, seat, scanner, scannedAt, firstEntry }: ScanConflict): string {
  const ticketText = event ? `${event} · ${seat}` : "un código que no es de la tienda";
  const earlierEntryText = firstEntry
    ? `; antes en ${firstEntry.scanner} el ${formatDateTime(firstEntry.scannedAt)}`
    : "";
  return `${CONFLICT_LABEL[reason]}: ${ticketText}, en ${scanner} el ${formatDateTime(scannedAt)}${earlierEntryText}`;
}

function parseHours(text: string): number {
  const hours = Number(text);
  if (!/^\d{1,3}$/.test(text) || hours < 1 || hours > 168) throw new InvalidArgumentError("de 1 a 168 horas.");
  return hours;
}

/** Prints the result of a check. If the ticket does not admit its holder, the command fails with exit code 1. */
function printCheck({ answer, ticket }: TicketCheck): void {
  if (answer === "unknown") throw new CommandError("DESCONOCIDO: la tienda no emitió este boleto.");
  const details = `${ticket.event} · ${ticket.seat} (${ticket.number} de ${ticket.pieces}) · ${ticket.holder} · #${ticket.reference}`;
  if (answer === "valid") return printLine(`VÁLIDO: ${details}`);
  if (answer === "void") throw new CommandError(`ANULADO: ${details}`);
  if (answer === "other_event") throw new CommandError(`DE OTRO EVENTO: ${details}`);
  throw new CommandError(`USADO el ${formatDateTime(ticket.usedAt!)} en ${ticket.usedBy}: ${details}`);
}

function parseId(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError("no es un _id.");
  return text;
}

function parseEventTime(text: string): Date {
  const eventTime = text.length > 10 ? readMexicoTime(text) : null;
  if (eventTime === null) throw new InvalidArgumentError("escribe día y hora: 2027-03-14T20:30");
  return eventTime;
}
