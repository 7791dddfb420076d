import { plainText } from "../../domain/plain-text.ts";
import { readCodeCells, roundGrams } from "./code-cells.ts";
import { cellText, cleanLine, priceProblem, readPieces, readPrice, shortenCell } from "./csv-cells.ts";
import { readFactCells } from "./fact-cells.ts";
import { iterateYielding } from "./iterate-yielding.ts";
import { htmlToText } from "./html-text.ts";
import type { CsvRow, ImportedProduct, ReadProducts, RefusedRow } from "./imported-product.ts";
import { OPTIONS, SHOPIFY_CODES, SHOPIFY_COLUMNS as COLUMNS, SHOPIFY_FACTS } from "./shopify-columns.ts";
import { shopifyKeys } from "./shopify-keys.ts";
import { ShopifyLosses } from "./shopify-losses.ts";

/**
 * Reads the rows of a Shopify product CSV. Rows with the same handle are one product of Shopify, and a product here for
 * each of its colours (rule CSV-5). An invalid variant is refused alone, a product without a valid variant completely.
 * An empty cell does not change the product (rule CSV-2). Pictures are external links and are not fetched.
 */
export async function readShopifyRows(rows: readonly CsvRow[]): Promise<ReadProducts> {
  const unread: RefusedRow[] = [];
  const losses = new ShopifyLosses();
  const products: ImportedProduct[] = [];
  for await (const [handle, group] of iterateYielding(
    Map.groupBy(rows, ({ record }) => text(record[COLUMNS.handle])),
  )) {
    if (handle) products.push(...readGroup(handle, group, unread, losses));
    else unread.push(...group.map(({ line }) => ({ line, handle, reason: "falta Handle" })));
  }
  return { products, unread, notices: losses.toNotices() };
}

type Refuse = (line: number, reason: string) => void;

function readGroup(
  handle: string,
  group: readonly CsvRow[],
  unread: RefusedRow[],
  losses: ShopifyLosses,
): ImportedProduct[] {
  const refuse: Refuse = (line, reason) => void unread.push({ line, handle, reason });
  const { line } = group[0]!;
  const shared = readShared(group);
  if ("problem" in shared) {
    refuse(line, shared.problem);
    return [];
  }
  losses.countUnusedTags(group);
  const options = findOptions(group);
  const variants = group.flatMap((row) => readVariant(row, options, refuse));
  losses.collectOptions(variants.length, options.ignored);
  if (variants.length === 0) refuse(line, "ninguna variante se pudo leer");
  const byColor = Map.groupBy(variants, ({ color }) => plainText(color ?? ""));
  const isOneOfColors = byColor.size > 1;
  return [...byColor.values()].map((colorVariants) => {
    const { color } = colorVariants[0]!;
    const { colorKey, handleKey } = shopifyKeys(handle, color ?? null);
    return {
      line: isOneOfColors ? colorVariants[0]!.line : line,
      handle,
      productId: null,
      sourceKey: isOneOfColors ? colorKey : handleKey,
      shopify: { handle, isOneOfColors, ...compareAtOf(colorVariants, losses) },
      isComplete: false,
      ...shared,
      color,
      ...joinVariants(colorVariants, losses),
    };
  });
}

/** Reads the fields that all variants of a product share. */
function readShared(group: readonly CsvRow[]): Shared | { problem: string } {
  const cellOf = (column: string) => firstText(group, column);
  const name = cleanLine(cellOf(COLUMNS.title));
  if (!name) return { problem: "falta Title" };
  const facts = readFactCells(SHOPIFY_FACTS, cellOf);
  if ("problem" in facts) return facts as { problem: string };
  const body = cellOf(COLUMNS.body);
  const vendor = cleanLine(cellOf(COLUMNS.vendor));
  const category = cleanLine(cellOf(COLUMNS.type)) || cleanLine(cellOf(COLUMNS.tags)?.split(",")[0]);
  const published = cellOf(COLUMNS.published);
  const status = cellOf(COLUMNS.status);
  const isHidden = /^false$/i.test(published?.trim() ?? "") || /^(?:draft|archived)$/i.test(status?.trim() ?? "");
  return {
    name,
    description: body === undefined ? undefined : htmlToText(body),
    brands: vendor ? [vendor] : undefined,
    categories: category ? [category] : undefined,
    isPublished: published === undefined && status === undefined ? undefined : !isHidden,
    facts,
  };
}

type Shared = Pick<ImportedProduct, "name" | "description" | "brands" | "categories" | "isPublished" | "facts">;

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
  size: string | undefined;
  color: string | undefined;
  /** Columns with values of other options. */
  ignored: string[];
}

