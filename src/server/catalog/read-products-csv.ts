import { parse, CsvError } from "csv-parse";
import { Readable } from "node:stream";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { CsvRow, ImportedProduct, RefusedRow } from "./imported-product.ts";
import { OWN_COLUMNS, readOwnRows } from "./own-csv.ts";
import { readShopifyRows } from "./shopify-csv.ts";

/** Limits of a file. A larger file is not a list of products. */
const MAX_ROWS = 200_000;
const MAX_COLUMNS = 200;
/** Characters of one row: a description of 5,000 characters with its HTML. */
const MAX_ROW_CHARACTERS = 100_000;
const CHUNK = 64 * 1024;

export type CsvRefusal = Refusal<
  "csv_empty" | "csv_binary" | "csv_encoding" | "csv_broken" | "csv_unknown" | "csv_too_many_rows" | "csv_too_wide"
>;

interface ReadCsv {
  products: ImportedProduct[];
  /** Refused lines. Not named `refused`, which marks the refusal of the whole file. */
  unread: RefusedRow[];
}

/**
 * Products from a CSV of the shop's own kind or of Shopify's, recognized by its columns. The encoding is UTF-8, or
 * Windows-1252 as Excel writes it in Spanish. Yields to the event loop regularly, so that other requests are served.
 */
export async function readProductsCsv(bytes: Uint8Array, { maxRows = MAX_ROWS } = {}): Promise<ReadCsv | CsvRefusal> {
  const text = toText(bytes);
  if (typeof text !== "string") return text;
  const rows: CsvRow[] = [];
  let columns: string[] = [];
  const parser = Readable.from(chunksOf(text)).pipe(
    parse({
      columns: (header: string[]) => (columns = header.map((name) => name.trim())),
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_CHARACTERS,
    }),
  );
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>;
      info: { lines: number };
    }>) {
      rows.push({ record, line: info.lines });
      if (columns.length > MAX_COLUMNS) return refuse("csv_too_wide");
      if (rows.length > maxRows) return refuse("csv_too_many_rows");
      if (rows.length % 500 === 0) await yieldToEventLoop();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return error.code === "CSV_MAX_RECORD_SIZE" ? refuse("csv_too_wide") : refuse("csv_broken");
  }
  if (rows.length === 0) return refuse("csv_empty");
  if (columns.includes("Handle") && columns.includes("Title")) return readShopifyRows(rows);
  const required = ["Nombre", "Precio"] satisfies (typeof OWN_COLUMNS)[number][];
  const isOwn =
    required.every((name) => columns.includes(name)) && (columns.includes("ID") || columns.includes("Clave"));
  return isOwn ? readOwnRows(rows) : refuse("csv_unknown");
}

function toText(bytes: Uint8Array): string | CsvRefusal {
  if (bytes.byteLength === 0) return refuse("csv_empty");
  // A text in either encoding has no NUL. Spreadsheets (ZIP), pictures and PDF have many.
  if (bytes.includes(0)) return refuse("csv_binary");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder("windows-1252").decode(bytes);
    // oxlint-disable-next-line no-control-regex -- characters that no text in either encoding has
    return /[\u0001-\u0008\u000e-\u001f\u0080-\u009f]/.test(text) ? refuse("csv_encoding") : text;
  }
}

/** Excel writes semicolons in locales whose decimal separator is the comma. */
function delimiterOf(text: string): "," | ";" {
  const header = text.slice(0, 10_000).split("\n", 1)[0]!;
  return header.includes(";") && !header.includes(",") ? ";" : ",";
}

function* chunksOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += CHUNK) yield text.slice(start, start + CHUNK);
}
