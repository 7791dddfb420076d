import { Command, Option } from "commander";
import { formatDateTime } from "../domain/dates.ts";
import { formatMoney, type Cents } from "../domain/money.ts";
import { orderStatusLabel } from "../domain/order-status.ts";
import { readPesos } from "../domain/read-pesos.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import { refusalText, type RefusalName } from "../domain/refusal-text.ts";
import { RETURN_STATE_LABEL, RETURN_STATES, type ReturnState } from "../domain/return.ts";
import type { App } from "../server/app.ts";
import { refundAgain, settleReturn } from "../server/order-management/settle-return.ts";
import { approveReturn, declineReturn } from "../server/returns/answer-return.ts";
import { cancelReturn } from "../server/returns/cancel-or-send-back.ts";
import { listReturnsForStaff } from "../server/returns/list-for-staff.ts";
import { findReturnByNumber, refundStatusOf, unpaidCentsOf, type ReturnRow } from "../server/returns/queries.ts";
import { receiveReturn } from "../server/returns/receive-return.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";

export function returnCommand(): Command {
  const command = new Command("return").description("devoluciones y cambios: las aprueba, las recibe y las termina");
  command
    .command("list")
    .description("las devoluciones, la más nueva primero")
    .addOption(new Option("--state <estado>", "solo las de un estado").choices(RETURN_STATES))
    .action(({ state }: { state?: ReturnState }) => withApp((app) => printReturns(app, state)));
  command
    .command("show")
    .description("muestra una devolución")
    .argument("<número>")
    .action((number: string) => withApp(async (app) => printReturn(await getReturn(app, number))));
  command
    .command("approve")
    .description("la aprueba; de un cambio, aparta la talla nueva")
    .argument("<número>")
    .option("--answer <texto>", "cómo enviarla, para el cliente", "")
    .option("--guide <código>", "guía de regreso que paga la tienda", "")
    .action((number: string, { answer, guide }: { answer: string; guide: string }) =>
      runAction(number, (app, { id }) => approveReturn(app, id, { answer, guide, by: CONSOLE_ACTOR })),
    );
  command
    .command("decline")
    .description("la rechaza, y le dice al cliente por qué")
    .argument("<número>")
    .option("--answer <texto>", "por qué, para el cliente", "No cumple las condiciones de devolución de la tienda.")
    .action((number: string, { answer }: { answer: string }) =>
      runAction(number, (app, { id }) => declineReturn(app, id, { answer, by: CONSOLE_ACTOR })),
    );
  command
    .command("cancel")
    .description("la cancela antes de que llegue")
    .argument("<número>")
    .action((number: string) =>
      runAction(number, (app, { id }) => cancelReturn(app, { returnId: id, by: CONSOLE_ACTOR })),
    );
  addReceiveCommand(command);
  addSettleCommand(command);
  return command;
}

const ALL_PIECES = "all";

function addReceiveCommand(command: Command): void {
  command
    .command("receive")
    .description("anota que llegó todo: vuelve a existencias, se da de baja o se repara")
    .argument("<número>")
    .addOption(
      new Option("--restock <qué>", "vuelve a existencias").choices([ALL_PIECES]).conflicts(["writeOff", "repair"]),
    )
    .addOption(new Option("--write-off <qué>", "se da de baja").choices([ALL_PIECES]).conflicts(["restock", "repair"]))
    .addOption(new Option("--repair <qué>", "se repara").choices([ALL_PIECES]).conflicts(["restock", "writeOff"]))
    .action(
      (number: string, options: { restock?: string; writeOff?: string; repair?: string }, receiveCommand: Command) => {
        const disposition = options.restock
          ? "restock"
          : options.writeOff
            ? "writeOff"
            : options.repair
              ? "repair"
              : null;
        if (disposition === null) receiveCommand.error("error: falta --restock all, --write-off all o --repair all");
        else
          return runAction(number, (app, { id }) =>
            receiveReturn(app, id, { received: disposition, by: CONSOLE_ACTOR }),
          );
      },
    );
}

interface SettleOptions {
  paid: "provider" | "transfer";
  amount?: string;
  reason: string;
  reference: string;
  on: string;
  carrier: string;
  guide: string;
}

