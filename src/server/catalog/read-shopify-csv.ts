import { plainText } from "../../domain/plain-text.ts";
import { readCodeCells, roundGrams } from "./code-cells.ts";
import { cellText, toShortLine, priceProblem, readPieces, readPrice, shortenCell } from "./csv-cells.ts";
import { readFactCells } from "./fact-cells.ts";
import { iterateWithPauses } from "./iterate-with-pauses.ts";
import { htmlToText } from "./html-text.ts";
import type { CsvRow, ImportedProduct, ParsedProducts, RefusedRow } from "./imported-product.ts";
import {
  OPTION_COLUMNS,
  SHOPIFY_CODE_COLUMNS,
  SHOPIFY_COLUMNS as COLUMNS,
  SHOPIFY_FACT_COLUMNS,
} from "./shopify-columns.ts";
import { shopifyKeys } from "./shopify-keys.ts";
import { UnusedShopifyData } from "./unused-shopify-data.ts";

/**
 * Reads the rows of a Shopify product CSV. Rows with the same handle are one product of Shopify, and a product here for
 * each of its colours (rule CSV-5). An invalid variant is refused alone. A product without a title, with an invalid
 * fact or without a valid variant is refused as a whole.
 * An empty cell does not change the product (rule CSV-2). Pictures are external links and are not fetched.
 */
export async function readShopifyRows(rows: readonly CsvRow[]): Promise<ParsedProducts> {
  const refusedRows: RefusedRow[] = [];
  const unusedData = new UnusedShopifyData();
  const products: ImportedProduct[] = [];
  for await (const [handle, group] of iterateWithPauses(
    Map.groupBy(rows, ({ record }) => cleanCell(record[COLUMNS.handle])),
  )) {
    if (handle) products.push(...readGroup(handle, group, refusedRows, unusedData));
    else refusedRows.push(...group.map(({ line }) => ({ line, handle, reason: "falta Handle" })));
  }
  return { products, refusedRows, notices: unusedData.toNotices() };
}

type AddRefusedRow = (line: number, reason: string) => void;

function readGroup(
  handle: string,
  group: readonly CsvRow[],
  refusedRows: RefusedRow[],
  unusedData: UnusedShopifyData,
): ImportedProduct[] {
  const addRefusedRow: AddRefusedRow = (line, reason) => void refusedRows.push({ line, handle, reason });
  const { line } = group[0]!;
  const sharedFields = readSharedFields(group);
  if ("problem" in sharedFields) {
    addRefusedRow(line, sharedFields.problem);
    return [];
  }
  unusedData.recordUnusedTags(group);
  const options = findOptions(group);
  const variants = group.flatMap((row) => readVariant(row, options, addRefusedRow));
  unusedData.recordIgnoredColumns(variants.length, options.ignoredColumns);
  if (variants.length === 0) addRefusedRow(line, "ninguna variante se pudo leer");
  const variantsByColor = Map.groupBy(variants, ({ color }) => plainText(color ?? ""));
  const isOneOfColors = variantsByColor.size > 1;
  return [...variantsByColor.values()].map((colorVariants) => {
    const { color } = colorVariants[0]!;
    const { colorKey, handleKey } = shopifyKeys(handle, color ?? null);
    return {
      line: isOneOfColors ? colorVariants[0]!.line : line,
      handle,
      productId: null,
      sourceKey: isOneOfColors ? colorKey : handleKey,
      shopify: { handle, isOneOfColors, ...compareAtOf(colorVariants, unusedData) },
      isComplete: false,
      ...sharedFields,
      color,
      ...joinVariants(colorVariants, unusedData),
    };
  });
}

/** Reads the fields that all variants of a product share. */
function readSharedFields(group: readonly CsvRow[]): SharedFields | { problem: string } {
  const cellOf = (column: string) => firstText(group, column);
  const name = toShortLine(cellOf(COLUMNS.title));
  if (!name) return { problem: "falta Title" };
  const facts = readFactCells(SHOPIFY_FACT_COLUMNS, cellOf);
  if ("problem" in facts) return facts as { problem: string };
  const body = cellOf(COLUMNS.body);
  const vendor = toShortLine(cellOf(COLUMNS.vendor));
  const category = toShortLine(cellOf(COLUMNS.type)) || toShortLine(cellOf(COLUMNS.tags)?.split(",")[0]);
  const publishedCell = cellOf(COLUMNS.published);
  const statusCell = cellOf(COLUMNS.status);
  const isHidden =
    /^false$/i.test(publishedCell?.trim() ?? "") || /^(?:draft|archived)$/i.test(statusCell?.trim() ?? "");
  return {
    name,
    description: body === undefined ? undefined : htmlToText(body),
    brands: vendor ? [vendor] : undefined,
    categories: category ? [category] : undefined,
    isPublished: publishedCell === undefined && statusCell === undefined ? undefined : !isHidden,
    facts,
  };
}

type SharedFields = Pick<ImportedProduct, "name" | "description" | "brands" | "categories" | "isPublished" | "facts">;

interface Variant {
  line: number;
  size: string;
  /** Undefined: the product has no option for colours. */
  color: string | null | undefined;
  pieces: number;
  priceCents: number;
  /** Undefined if it is not above the price. */
  compareAtCents: number | undefined;
  /** Undefined if its cell is empty. */
  costCents: number | undefined;
  codes: Partial<ImportedProduct["sizes"][number]>;
}

