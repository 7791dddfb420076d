import { readFileSync, statSync } from "node:fs";
import { Command } from "commander";
import { isRefusal, refuse } from "../domain/refusal.ts";
import { refusalText } from "../domain/refusal-text.ts";
import type { App } from "../server/app.ts";
import { previewImport, importProducts } from "../server/catalog/import-products.ts";
import { MAX_CSV_BYTES, readProductsCsv } from "../server/catalog/read-products-csv.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";

/** Products imported per transaction. */
const BATCH_SIZE = 50;

export function importCommand(): Command {
  return new Command("import")
    .description(
      "trae productos de un CSV de Shopify o de los que exporta el panel; otra vez con el mismo no cambia nada",
    )
    .argument("<archivo.csv>")
    .option("--dry-run", "dice qué haría, sin hacerlo", false)
    .action((file: string, options: { dryRun: boolean }) => withApp((app) => importFile(app, file, options.dryRun)));
}

async function importFile(app: App, file: string, isDryRun: boolean): Promise<void> {
  const bytes = readBytes(file);
  const parsedCsv = bytes === null ? refuse("csv_too_large") : await readProductsCsv(bytes);
  if (isRefusal(parsedCsv)) throw new CommandError(`${file}: ${refusalText(parsedCsv.refused, "staff")}`);
  const { products, refusedRows: unreadableRows, notices } = parsedCsv;
  const notImportedRows = [...unreadableRows];
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (let start = 0; start < products.length; start += BATCH_SIZE) {
    const batch = products.slice(start, start + BATCH_SIZE);
    const outcomes = await (isDryRun ? previewImport(app, batch) : importProducts(app, batch, CONSOLE_ACTOR));
    for (const [n, outcome] of outcomes.entries()) {
      if (typeof outcome === "string") counts[outcome]++;
      else notImportedRows.push({ line: batch[n]!.line, handle: batch[n]!.handle, reason: outcome.reason });
    }
    printProgress(Math.min(start + BATCH_SIZE, products.length), products.length);
  }
  for (const notice of notices) printLine(notice);
  for (const row of notImportedRows)
    printLine(`Línea ${row.line}${row.handle && ` (${row.handle})`}: no se tomó, ${row.reason}`);
  const dryRunNote = isDryRun ? " (ensayo: nada se guardó)" : "";
  printLine(
    `${counts.created} nuevos, ${counts.updated} cambiados, ${counts.unchanged} sin cambios, ${notImportedRows.length} renglones no tomados${dryRunNote}`,
  );
}

function readBytes(file: string): Buffer | null {
  try {
    // A larger file is not read at all.
    return statSync(file).size > MAX_CSV_BYTES ? null : readFileSync(file);
  } catch (error) {
    throw new CommandError(`No se pudo leer ${file}: ${(error as Error).message}`);
  }
}

function printProgress(processedCount: number, total: number): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\r${processedCount} de ${total}${processedCount === total ? "\n" : ""}`);
  else if (processedCount % 500 === 0) process.stderr.write(`${processedCount} de ${total}\n`);
}