function addSettleCommand(command: Command): void {
  command
    .command("settle")
    .description("devuelve el dinero y manda el cambio; si el proveedor la rechazó, lo intenta otra vez")
    .argument("<número>")
    .addOption(new Option("--paid <cómo>", "por dónde regresa").choices(["transfer", "provider"]).makeOptionMandatory())
    .option("--amount <pesos>", "menos de lo calculado, con --reason")
    .option("--reason <texto>", "por qué menos, para el cliente", "")
    .option("--reference <código>", "referencia o clave de rastreo de la transferencia", "")
    .option("--on <día>", "día de la transferencia, 2026-11-21; sin esto, hoy", "")
    .option("--carrier <nombre>", "paquetería del cambio", "")
    .option("--guide <código>", "guía del cambio", "")
    .action((number: string, options: SettleOptions) =>
      runAction(number, (app, row) => settleOrRefundAgain(app, row, options)),
    );
}

function settleOrRefundAgain(app: App, row: ReturnRow, options: SettleOptions) {
  const details = {
    preferredMethod: options.paid,
    reference: options.reference,
    sentOn: options.on,
    by: CONSOLE_ACTOR,
  };
  if (unpaidCentsOf(row) > 0) return refundAgain(app, row.id, details);
  const amountCents = options.amount === undefined ? null : readAmount(options.amount);
  return settleReturn(app, row.id, {
    ...details,
    amountCents,
    lessBecause: options.reason,
    exchangeCarrier: options.carrier,
    exchangeGuide: options.guide,
  });
}

function readAmount(text: string): Cents {
  const cents = /^0+(?:\.0+)?$/.test(text) ? 0 : readPesos(text);
  if (cents === null || cents === undefined) throw new CommandError("Escribe pesos: 150.50");
  return cents;
}

function runAction(
  number: string,
  action: (app: App, row: ReturnRow) => Promise<ReturnRow | Refusal<RefusalName>>,
): Promise<void> {
  return withApp(async (app) => {
    const result = await action(app, await getReturn(app, number));
    if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
    printLine(describeReturn(result));
  });
}

async function getReturn(app: App, number: string): Promise<ReturnRow> {
  const row = await findReturnByNumber(app.db, number);
  if (!row) throw new CommandError(`No existe la devolución ${number}.`);
  return row;
}

async function printReturns(app: App, state: ReturnState | undefined): Promise<void> {
  const { returns } = await listReturnsForStaff(app.db, { shops: "all", state, term: "", limit: 1_000 });
  for (const {
    number,
    orderReference,
    requestedAt,
    customerName,
    state: returnState,
    refundCents,
    pieces,
  } of returns) {
    const refundText = refundCents > 0 ? `  ${formatMoney(refundCents)}` : "";
    printLine(
      `${number}  #${orderReference}  ${formatDateTime(requestedAt)}  ${RETURN_STATE_LABEL[returnState]}  ${pieces} ${pieces === 1 ? "pieza" : "piezas"}${refundText}  ${customerName}`,
    );
  }
}

const REFUND_STATUS_LABEL = {
  none: "",
  pending: ", en camino",
  done: ", devuelto",
  failed: ", no se pudo: inténtalo otra vez",
};

function describeReturn(row: ReturnRow): string {
  const refundText =
    row.refundCents > 0 ? `: ${formatMoney(row.refundCents)}${REFUND_STATUS_LABEL[refundStatusOf(row)]}` : "";
  return `Devolución ${row.number} del pedido #${row.orderReference}: ${RETURN_STATE_LABEL[row.state]}${refundText}`;
}

function printReturn(row: ReturnRow): void {
  printLine(describeReturn(row));
  for (const { pieces, name, newName } of row.lines)
    printLine(`  ${pieces} × ${name}${newName ? ` → ${newName}` : ""}`);
  if (row.note) printLine(`  «${row.note}»`);
  if (row.difference) {
    const { cents, reference, status } = row.difference;
    printLine(`  Diferencia ${formatMoney(cents)}, pedido #${reference}: ${orderStatusLabel(status, true)}`);
  }
  for (const { at, state, actor, reason } of row.history) {
    printLine(`  ${formatDateTime(new Date(at))}  ${RETURN_STATE_LABEL[state]}: ${reason} (${actor})`);
  }
}
