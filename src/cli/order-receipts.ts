import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { formatDateTime } from "../domain/dates.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { App } from "../server/app.ts";
import { listReceipts, refuseReceipts } from "../server/payments/refuse-receipts.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getOrder } from "./get-order.ts";

type Receipt = Awaited<ReturnType<typeof listReceipts>>[number];

const STATE_LABEL: Record<Receipt["state"], string> = {
  SUBMITTED: "por revisar",
  ACCEPTED: "aceptado",
  REJECTED: "rechazado",
};

/** Commands for transfer receipts. `order pay` accepts them together with the payment. */
export function addReceiptCommands(command: Command): void {
  command
    .command("receipts")
    .description("lista los comprobantes de transferencia de un pedido, el más antiguo primero")
    .argument("<número>")
    .option("--save <carpeta>", "guarda ahí sus archivos")
    .action((reference: string, { save }: { save?: string }) =>
      withApp((app) => printAndSaveReceipts(app, reference, save)),
    );
  command
    .command("refuse-receipt")
    .description("rechaza los comprobantes por revisar; el cliente lee por qué y puede subir otro")
    .argument("<número>")
    .requiredOption("--answer <texto>", "por qué, como lo leerá el cliente", parseAnswer)
    .action((reference: string, { answer }: { answer: string }) =>
      withApp(async (app) => {
        const order = await getOrder(app, reference);
        const result = await refuseReceipts(app, order.id, { answer, actor: CONSOLE_ACTOR.name });
        if (isRefusal(result))
          throw new CommandError(`El pedido #${order.reference} no tiene comprobantes por revisar.`);
        const { receiptCount } = result;
        printLine(
          `Pedido #${order.reference}: ${receiptCount === 1 ? "1 comprobante rechazado" : `${receiptCount} comprobantes rechazados`}`,
        );
        if (!order.customer_email) printLine("  El cliente no dejó correo: lo lee en la página de su pedido.");
      }),
    );
}

const REMOVAL_REASON_LABEL = {
  refused: "su archivo se borró al rechazarlo",
  expired: "su archivo se borró: pasó el tiempo que se guarda (payments.windows.receiptDays)",
};

function parseAnswer(text: string): string {
  const answer = text.trim();
  if (answer.length === 0 || answer.length > 500)
    throw new InvalidArgumentError("Escribe por qué, en 500 letras o menos.");
  return answer;
}

async function printAndSaveReceipts(app: App, reference: string, folder: string | undefined): Promise<void> {
  const order = await getOrder(app, reference);
  const receipts = await listReceipts(app.db, order.id);
  if (receipts.length === 0) printLine(`El pedido #${order.reference} no tiene comprobantes.`);
  for (const [index, receipt] of receipts.entries()) {
    printLine(`${index + 1}  ${describeReceipt(receipt)}`);
    if (folder !== undefined) {
      printLine(
        `   ${await saveReceiptFile(app, receipt, path.join(folder, `pedido-${order.reference}-${index + 1}`))}`,
      );
    }
  }
}

function describeReceipt({ state, uploaded_at, bytes, answer, answered_at, answered_by }: Receipt): string {
  const summary = `${formatDateTime(uploaded_at)}  ${Math.ceil(bytes / 1024)} kB  ${STATE_LABEL[state]}`;
  if (!answered_at) return summary;
  return `${summary} el ${formatDateTime(answered_at)} por ${answered_by}${answer ? `: ${answer}` : ""}`;
}

/**
 * Saves the file and returns its path, or why it was deleted. A receipt shows a bank account: only the person who ran
 * the command may read the file.
 */
async function saveReceiptFile(
  app: App,
  { file, file_removed_because: removedBecause }: Receipt,
  pathWithoutExtension: string,
): Promise<string> {
  if (removedBecause === "refused" || removedBecause === "expired") return REMOVAL_REASON_LABEL[removedBecause];
  const content = await app.privateFiles.read(file);
  if (!content) throw new CommandError(`El archivo ${file} no está en el almacén.`);
  const target = pathWithoutExtension + path.extname(file);
  try {
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content, { mode: 0o600 });
  } catch (error) {
    throw new CommandError(`No se pudo guardar: ${(error as Error).message}`);
  }
  return target;
}