interface Options {
  sizeColumn: string | undefined;
  colorColumn: string | undefined;
  /** Columns with values of other options. */
  ignoredColumns: string[];
}

/** Finds the options for size and colour. Without an option for sizes, the first other one is the size. */
function findOptions(group: readonly CsvRow[]): Options {
  const usedOptions = OPTION_COLUMNS.filter(({ value }) => firstText(group, value) !== undefined);
  const findValueColumn = (pattern: RegExp) =>
    usedOptions.find(({ name }) => pattern.test(firstText(group, name)?.trim() ?? ""))?.value;
  const colorColumn = findValueColumn(/^colou?r$/i);
  const sizeColumn =
    findValueColumn(/^(?:size|talla|tamaño|n[uú]mero)$/i) ??
    usedOptions.find(({ value }) => value !== colorColumn)?.value;
  return {
    colorColumn,
    sizeColumn,
    ignoredColumns: usedOptions
      .map(({ value }) => value)
      .filter((value) => value !== colorColumn && value !== sizeColumn),
  };
}

function readVariant(
  { record, line }: CsvRow,
  { sizeColumn, colorColumn }: Options,
  addRefusedRow: AddRefusedRow,
): Variant[] {
  const price = record[COLUMNS.price];
  // A row with only a picture belongs to the product, not to a variant.
  if (!price?.trim() && !record[OPTION_COLUMNS[0]!.value]?.trim()) return [];
  const priceCents = readPrice(price);
  const pieces = readPieces(record[COLUMNS.pieces]);
  const codes = readCodeCells({
    columns: SHOPIFY_CODE_COLUMNS,
    cells: {
      sku: undefinedIfEmpty(record[SHOPIFY_CODE_COLUMNS.sku]),
      gtin: undefinedIfEmpty(record[SHOPIFY_CODE_COLUMNS.gtin]),
      weightGrams: undefinedIfEmpty(roundGrams(record[SHOPIFY_CODE_COLUMNS.weightGrams] ?? "")),
    },
  });
  if (priceCents === undefined) return refuseVariant(addRefusedRow, line, priceProblem(COLUMNS.price, price));
  if (pieces === undefined) {
    return refuseVariant(
      addRefusedRow,
      line,
      `${COLUMNS.pieces} no es un número de piezas: «${shortenCell(record[COLUMNS.pieces])}»`,
    );
  }
  if ("problem" in codes) return refuseVariant(addRefusedRow, line, codes.problem);
  const cost = record[COLUMNS.cost]?.trim() ?? "";
  const costCents = cost === "" ? undefined : readPrice(cost);
  if (cost !== "" && costCents === undefined)
    return refuseVariant(addRefusedRow, line, priceProblem(COLUMNS.cost, cost));
  const compareAtCents = readPrice(record[COLUMNS.compareAtPrice]) ?? 0;
  return [
    {
      line,
      size: toSizeName(sizeColumn && record[sizeColumn]),
      color: colorColumn && (cleanCell(record[colorColumn]) || null),
      pieces,
      priceCents,
      compareAtCents: compareAtCents > priceCents ? compareAtCents : undefined,
      costCents,
      codes,
    },
  ];
}

function refuseVariant(addRefusedRow: AddRefusedRow, line: number, reason: string): [] {
  addRefusedRow(line, reason);
  return [];
}

function toSizeName(value: string | undefined): string {
  const name = cleanCell(value).slice(0, 60);
  return !name || name === "Default Title" ? "Unitalla" : name;
}

/** The price before an offer, if all variants have the same one and the same price. */
function compareAtOf(variants: readonly Variant[], unusedData: UnusedShopifyData): { compareAtCents?: number } {
  const [{ compareAtCents, priceCents }] = variants as [Variant, ...Variant[]];
  if (variants.some((variant) => variant.compareAtCents !== undefined)) unusedData.recordCompareAtPrice();
  const isCommon = variants.every(
    (variant) => variant.compareAtCents === compareAtCents && variant.priceCents === priceCents,
  );
  return compareAtCents !== undefined && isCommon ? { compareAtCents } : {};
}

/**
 * The sizes of a colour, and the highest price and cost of its variants. Variants of one size that differ in another
 * option are one size here.
 */
function joinVariants(variants: readonly Variant[], unusedData: UnusedShopifyData) {
  const sizes: ImportedProduct["sizes"] = [];
  for (const { size: name, line, pieces, codes } of variants) {
    const existingSize = sizes.find((size) => size.name === name);
    if (existingSize) existingSize.pieces += pieces;
    else sizes.push({ name, pieces, line, ...codes });
    if (existingSize) unusedData.recordJoinedVariant();
  }
  const prices = variants.map(({ priceCents }) => priceCents);
  const priceCents = Math.max(...prices);
  if (Math.min(...prices) < priceCents) unusedData.recordDifferentPrices();
  const costs = variants.flatMap(({ costCents }) => costCents ?? []);
  return { priceCents, ...(costs.length > 0 && { costCents: Math.max(...costs) }), sizes };
}

/** The first text of a column. Undefined if it is empty in all rows. */
function firstText(group: readonly CsvRow[], column: string): string | undefined {
  const cell = group.find(({ record }) => (record[column] ?? "").trim() !== "")?.record[column];
  return cell === undefined ? undefined : cellText(cell);
}

function undefinedIfEmpty(cell: string | undefined): string | undefined {
  return cell?.trim() ? cell : undefined;
}

function cleanCell(cell: string | undefined): string {
  return toShortLine(cellText(cell ?? ""));
}
