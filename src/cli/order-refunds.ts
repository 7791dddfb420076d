import { readFile } from "node:fs/promises";
import { type Command, InvalidArgumentError } from "commander";
import { formatDay } from "../domain/format-day.ts";
import { formatMexicoTime } from "../domain/mexico-time.ts";
import { formatMoney, type Cents } from "../domain/money.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { App } from "../server/app.ts";
import { newId } from "../server/db/new-id.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { MAX_RECEIPT_BYTES } from "../server/payments/transfer-receipt.ts";
import { listTransferRefunds, recordTransferRefund } from "../server/payments/transfer-refund.ts";
import { withdrawTransferRefund } from "../server/order-management/withdraw-transfer-refund.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getOrder } from "./get-order.ts";

interface RefundOptions {
  amount: Cents;
  reference: string;
  on?: string;
  reason: string;
  proof?: string;
  cancel?: boolean;
}

/** Commands that record, list and withdraw transfer refunds: money that staff sent back from the shop's own account. */
export function addTransferRefundCommands(command: Command, parseToCents: (text: string) => Cents): void {
  command
    .command("refund-transfer")
    .description("anota que ya se transfirió de regreso dinero de una transferencia, todo o una parte")
    .argument("<número>")
    .requiredOption("--amount <pesos>", "cuánto se transfirió", parseToCents)
    .requiredOption("--reference <texto>", "referencia o clave de rastreo del banco")
    .option("--on <día>", "qué día salió, AAAA-MM-DD; sin esto, hoy")
    .option("--reason <texto>", "por qué", "Devolución")
    .option("--proof <archivo>", "comprobante del banco, imagen o PDF")
    .option("--cancel", "de acuerdo en que el pedido se cancele si es todo lo que se pagó")
    .action((reference: string, options: RefundOptions) => withApp((app) => recordRefund(app, reference, options)));
  command
    .command("transfer-refunds")
    .description("lista las devoluciones por transferencia de un pedido, la más antigua primero")
    .argument("<número>")
    .action((reference: string) => withApp((app) => printTransferRefunds(app, reference)));
  command
    .command("withdraw-refund")
    .description("anula una devolución por transferencia anotada por error; anótala otra vez como fue")
    .argument("<número>")
    .requiredOption("--refund <n>", "cuál, por su número en `transfer-refunds`", parseRefundNumber)
    .requiredOption("--reason <texto>", "por qué")
    .action((reference: string, options: { refund: number; reason: string }) =>
      withApp((app) => withdraw(app, reference, options)),
    );
}

function parseRefundNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError("Escribe su número, 1 o más.");
  return Number(text);
}

async function recordRefund(app: App, reference: string, options: RefundOptions): Promise<void> {
  const order = await getOrder(app, reference);
  const result = await recordTransferRefund(app, order.id, {
    id: newId(),
    cents: options.amount,
    sentOn: options.on ?? formatMexicoTime(new Date()).slice(0, 10),
    reference: options.reference,
    reason: options.reason,
    proof: options.proof === undefined ? null : await readProof(options.proof),
    mayCancelOrder: options.cancel ?? false,
    actor: CONSOLE_ACTOR.name,
    by: CONSOLE_ACTOR,
  });
  if (isRefusal(result)) {
    const hint = result.refused === "refund_ends_order" ? " Con --cancel se anota así." : "";
    throw new CommandError(refusalText(result.refused, "staff") + hint);
  }
  printLine(`Pedido #${order.reference}: devolución de ${formatMoney(result.cents)} anotada`);
  if (!order.customer_email) printLine("  El cliente no dejó correo: avísale tú.");
}

async function readProof(file: string): Promise<Buffer> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new CommandError(`No se pudo leer ${file}: ${error.message}`);
  });
  if (bytes.byteLength > MAX_RECEIPT_BYTES) throw new CommandError(refusalText("receipt_too_heavy", "staff"));
  return bytes;
}

async function printTransferRefunds(app: App, reference: string): Promise<void> {
  const order = await getOrder(app, reference);
  const refunds = await listTransferRefunds(app.db, order.id);
  if (refunds.length === 0) printLine(`El pedido #${order.reference} no tiene devoluciones por transferencia.`);
  for (const [index, refund] of refunds.entries()) {
    const withdrawalText = refund.withdrawnAt ? `  anulada por ${refund.withdrawnBy}: ${refund.withdrawnReason}` : "";
    printLine(
      `${index + 1}  ${formatDay(refund.sentOn)}  ${formatMoney(refund.cents)}  ${refund.reference}  ${refund.reason}  ${refund.actor}${withdrawalText}`,
    );
  }
}

async function withdraw(
  app: App,
  reference: string,
  { refund: refundNumber, reason }: { refund: number; reason: string },
): Promise<void> {
  const order = await getOrder(app, reference);
  const refund = (await listTransferRefunds(app.db, order.id))[refundNumber - 1];
  if (!refund) throw new CommandError(refusalText("refund_not_found", "staff"));
  const input = { refundId: refund.id, reason, actor: CONSOLE_ACTOR.name, by: CONSOLE_ACTOR };
  const result = await withdrawTransferRefund(app, order.id, input);
  if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
  printLine(`Pedido #${order.reference}: devolución de ${formatMoney(result.cents)} anulada`);
}
