import { plainText } from "../../domain/plain-text.ts";
import type { CsvRow, ReadProducts } from "./imported-product.ts";
import { OWN_COLUMNS, type OwnColumn } from "./own-columns.ts";
import { readOwnRows } from "./read-own-csv.ts";
import { readShopifyRows } from "./read-shopify-csv.ts";
import { SHOPIFY_COLUMNS, shopifyColumn } from "./shopify-columns.ts";

/** A kind of CSV with products. */
export interface CsvFormat {
  /** The column that a name of the header means. Undefined: the import does not use it. */
  columnOf: (name: string) => string | undefined;
  read: (rows: readonly CsvRow[]) => Promise<ReadProducts>;
}

const OWN: CsvFormat = { columnOf: columnFinder(OWN_COLUMNS), read: readOwnRows };
const SHOPIFY: CsvFormat = { columnOf: shopifyColumn, read: readShopifyRows };

/** The kind of CSV with this header. */
export function csvFormat(header: readonly string[]): CsvFormat | undefined {
  const shopify = new Set(header.map(SHOPIFY.columnOf));
  if (shopify.has(SHOPIFY_COLUMNS.handle) && shopify.has(SHOPIFY_COLUMNS.title)) return SHOPIFY;
  const own = new Set(header.map(OWN.columnOf).filter((column) => column !== undefined));
  const hasAll = (...columns: OwnColumn[]) => columns.every((column) => own.has(column));
  // A new product needs all three. Rows with an ID may change a single column.
  return hasAll("Clave", "Nombre", "Precio") || (hasAll("ID") && own.size > 1) ? OWN : undefined;
}

/** Returns a function that finds a column by its name, ignoring capitals and accents. */
function columnFinder(columns: readonly string[]): (name: string) => string | undefined {
  const byName = new Map(columns.map((column) => [plainText(column), column]));
  return (name) => byName.get(plainText(name).trim().replaceAll(/\s+/g, " "));
}
