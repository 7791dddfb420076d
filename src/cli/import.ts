import { readFileSync } from "node:fs";
import { Command } from "commander";
import { importProduct, UnusableName, type ImportOutcome } from "../server/catalog/import-products.ts";
import { readShopifyCsv } from "../server/catalog/shopify-csv.ts";
import { Refused, say, withApp } from "./console.ts";

export function importCommand(): Command {
  return new Command("import")
    .description("trae productos de un CSV de productos de Shopify; otra vez con el mismo archivo no cambia nada")
    .argument("<archivo.csv>")
    .option("--dry-run", "dice qué haría, sin hacerlo", false)
    .action((file: string, options: { dryRun: boolean }) => withApp((app) => run(app, file, options.dryRun)));
}

async function run(app: Parameters<Parameters<typeof withApp>[0]>[0], file: string, dryRun: boolean): Promise<void> {
  const { products, refused } = read(file);
  for (const row of refused) say(`Línea ${row.line}${row.handle && ` (${row.handle})`}: no se tomó, ${row.reason}`);
  const counts: Record<ImportOutcome, number> = { created: 0, updated: 0, unchanged: 0 };
  for (const [index, product] of products.entries()) {
    try {
      counts[await importProduct(app, product, { dryRun })]++;
    } catch (error) {
      if (!(error instanceof UnusableName)) throw error;
      refused.push({ line: product.line, handle: product.handle, reason: error.message });
      say(`Línea ${product.line} (${product.handle}): no se tomó, ${error.message}`);
    }
    progress(index + 1, products.length);
  }
  const tried = dryRun ? " (ensayo: nada se guardó)" : "";
  say(
    `${counts.created} nuevos, ${counts.updated} cambiados, ${counts.unchanged} sin cambios, ${refused.length} renglones no tomados${tried}`,
  );
}

function read(file: string): ReturnType<typeof readShopifyCsv> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new Refused(`No se pudo leer ${file}: ${(error as Error).message}`);
  }
  try {
    return readShopifyCsv(text);
  } catch (error) {
    throw new Refused(`${file} no es un CSV que se pueda leer: ${(error as Error).message}`);
  }
}

function progress(done: number, total: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} de ${total}${done === total ? "\n" : ""}`);
  else if (done % 500 === 0) process.stderr.write(`${done} de ${total}\n`);
}
