import { parse, CsvError } from "csv-parse";
import { Readable } from "node:stream";
import { setImmediate as breathe } from "node:timers/promises";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { CsvRow, ImportedProduct, RefusedRow } from "./imported-product.ts";
import { OWN_COLUMNS, readOwnRows } from "./own-csv.ts";
import { readShopifyRows } from "./shopify-csv.ts";

/** Bounds of a file: above them it is no list of products somebody keeps. */
const MAX_ROWS = 200_000;
const MAX_COLUMNS = 200;
/** Letters of one row: a description of 5,000 and its HTML. */
const MAX_ROW_CHARACTERS = 100_000;
const CHUNK = 64 * 1024;

export type CsvRefusal = Refusal<
  "csv_empty" | "csv_binary" | "csv_encoding" | "csv_broken" | "csv_unknown" | "csv_too_many_rows" | "csv_too_wide"
>;

/** Every "no" to a file, for the console and the back office. */
export const CSV_SENTENCES: Record<CsvRefusal["refused"], string> = {
  csv_empty: "El archivo no tiene renglones con productos.",
  csv_binary: "Eso no es un CSV: parece una hoja de cálculo, una foto u otro archivo. Guárdalo como CSV.",
  csv_encoding: "No reconocemos las letras del archivo: guárdalo como «CSV UTF-8».",
  csv_broken: "El archivo no se puede leer como CSV: revisa que cada comilla que abre también cierre.",
  csv_unknown: "No es un CSV de productos de Shopify ni de los que exporta esta tienda: faltan sus columnas.",
  csv_too_many_rows: "El archivo tiene más de 200,000 renglones: pártelo en varios.",
  csv_too_wide: "El archivo tiene demasiadas columnas o un renglón demasiado largo.",
};

interface ReadCsv {
  products: ImportedProduct[];
  /** Lines that could not be taken: not `refused`, which is the "no" to the whole file. */
  unread: RefusedRow[];
}

/**
 * Products from the bytes of a CSV of ours or of Shopify's, told apart by their columns; UTF-8, or Windows-1252 as Excel
 * writes it in Spanish. Read in pieces: others are served meanwhile.
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
      if (rows.length % 500 === 0) await breathe();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return error.code === "CSV_MAX_RECORD_SIZE" ? refuse("csv_too_wide") : refuse("csv_broken");
  }
  if (rows.length === 0) return refuse("csv_empty");
  if (columns.includes("Handle") && columns.includes("Title")) return readShopifyRows(rows);
  const needed = ["Nombre", "Precio"] satisfies (typeof OWN_COLUMNS)[number][];
  const isOwn = needed.every((name) => columns.includes(name)) && (columns.includes("ID") || columns.includes("Clave"));
  return isOwn ? readOwnRows(rows) : refuse("csv_unknown");
}

function toText(bytes: Uint8Array): string | CsvRefusal {
  if (bytes.byteLength === 0) return refuse("csv_empty");
  // No text in either encoding holds NUL; spreadsheets (ZIP), pictures and PDF hold many.
  if (bytes.includes(0)) return refuse("csv_binary");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder("windows-1252").decode(bytes);
    // oxlint-disable-next-line no-control-regex -- what no text of either has
    return /[\u0001-\u0008\u000e-\u001f\u0080-\u009f]/.test(text) ? refuse("csv_encoding") : text;
  }
}

/** Excel writes semicolons where the comma is for decimals. */
function delimiterOf(text: string): "," | ";" {
  const head = text.slice(0, 10_000).split("\n", 1)[0]!;
  return head.includes(";") && !head.includes(",") ? ";" : ",";
}

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK);
}
