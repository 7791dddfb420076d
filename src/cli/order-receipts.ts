import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { formatDate } from "../domain/dates.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { App } from "../server/app.ts";
import { listReceipts, refuseReceipts } from "../server/payments/answer-receipts.ts";
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
export function receiptCommands(command: Command): void {
  command
    .command("receipts")
    .description("lista los comprobantes de transferencia de un pedido, el más antiguo primero")
    .argument("<número>")
    .option("--save <carpeta>", "guarda ahí sus archivos")
    .action((reference: string, { save }: { save?: string }) => withApp((app) => list(app, reference, save)));
  command
    .command("refuse-receipt")
    .description("rechaza los comprobantes por revisar; el cliente lee por qué y puede subir otro")
    .argument("<número>")
    .requiredOption("--answer <texto>", "por qué, como lo leerá el cliente", parseAnswer)
    .action((reference: string, { answer }: { answer: string }) =>
      withApp(async (app) => {
        const order = await getOrder(app, reference);
        const answered = await refuseReceipts(app, order.id, { answer, actor: CONSOLE_ACTOR.name });
        if (isRefusal(answered))
          throw new CommandError(`El pedido #${order.reference} no tiene comprobantes por revisar.`);
        const { receipts } = answered;
        printLine(
          `Pedido #${order.reference}: ${receipts === 1 ? "1 comprobante rechazado" : `${receipts} comprobantes rechazados`}`,
        );
        if (!order.customer_email) printLine("  El cliente no dejó correo: lo lee en la página de su pedido.");
      }),
    );
}

const REMOVED_LABEL = {
  refused: "su archivo se borró al rechazarlo",
  expired: "su archivo se borró: pasó el tiempo que se guarda (payments.windows.receiptDays)",
};

function parseAnswer(text: string): string {
  const answer = text.trim();
  if (answer.length === 0 || answer.length > 500)
    throw new InvalidArgumentError("Escribe por qué, en 500 letras o menos.");
  return answer;
}

async function list(app: App, reference: string, folder: string | undefined): Promise<void> {
  const order = await getOrder(app, reference);
  const receipts = await listReceipts(app.db, order.id);
  if (receipts.length === 0) printLine(`El pedido #${order.reference} no tiene comprobantes.`);
  for (const [index, receipt] of receipts.entries()) {
    printLine(`${index + 1}  ${describe(receipt)}`);
    if (folder !== undefined) {
      printLine(`   ${await save(app, receipt, path.join(folder, `pedido-${order.reference}-${index + 1}`))}`);
    }
  }
}

function describe({ state, uploaded_at, bytes, answer, answered_at, answered_by }: Receipt): string {
  const summary = `${formatDate(uploaded_at)}  ${Math.ceil(bytes / 1024)} kB  ${STATE_LABEL[state]}`;
  if (!answered_at) return summary;
  return `${summary} el ${formatDate(answered_at)} por ${answered_by}${answer ? `: ${answer}` : ""}`;
}

/**
 * Saves the file and returns its path, or why it was deleted. A receipt shows a bank account: only the person who ran
 * the command may read the file.
 */
async function save(app: App, { file, file_removed_because: removedBecause }: Receipt, name: string): Promise<string> {
  if (removedBecause === "refused" || removedBecause === "expired") return REMOVED_LABEL[removedBecause];
  const bytes = await app.privateFiles.read(file);
  if (!bytes) throw new CommandError(`El archivo ${file} no está en el almacén.`);
  const target = name + path.extname(file);
  try {
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, bytes, { mode: 0o600 });
  } catch (error) {
    throw new CommandError(`No se pudo guardar: ${(error as Error).message}`);
  }
  return target;
}
