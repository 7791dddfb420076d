import { InvalidArgumentError, type Command } from "commander";
import type { ReturnedLine } from "../domain/credit-note-lines.ts";
import { listUncreditedPieces, findCreditDue } from "../server/invoicing/credit-due.ts";
import { creditInvoice } from "../server/invoicing/credit-invoice.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { withApp } from "./console.ts";
import { printInvoice, waitForStamp, getInvoiceByUuid } from "./invoice-helpers.ts";

/** The command that issues a credit note. */
export function addCreditCommand(command: Command): void {
  command
    .command("credit")
    .description("nota de crédito por lo devuelto desde la factura que no esté ya en otra")
    .argument("<folio fiscal>")
    .option("--return", "regresaron todas las piezas; sin esto ni --pieces es una bonificación")
    .option("--pieces <líneas>", "qué regresó: número de línea en la factura y piezas, p. ej. 1x2,3x1", parsePieces)
    .action((uuid: string, options: { return?: boolean; pieces?: ReturnedLine[] }) =>
      withApp(async (app) => {
        const invoice = await getInvoiceByUuid(app, uuid);
        const returnedLines =
          options.pieces ?? (options.return ? listUncreditedPieces((await findCreditDue(app.db, invoice)).lines) : []);
        const input = { returnedLines, by: CONSOLE_ACTOR };
        printInvoice(await waitForStamp(app, await creditInvoice(app, invoice.id, input)));
      }),
    );
}

function parsePieces(text: string): ReturnedLine[] {
  return text.split(",").map((part) => {
    const [, line, pieces] = /^\s*(\d{1,4})x(\d{1,4})\s*$/.exec(part) ?? [];
    if (line === undefined) throw new InvalidArgumentError("Línea y piezas, p. ej. 1x2,3x1.");
    return { line: Number(line) - 1, pieces: Number(pieces) };
  });
}
