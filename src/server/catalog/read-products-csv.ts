import { parse, CsvError } from "csv-parse";
import { Readable } from "node:stream";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { findCsvFormat, type CsvFormat } from "./csv-format.ts";
import type { CsvRow, ParsedProducts } from "./imported-product.ts";
import { removeSizesWithRepeatedCodes } from "./repeated-codes.ts";

/** The limits of a file: the constants below. A shop's list of products stays below them. */
export const MAX_CSV_BYTES = 32 * 1024 * 1024;
const MAX_ROWS = 200_000;
const MAX_COLUMNS = 200;
/** Characters of one row: a description of 5,000 characters with its HTML. */
const MAX_ROW_CHARACTERS = 100_000;
/** Characters that the parser gets at a time. */
const CHUNK_CHARACTERS = 64 * 1024;

export type CsvRefusal = Refusal<
  | "csv_empty"
  | "csv_binary"
  | "csv_encoding"
  | "csv_broken"
  | "csv_unknown"
  | "csv_too_large"
  | "csv_too_many_rows"
  | "csv_too_wide"
  | "csv_column_twice"
>;

/**
 * Products from a CSV of the shop's own kind or of Shopify's, recognized by its columns. The encoding is UTF-8, or
 * Windows-1252 as Excel writes it in Spanish. Yields to the event loop regularly, so that other requests are served.
 */
export async function readProductsCsv(
  bytes: Uint8Array,
  { maxRows = MAX_ROWS } = {},
): Promise<ParsedProducts | CsvRefusal> {
  if (bytes.byteLength > MAX_CSV_BYTES) return refuse("csv_too_large");
  // `countRows` counts the header too.
  if (countRows(bytes) > maxRows + 1) return refuse("csv_too_many_rows");
  const text = decodeText(bytes);
  if (typeof text !== "string") return text;
  const file = await readRows(text, maxRows);
  if (isRefusal(file)) return file;
  const { products, refusedRows, notices } = await file.format.read(file.rows);
  refusedRows.push(...removeSizesWithRepeatedCodes(products));
  return { products, refusedRows, notices: [...unusedNotice(file.unusedColumns), ...notices] };
}

interface CsvFile {
  format: CsvFormat;
  rows: CsvRow[];
  /** Names of columns that have texts and are not used. */
  unusedColumns: string[];
}

/** Reads the rows with the used columns. The cells of other columns are left out while the file is read. */
async function readRows(typedText: string, maxRows: number): Promise<CsvFile | CsvRefusal> {
  // csv-parse counts a CRLF in a quoted cell as two lines.
  const text = typedText.replaceAll("\r\n", "\n");
  const parser = Readable.from(chunksOf(text)).pipe(
    parse({
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: MAX_ROW_CHARACTERS,
    }),
  );
  const rows: CsvRow[] = [];
  let header: string[] | undefined;
  let format: CsvFormat | undefined;
  let columnNames: (string | undefined)[] = [];
  const unusedIndexes = new Set<number>();
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (!header || !format) {
        header = record.map((name) => name.trim());
        if (header.length > MAX_COLUMNS) return refuse("csv_too_wide");
        format = findCsvFormat(header);
        if (!format) return refuse("csv_unknown");
        columnNames = header.map(format.columnOf);
        const usedNames = columnNames.filter((name) => name !== undefined);
        if (new Set(usedNames).size < usedNames.length) return refuse("csv_column_twice");
        continue;
      }
      // If cells contain quotes, `countRows` may have counted too few rows.
      if (rows.length === maxRows) return refuse("csv_too_many_rows");
      const cells = record.map((cell, index) => [columnNames[index], cell] as const);
      for (const [index, [name, cell]] of cells.entries()) {
        if (name === undefined && cell.trim() !== "") unusedIndexes.add(index);
      }
      // The cells that a short row lacks are read as empty.
      const missingCells = columnNames.slice(record.length).map((name) => [name, ""] as const);
      const usedCells = [...cells, ...missingCells].filter((cell): cell is [string, string] => cell[0] !== undefined);
      // csv-parse counts up to the end of the record. Texts in quotes may have line breaks.
      const lineBreaks = record.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
      rows.push({ record: Object.fromEntries(usedCells), line: info.lines - lineBreaks });
      if (rows.length % 100 === 0) await yieldToEventLoop();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return error.code === "CSV_MAX_RECORD_SIZE" ? refuse("csv_too_wide") : refuse("csv_broken");
  }
  if (!header || !format || rows.length === 0) return refuse("csv_empty");
  const columns = header;
  return { format, rows, unusedColumns: [...unusedIndexes].map((index) => columns[index] || `columna ${index + 1}`) };
}

/** The maximum number of unused columns that the notice names. */
const MAX_NAMED_COLUMNS = 40;

function unusedNotice(columns: readonly string[]): string[] {
  if (columns.length === 0) return [];
  const namedColumns = columns.slice(0, MAX_NAMED_COLUMNS).map((name) => name.slice(0, 80));
  const more = columns.length > namedColumns.length ? ` y ${columns.length - namedColumns.length} más` : "";
  return [`No usamos estas columnas: ${namedColumns.join(", ")}${more}.`];
}

const [QUOTE, LF] = [0x22, 0x0a];

/** Counts the rows that are not empty, without parsing them. */
function countRows(bytes: Uint8Array): number {
  let rows = 0;
  let isQuoted = false;
  let length = 0;
  for (const byte of bytes) {
    if (byte === QUOTE) isQuoted = !isQuoted;
    if (byte !== LF || isQuoted) {
      // A carriage return or a space does not fill a row.
      if (byte > 0x20) length++;
      continue;
    }
    if (length > 0) rows++;
    length = 0;
  }
  return length > 0 ? rows + 1 : rows;
}

function decodeText(bytes: Uint8Array): string | CsvRefusal {
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
  for (let start = 0; start < text.length; start += CHUNK_CHARACTERS) yield text.slice(start, start + CHUNK_CHARACTERS);
}
