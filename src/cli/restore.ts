import { readdir, readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import { isRefusal } from "../domain/refusal.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { openBackupStore } from "../server/backup/backup-store.ts";
import { openAfterRestore } from "../server/backup/open-after-restore.ts";
import {
  compareRestoredInvoices,
  compareRestoredPayments,
  declareNoInvoices,
  findUnfinishedRestore,
} from "../server/backup/compare-after-restore.ts";
import { restoreIntoFolder, restoreShop } from "../server/backup/restore-shop.ts";
import type { App } from "../server/app.ts";
import { readConfig } from "../server/config.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { printRestore } from "./print-restore.ts";
import { readInstant, formatInstant } from "./instant.ts";

export function restoreCommand(): Command {
  return new Command("restore")
    .description("restaura un respaldo en una instalación vacía, y abre la tienda después de revisar")
    .argument("[lugar]", "del respaldo: carpeta, s3 o s3:bucket; si no, BACKUP_TO")
    .option("--time <instante>", "hasta este segundo, p. ej. «2026-11-21 23:30:05» (hora de México)")
    .option("--to <instante>", "lo mismo que --time")
    .option("--into <carpeta>", "para un PostgreSQL tuyo: su carpeta de datos, que no debe existir")
    .action(restore)
    .addCommand(reportCommand())
    .addCommand(openCommand());
}

async function restore(
  placeArgument: string | undefined,
  options: { time?: string; to?: string; into?: string },
): Promise<void> {
  const timeArgument = options.time ?? options.to;
  const target = timeArgument === undefined ? null : readInstant(timeArgument);
  if (timeArgument !== undefined && target === null) {
    throw new CommandError(
      `«${timeArgument}» no es un instante: escribe p. ej. 2026-11-21 23:30:05, o con zona 2026-11-22T05:30:05Z.`,
    );
  }
  const config = readConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? "error" });
  const place = placeArgument ?? config.backupTo;
  if (place === null) throw new CommandError("¿De dónde? Escribe la carpeta del respaldo, o define BACKUP_TO.");
  const store = openBackupStore(config, place);
  if (options.into !== undefined) {
    const folder = path.resolve(options.into);
    const mark = await restoreIntoFolder(config, store, { folder, target });
    printLine(`La carpeta ${folder} tiene los datos hasta el ${formatInstant(mark.until)}.`);
    printLine("Dásela al usuario de PostgreSQL (chown) y arráncalo con ella; después arranca la tienda.");
    return printNextSteps();
  }
  if (config.databaseUrl !== null) {
    throw new CommandError(
      "La base de datos es de un PostgreSQL tuyo: usa --into <carpeta> y arráncalo con esa carpeta.",
    );
  }
  if (existsSync(path.join(config.dataDir, "postgres"))) {
    throw new CommandError(`En ${config.dataDir} ya hay una base de datos: restaura en un DATA_DIR vacío.`);
  }
  const mark = await restoreShop(config, store, { target, warn: (message) => console.error(message) });
  // Opens the restored database once, which migrates it, closes the shop and ends all sessions.
  await withApp(async () => printLine(`La tienda volvió al ${formatInstant(mark.until)}.`));
  printNextSteps();
}

function printNextSteps(): void {
  printLine("Está cerrada: no vende, no factura y no manda correos hasta que la abras.");
  printLine("1. Arranca la tienda: compara sus cobros con Mercado Pago por su cuenta.");
  printLine("2. Si cambiaron STAFF_KEY o INVOICING_KEY, shop reencrypt dice qué ya no se puede abrir.");
  printLine("3. shop restore report muestra lo que falta revisar, y shop restore open la abre.");
}

function reportCommand(): Command {
  return new Command("report")
    .description("compara cobros y facturas después de restaurar, y dice qué falta antes de abrir")
    .option("--invoices <carpeta>", "los XML timbrados que bajaste del SAT o del PAC")
    .option("--no-invoices", "declara que nada se facturó desde el respaldo")
    .action((options: { invoices?: string | boolean }) =>
      withApp((app) => compareAndPrintReport(app, options.invoices)),
    );
}

async function compareAndPrintReport(app: App, invoicesOption: string | boolean | undefined): Promise<void> {
  const unfinishedRestore = await findUnfinishedRestore(app);
  if (!unfinishedRestore) throw new CommandError("La tienda no está cerrada por un respaldo.");
  await compareRestoredPayments(app).catch((error: Error) => {
    printLine(`Mercado Pago no contesta ahora (${error.message}): lo de abajo es lo último que se comparó.`);
  });
  if (typeof invoicesOption === "string") await compareRestoredInvoices(app, await readXmlFiles(invoicesOption));
  if (invoicesOption === false) await declareNoInvoices(app, CONSOLE_ACTOR);
  printRestore((await findUnfinishedRestore(app))!);
}

async function readXmlFiles(folder: string): Promise<{ name: string; bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true }).catch(() => {
    throw new CommandError(`No se puede leer la carpeta ${folder}.`);
  });
  const names = entries.filter((name) => name.toLowerCase().endsWith(".xml")).toSorted();
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(path.join(folder, name)) })));
}

function openCommand(): Command {
  return new Command("open").description("abre la tienda después de revisar lo restaurado").action(() =>
    withApp(async (app) => {
      const result = await openAfterRestore(app, CONSOLE_ACTOR);
      if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
      printLine("La tienda vende, factura y manda correos otra vez.");
    }),
  );
}
