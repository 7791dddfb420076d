import { Argument, Command, InvalidArgumentError } from "commander";
import { formatDateTime } from "../domain/dates.ts";
import { deliveryInstant } from "../domain/delivery-instant.ts";
import { isDay } from "../domain/mexico-time.ts";
import { PARCEL_STATE_LABEL, PARCEL_STATES, type ParcelState } from "../domain/parcel.ts";
import { refusalText } from "../domain/refusal-text.ts";
import type { App } from "../server/app.ts";
import { listSizeIdsByCode } from "../server/catalog/match-codes.ts";
import type { ParcelLine } from "../server/order-parcels/insert-parcel.ts";
import type { OrderRow } from "../server/orders/queries.ts";
import { handOverToCarrier } from "../server/parcels/hand-over-to-carrier.ts";
import { moveParcel } from "../server/parcels/move-parcel.ts";
import { packParcel } from "../server/parcels/pack-parcel.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getOrder } from "./get-order.ts";
import { orThrow } from "./or-throw.ts";

/** `shop parcel`: the commands about an order's parcels. A parcel is identified by its number in the order. */
export function parcelCommand(): Command {
  const command = new Command("parcel").description(
    "los paquetes de un pedido: empacar una parte, entregarla, anotar dónde va",
  );
  command
    .command("list")
    .description("sus paquetes, con lo que llevan y por dónde han pasado")
    .argument("<pedido>")
    .action((reference: string) => withApp(async (app) => printParcels(await getOrder(app, reference))));
  command
    .command("pack")
    .description("empaca una parte; sin --piece, todo lo que falta")
    .argument("<pedido>")
    .option("--piece <código=piezas>", "SKU, código de barras o de etiqueta; se puede repetir", collectPiece, [])
    .action((reference: string, { piece }: { piece: CodeAndPieces[] }) =>
      withApp((app) => pack(app, reference, piece)),
    );
  command
    .command("hand-over")
    .description("entrega un paquete a la paquetería; con el primero, el pedido queda enviado")
    .argument("<pedido>")
    .argument("<paquete>", "su número en el pedido")
    .requiredOption("--tracking <guía>", "número de rastreo")
    .option("--shares-box", "viaja en la misma caja que el pedido que ya tiene esa guía")
    .action((reference: string, number: string, options: { tracking: string; sharesBox?: boolean }) =>
      withApp(async (app) => {
        const { order, id } = await getOrderAndParcelId(app, reference, number);
        const { tracking, sharesBox } = options;
        orThrow(
          await handOverToCarrier(app, id, { guide: tracking.trim(), sharesBox, at: new Date(), by: CONSOLE_ACTOR }),
        );
        printLine(`Pedido #${order.reference}: el paquete ${number} salió con la guía ${tracking.trim()}`);
      }),
    );
  command
    .command("move")
    .description("anota dónde va un paquete")
    .argument("<pedido>")
    .argument("<paquete>", "su número en el pedido")
    .addArgument(new Argument("<estado>").choices(PARCEL_STATES))
    .option("--on <día>", "qué día, p. ej. 2026-11-24; sin esto, ahora", parseDay)
    .action((reference: string, number: string, to: ParcelState, { on: day }: { on?: string }) =>
      withApp(async (app) => {
        const { order, id } = await getOrderAndParcelId(app, reference, number);
        const now = new Date();
        const at = deliveryInstant(day, now)!;
        if (at > now) throw new CommandError(refusalText("delivered_in_future", "staff"));
        orThrow(await moveParcel(app, id, { to, at, by: CONSOLE_ACTOR }));
        printLine(`Pedido #${order.reference}: el paquete ${number} está en «${PARCEL_STATE_LABEL[to]}»`);
      }),
    );
  return command;
}

/** A code of a size, and pieces of it. */
interface CodeAndPieces {
  code: string;
  pieces: number;
}

function collectPiece(text: string, earlierPieces: CodeAndPieces[]): CodeAndPieces[] {
  const [, code, pieces] = /^(.+)=(\d{1,6})$/.exec(text) ?? [];
  if (!code) throw new InvalidArgumentError("Escribe código=piezas: FALDA-M=2");
  return [...earlierPieces, { code, pieces: Number(pieces) }];
}

function parseDay(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError("Escribe un día: 2026-11-24");
  return text;
}

async function pack(app: App, reference: string, chosenPieces: readonly CodeAndPieces[]): Promise<void> {
  const order = await getOrder(app, reference);
  const lines: ParcelLine[] = [];
  for (const { code, pieces } of chosenPieces) {
    const sizeIds = await listSizeIdsByCode(app.db, code);
    const sizeId = order.lines.find((line) => sizeIds.includes(line.size_id))?.size_id;
    if (!sizeId) throw new CommandError(`El pedido #${order.reference} no tiene una pieza con el código ${code}.`);
    lines.push({ sizeId, pieces });
  }
  const unpackedLines = order.unpackedLines.map(({ size_id: sizeId, pieces }) => ({ sizeId, pieces }));
  const parcel = orThrow(
    await packParcel(app, order.id, {
      lines: chosenPieces.length > 0 ? lines : unpackedLines,
      by: CONSOLE_ACTOR,
      at: new Date(),
    }),
  );
  printLine(`Pedido #${order.reference}: paquete ${parcel.number} empacado`);
}

async function getOrderAndParcelId(
  app: App,
  reference: string,
  number: string,
): Promise<{ order: OrderRow; id: string }> {
  const order = await getOrder(app, reference);
  const parcel = order.parcels.find((candidate) => String(candidate.number) === number);
  if (!parcel) throw new CommandError(`El pedido #${order.reference} no tiene un paquete ${number}.`);
  return { order, id: parcel.id };
}

function printParcels(order: OrderRow): void {
  if (order.parcels.length === 0) printLine(`El pedido #${order.reference} no tiene paquetes.`);
  for (const { number, state, carrier, guide, lines, events } of order.parcels) {
    printLine(`Paquete ${number} · ${PARCEL_STATE_LABEL[state]} · ${carrier} ${guide ?? "sin guía"}`);
    for (const { pieces, name } of lines) printLine(`  ${pieces} × ${name}`);
    for (const event of events) {
      printLine(`  ${formatDateTime(new Date(event.at))}  ${PARCEL_STATE_LABEL[event.state]} (${event.actor})`);
    }
  }
  for (const { pieces, size_id: sizeId } of order.unpackedLines) {
    printLine(`Por empacar: ${pieces} × ${order.lines.find((line) => line.size_id === sizeId)!.name}`);
  }
}