/** Finds the options for size and colour. Without an option for sizes, the first other one is the size. */
function findOptions(group: readonly CsvRow[]): Options {
  const used = OPTIONS.filter(({ value }) => firstText(group, value) !== undefined);
  const named = (pattern: RegExp) => used.find(({ name }) => pattern.test(firstText(group, name)?.trim() ?? ""))?.value;
  const color = named(/^colou?r$/i);
  const size = named(/^(?:size|talla|tamaño|n[uú]mero)$/i) ?? used.find(({ value }) => value !== color)?.value;
  return { color, size, ignored: used.map(({ value }) => value).filter((value) => value !== color && value !== size) };
}

function readVariant({ record, line }: CsvRow, { size, color }: Options, refuse: Refuse): Variant[] {
  const price = record[COLUMNS.price];
  // A row with only a picture belongs to the product, not to a variant.
  if (!price?.trim() && !record[OPTIONS[0]!.value]?.trim()) return [];
  const priceCents = readPrice(price);
  const pieces = readPieces(record[COLUMNS.pieces]);
  const codes = readCodeCells({
    columns: SHOPIFY_CODES,
    cells: {
      sku: nonEmpty(record[SHOPIFY_CODES.sku]),
      gtin: nonEmpty(record[SHOPIFY_CODES.gtin]),
      weightGrams: nonEmpty(roundGrams(record[SHOPIFY_CODES.weightGrams] ?? "")),
    },
  });
  if (priceCents === undefined) return refuseVariant(refuse, line, priceProblem(COLUMNS.price, price));
  if (pieces === undefined) {
    return refuseVariant(
      refuse,
      line,
      `${COLUMNS.pieces} no es un número de piezas: «${shortenCell(record[COLUMNS.pieces])}»`,
    );
  }
  if ("problem" in codes) return refuseVariant(refuse, line, codes.problem);
  const cost = record[COLUMNS.cost]?.trim() ?? "";
  const costCents = cost === "" ? undefined : readPrice(cost);
  if (cost !== "" && costCents === undefined) return refuseVariant(refuse, line, priceProblem(COLUMNS.cost, cost));
  const compareAtCents = readPrice(record[COLUMNS.compareAtPrice]) ?? 0;
  return [
    {
      line,
      size: sizeName(size && record[size]),
      color: color && (text(record[color]) || null),
      pieces,
      priceCents,
      compareAtCents: compareAtCents > priceCents ? compareAtCents : undefined,
      costCents,
      codes,
    },
  ];
}

function refuseVariant(refuse: Refuse, line: number, reason: string): [] {
  refuse(line, reason);
  return [];
}

function sizeName(value: string | undefined): string {
  const name = text(value).slice(0, 60);
  return !name || name === "Default Title" ? "Unitalla" : name;
}

/** The price before an offer, if all variants have the same one and the same price. */
function compareAtOf(variants: readonly Variant[], losses: ShopifyLosses): { compareAtCents?: number } {
  const [{ compareAtCents, priceCents }] = variants as [Variant, ...Variant[]];
  if (variants.some((variant) => variant.compareAtCents !== undefined)) losses.countOffers();
  const isCommon = variants.every(
    (variant) => variant.compareAtCents === compareAtCents && variant.priceCents === priceCents,
  );
  return compareAtCents !== undefined && isCommon ? { compareAtCents } : {};
}

/**
 * The sizes of a colour, and the highest price and cost of its variants. Variants of one size that differ in another
 * option are one size here.
 */
function joinVariants(variants: readonly Variant[], losses: ShopifyLosses) {
  const sizes: ImportedProduct["sizes"] = [];
  for (const { size: name, line, pieces, codes } of variants) {
    const existing = sizes.find((size) => size.name === name);
    if (existing) existing.pieces += pieces;
    else sizes.push({ name, pieces, line, ...codes });
    if (existing) losses.countJoined();
  }
  const prices = variants.map(({ priceCents }) => priceCents);
  const priceCents = Math.max(...prices);
  if (Math.min(...prices) < priceCents) losses.countPrices();
  const costs = variants.flatMap(({ costCents }) => costCents ?? []);
  return { priceCents, ...(costs.length > 0 && { costCents: Math.max(...costs) }), sizes };
}

/** The first text of a column. Undefined if it is empty in all rows. */
function firstText(group: readonly CsvRow[], column: string): string | undefined {
  const found = group.find(({ record }) => (record[column] ?? "").trim() !== "")?.record[column];
  return found === undefined ? undefined : cellText(found);
}

function nonEmpty(cell: string | undefined): string | undefined {
  return cell?.trim() ? cell : undefined;
}

function text(cell: string | undefined): string {
  return cleanLine(cellText(cell ?? ""));
}
