import { writeFile } from "node:fs/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import { isRefusal } from "../domain/refusal.ts";
import { LABEL_SHEET_KEYS, LABEL_SHEETS, type LabelSheetKey } from "../domain/size-label-sheet.ts";
import { refusalText } from "../domain/refusal-text.ts";
import type { App } from "../server/app.ts";
import { findSizes } from "../server/catalog/find-sizes.ts";
import { drawSizeLabels } from "../server/size-labels/draw-size-labels.ts";
import { listLabelPrices, listLabelSizes, MAX_LABEL_PRODUCTS } from "../server/size-labels/list-label-sizes.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getShop } from "./get-shop.ts";

interface Options {
  product?: string[];
  size?: string[];
  delivery?: string;
  sheet: LabelSheetKey;
  start: number;
  copies?: number;
  price?: string;
}

export function labelsCommand(): Command {
  return new Command("labels")
    .description("guarda en un PDF etiquetas de tallas con su código de barras, una por pieza")
    .argument("<archivo.pdf>")
    .option("--product <_id...>", `todas las tallas de estos productos, hasta ${MAX_LABEL_PRODUCTS}`)
    .option("--size <código...>", "estas tallas: su attributeId, su SKU o su código de barras")
    .option("--delivery <id>", "lo que se recibió en una entrega")
    .addOption(new Option("--sheet <hoja>", "la hoja").choices(LABEL_SHEET_KEYS).default("avery-5160"))
    .option("--start <lugar>", "el primer lugar libre de una hoja ya empezada", parseWholeNumber, 1)
    .option("--copies <n>", "cuántas de cada talla, en vez de una por pieza", parseWholeNumber)
    .option("--price <tienda>", "con el precio de esta tienda, p. ej. matriz")
    .action((file: string, options: Options) => withApp((app) => writeLabels(app, file, options)));
}

async function writeLabels(app: App, file: string, options: Options): Promise<void> {
  const { product: chosenProductIds = [], size: sizeCodes = [], delivery: deliveryId, sheet, start, copies } = options;
  if (chosenProductIds.length === 0 && sizeCodes.length === 0 && deliveryId === undefined) {
    throw new CommandError("Di de qué son: --product, --size o --delivery.");
  }
  if (chosenProductIds.length > MAX_LABEL_PRODUCTS) {
    throw new CommandError(`Son más de ${MAX_LABEL_PRODUCTS} productos.`);
  }
  const sizeIds: string[] = [];
  for (const code of sizeCodes) sizeIds.push(await getSizeId(app, code));
  const sizes = await listLabelSizes(app.db, { productIds: chosenProductIds, sizeIds, deliveryId }, "all");
  const pricingShop = options.price === undefined ? null : await getShop(app, options.price);
  const productIds = [...new Set(sizes.map(({ productId }) => productId))];
  const prices = pricingShop && (await listLabelPrices(app.db, pricingShop, productIds));
  const labels = sizes.map((labelSize) => ({
    ...labelSize,
    copies: copies ?? labelSize.pieces,
    priceCents: prices?.get(labelSize.productId) ?? null,
  }));
  const shopName = (pricingShop ?? (await app.shops.all())[0])?.name ?? "";
  const pdf = await drawSizeLabels(labels, { sheet: LABEL_SHEETS[sheet], start, shopName });
  if (isRefusal(pdf))
    throw new CommandError(sizes.length === 0 ? "No hay tallas así." : refusalText(pdf.refused, "staff"));
  try {
    await writeFile(file, pdf);
  } catch (error) {
    throw new CommandError(`No se pudo escribir ${file}: ${(error as Error).message}`);
  }
  const labelCount = labels.reduce((sum, label) => sum + label.copies, 0);
  printLine(`Listo: ${labelCount} etiquetas de ${sizes.length} tallas en ${file}. Imprime en tamaño real (100 %).`);
}

async function getSizeId(app: App, code: string): Promise<string> {
  const { exact } = await findSizes(app.db, code, { among: "all", limit: 1 });
  if (!exact) throw new CommandError(`Ninguna talla tiene el código ${code}.`);
  return exact.sizeId;
}

function parseWholeNumber(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError("debe ser un número entero.");
  return Number(text);
}
