import { InvalidArgumentError, type Command } from "commander";
import type { CancelMotive } from "../domain/invoice-enums.ts";
import { cancelInvoice } from "../server/invoicing/cancel-invoice.ts";
import { requestCancellationAgain, keepReplacedInvoice } from "../server/invoicing/settle-replacement.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { withApp } from "./console.ts";
import { printInvoice, getInvoiceByUuid } from "./invoice-helpers.ts";

/** Commands that ask SAT to cancel a document, and those for a replaced invoice that SAT has not cancelled. */
export function addCancelCommands(command: Command): void {
  command
    .command("cancel")
    .description("pide al SAT cancelar una factura")
    .argument("<folio fiscal>")
    .requiredOption(
      "--motive <clave>",
      "02 sin relación, 03 no hubo operación, 04 una global con operación nominativa",
      parseMotive,
    )
    .action((uuid: string, options: { motive: CancelMotive }) =>
      withApp(async (app) => {
        const { id } = await getInvoiceByUuid(app, uuid);
        printInvoice(await cancelInvoice(app, id, { motive: options.motive, by: CONSOLE_ACTOR }));
      }),
    );
  command
    .command("cancel-again")
    .description("vuelve a pedir la cancelación de una sustituida que el receptor o el SAT no aceptó")
    .argument("<folio fiscal>", "el de la sustituida")
    .action((uuid: string) =>
      withApp(async (app) => {
        const { id } = await getInvoiceByUuid(app, uuid);
        printInvoice(await requestCancellationAgain(app, id, CONSOLE_ACTOR));
      }),
    );
  command
    .command("keep")
    .description("conserva una sustituida que no se pudo cancelar, y pide cancelar la que la sustituye")
    .argument("<folio fiscal>", "el de la sustituida")
    .action((uuid: string) =>
      withApp(async (app) => {
        const { id } = await getInvoiceByUuid(app, uuid);
        printInvoice(await keepReplacedInvoice(app, id, CONSOLE_ACTOR));
      }),
    );
}

function parseMotive(text: string): CancelMotive {
  if (text === "02" || text === "03" || text === "04") return text;
  throw new InvalidArgumentError("02, 03 o 04; para el 01 está shop invoice replace.");
}
