import { plainText } from "../../domain/plain-text.ts";
import type { CsvRow, ParsedProducts } from "./imported-product.ts";
import { SHOP_CSV_COLUMNS, type ShopCsvColumn } from "./shop-csv-columns.ts";
import { readShopCsvRows } from "./read-shop-csv.ts";
import { readShopifyRows } from "./read-shopify-csv.ts";
import { SHOPIFY_COLUMNS, findShopifyColumn } from "./shopify-columns.ts";

/** A kind of CSV with products. */
export interface CsvFormat {
  /** The column that a name of the header means. Undefined: the import does not use it. */
  columnOf: (name: string) => string | undefined;
  read: (rows: readonly CsvRow[]) => Promise<ParsedProducts>;
}

const SHOP_CSV: CsvFormat = { columnOf: createColumnFinder(SHOP_CSV_COLUMNS), read: readShopCsvRows };
const SHOPIFY: CsvFormat = { columnOf: findShopifyColumn, read: readShopifyRows };

/** The kind of CSV with this header. */
export function findCsvFormat(header: readonly string[]): CsvFormat | undefined {
  const shopifyColumns = new Set(header.map(SHOPIFY.columnOf));
  if (shopifyColumns.has(SHOPIFY_COLUMNS.handle) && shopifyColumns.has(SHOPIFY_COLUMNS.title)) return SHOPIFY;
  const shopCsvColumns = new Set(header.map(SHOP_CSV.columnOf).filter((column) => column !== undefined));
  const hasAll = (...columns: ShopCsvColumn[]) => columns.every((column) => shopCsvColumns.has(column));
  // A new product needs all three. Rows with an ID may change a single column.
  return hasAll("Clave", "Nombre", "Precio") || (hasAll("ID") && shopCsvColumns.size > 1) ? SHOP_CSV : undefined;
}

/** Returns a function that finds a column by its name, ignoring capitals and accents. */
function createColumnFinder(columns: readonly string[]): (name: string) => string | undefined {
  const columnsByName = new Map(columns.map((column) => [plainText(column), column]));
  return (name) => columnsByName.get(plainText(name).trim().replaceAll(/\s+/g, " "));
}
