import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { Command } from "commander";
import type { App } from "../server/app.ts";
import { shopCsv, shopifyCsv } from "../server/catalog/export-products.ts";
import { writeCsv } from "../server/csv/write-csv.ts";
import { CommandError, printLine, withApp } from "./console.ts";

const ALL_PRODUCTS_FILTER = { term: "", categoryId: "", brandId: "", shopId: "", states: [] };

export function exportCommand(): Command {
  return new Command("export")
    .description("guarda todos los productos en un CSV que «import» vuelve a leer")
    .argument("<archivo.csv>")
    .option("--shopify", "con las columnas de Shopify", false)
    .action((file: string, { shopify }: { shopify: boolean }) => withApp((app) => writeExport(app, file, shopify)));
}

async function writeExport(app: App, file: string, isForShopify: boolean): Promise<void> {
  const csv = isForShopify ? await shopifyCsv(app, ALL_PRODUCTS_FILTER) : shopCsv(app, ALL_PRODUCTS_FILTER);
  try {
    await pipeline(writeCsv(...csv), createWriteStream(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new CommandError(`No se pudo escribir ${file}: ${(error as Error).message}`);
  }
  printLine(`Listo: ${file}`);
}
