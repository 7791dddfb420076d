import { readFileSync } from "node:fs";
import { Command } from "commander";
import { isRefusal } from "../domain/refusal.ts";
import type { App } from "../server/app.ts";
import { foreseeImport, importProducts } from "../server/catalog/import-products.ts";
import { CSV_SENTENCES, readProductsCsv } from "../server/catalog/read-products-csv.ts";
import { ACTOR, Refused, say, withApp } from "./console.ts";

/** Products taken in by one transaction. */
const STEP = 50;

export function importCommand(): Command {
  return new Command("import")
    .description(
      "trae productos de un CSV de Shopify o de los que exporta el panel; otra vez con el mismo no cambia nada",
    )
    .argument("<archivo.csv>")
    .option("--dry-run", "dice qué haría, sin hacerlo", false)
    .action((file: string, options: { dryRun: boolean }) => withApp((app) => run(app, file, options.dryRun)));
}

async function run(app: App, file: string, dryRun: boolean): Promise<void> {
  const read = await readProductsCsv(readBytes(file));
  if (isRefusal(read)) throw new Refused(`${file}: ${CSV_SENTENCES[read.refused]}`);
  const { products, unread } = read;
  const by = { memberId: null, name: ACTOR, address: null };
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (let at = 0; at < products.length; at += STEP) {
    const some = products.slice(at, at + STEP);
    const outcomes = await (dryRun ? foreseeImport(app, some) : importProducts(app, some, by));
    for (const [n, outcome] of outcomes.entries()) {
      if (typeof outcome === "string") counts[outcome]++;
      else unread.push({ line: some[n]!.line, handle: some[n]!.handle, reason: outcome.reason });
    }
    progress(Math.min(at + STEP, products.length), products.length);
  }
  for (const row of unread) say(`Línea ${row.line}${row.handle && ` (${row.handle})`}: no se tomó, ${row.reason}`);
  const tried = dryRun ? " (ensayo: nada se guardó)" : "";
  say(
    `${counts.created} nuevos, ${counts.updated} cambiados, ${counts.unchanged} sin cambios, ${unread.length} renglones no tomados${tried}`,
  );
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Refused(`No se pudo leer ${file}: ${(error as Error).message}`);
  }
}

function progress(done: number, total: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} de ${total}${done === total ? "\n" : ""}`);
  else if (done % 500 === 0) process.stderr.write(`${done} de ${total}\n`);
}
