import { parse } from "csv-parse/sync";
import { refuse, type Refusal } from "../../../domain/refusal.ts";

/** A line of the list that staff paste or upload to mark orders as shipped: an order and its tracking number. */
export interface TrackingListLine {
  /** The line number in the text, from 1. */
  lineNumber: number;
  reference: number;
  trackingNumber: string;
  /** The carrier's name as typed. Null: the carrier chosen at checkout. */
  carrier: string | null;
}

/** An invalid line, and why it is invalid. */
export interface InvalidLine {
  lineNumber: number;
  text: string;
  reason: keyof typeof REASON_SENTENCES;
}

const REASON_SENTENCES = {
  reference: "Empieza con el número del pedido y una coma, p. ej. 100123, MX0012345678.",
  tracking: "Falta la guía.",
  formula: "Empieza como una fórmula: quita el signo del principio.",
  rounded: "La hoja de cálculo redondeó la guía: dale formato de texto a esa columna y vuelve a copiarla.",
  form: "La guía lleva de 3 a 40 letras, cifras, puntos, diagonales o guiones.",
  columns: "Son tres columnas a lo más: pedido, guía y paquetería.",
  otherTracking: "Este pedido ya está en la lista con otra guía.",
} as const;
export const INVALID_LINE_SENTENCE: Record<InvalidLine["reason"], string> = REASON_SENTENCES;

/** The maximum number of lines of one list: ten times what a warehouse ships in a day. */
export const MAX_TRACKING_LIST_LINES = 2_000;
/** The maximum size of one list in bytes, pasted or as a file. */
export const MAX_TRACKING_LIST_BYTES = 256 * 1024;

const FORMULA = /^[=+@-]/;
/** "1.23457E+14": the spreadsheet has lost digits. */
const ROUNDED_NUMBER = /^\d(?:[.,]\d+)?e\+?\d+$/i;
const TRACKING_NUMBER_PATTERN = /^[\p{L}\d][\p{L}\d ./-]{2,39}$/u;

/** Decodes the text of a file. It must be UTF-8 text, which spreadsheets call "CSV UTF-8". */
export function decodeTrackingList(bytes: Uint8Array): string | Refusal<"list_is_workbook" | "list_not_utf8"> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const isOle = bytes[0] === 0xd0 && bytes[1] === 0xcf;
  if (isZip || isOle) return refuse("list_is_workbook");
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? refuse("list_not_utf8") : text;
  } catch {
    return refuse("list_not_utf8");
  }
}

/**
 * Reads `pedido, guía[, paquetería]`, one line per order, with commas, semicolons or tabs (order and tracking number
 * alone also with a space), with or without a heading. Each line is checked separately. A line is ignored if an earlier
 * one has the same order and tracking number, also if it names another carrier. A text that is not a list is refused as
 * a whole.
 */
export function readTrackingList(
  text: string,
):
  | { lines: TrackingListLine[]; invalidLines: InvalidLine[] }
  | Refusal<"list_empty" | "list_too_long" | "list_not_csv"> {
  let rows: { record: string[]; info: { lines: number } }[];
  try {
    rows = parse(text, {
      bom: true,
      info: true,
      delimiter: [",", ";", "\t"],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as typeof rows;
  } catch {
    return refuse("list_not_csv");
  }
  const filledRows = rows.filter(
    ({ record }, index) => record.some((cell) => cell !== "") && !(index === 0 && isHeading(record)),
  );
  if (filledRows.length === 0) return refuse("list_empty");
  if (filledRows.length > MAX_TRACKING_LIST_LINES) return refuse("list_too_long");
  const linesByReference = new Map<number, TrackingListLine>();
  const invalidLines: InvalidLine[] = [];
  for (const { record, info } of filledRows) {
    const lineOrReason = readLine(record);
    const existingLine = typeof lineOrReason === "string" ? undefined : linesByReference.get(lineOrReason.reference);
    if (
      typeof lineOrReason === "string" ||
      (existingLine && existingLine.trackingNumber !== lineOrReason.trackingNumber)
    ) {
      const reason = typeof lineOrReason === "string" ? lineOrReason : "otherTracking";
      invalidLines.push({ lineNumber: info.lines, text: record.join(", ").slice(0, 80), reason });
    } else if (!existingLine) linesByReference.set(lineOrReason.reference, { ...lineOrReason, lineNumber: info.lines });
  }
  return { lines: [...linesByReference.values()], invalidLines };
}

function isHeading([firstCell = ""]: string[]): boolean {
  return /^#?\s*(?:pedido|n[úu]mero|referencia|orden)/i.test(firstCell);
}

function readLine(record: string[]): Omit<TrackingListLine, "lineNumber"> | InvalidLine["reason"] {
  const cells = record.map((cell) => cell.trim());
  // "100123 MX0012345678", as in a chat message.
  const spacedMatch = cells.length === 1 ? /^(#?\s*\d{1,15})\s+(\S.*)$/.exec(cells[0]!) : null;
  if (spacedMatch) cells.splice(0, 1, spacedMatch[1]!, spacedMatch[2]!);
  while (cells.length > 3 && cells.at(-1) === "") cells.pop();
  const [firstCell = "", trackingNumber = "", carrier = ""] = cells;
  if (cells.some((cell) => FORMULA.test(cell))) return "formula";
  const reference = /^#?\s*(\d{1,15})$/.exec(firstCell)?.[1];
  if (reference === undefined) return "reference";
  if (cells.length > 3) return "columns";
  if (trackingNumber === "") return "tracking";
  if (ROUNDED_NUMBER.test(trackingNumber)) return "rounded";
  if (!TRACKING_NUMBER_PATTERN.test(trackingNumber)) return "form";
  return { reference: Number(reference), trackingNumber, carrier: carrier === "" ? null : carrier };
}
