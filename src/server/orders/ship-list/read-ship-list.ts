import { parse } from "csv-parse/sync";
import { refuse, type Refusal } from "../../../domain/refusal.ts";

/** A line that says which order left with which guide. */
export interface ShipLine {
  /** Of the text, from 1. */
  line: number;
  reference: number;
  trackingNumber: string;
  /** As typed; null: the carrier chosen at the checkout. */
  carrier: string | null;
}

/** A line that cannot be read, and why. */
export interface UnreadLine {
  line: number;
  text: string;
  why: keyof typeof UNREAD;
}

const UNREAD = {
  reference: "Empieza con el número del pedido y una coma, p. ej. 100123, MX0012345678.",
  tracking: "Falta la guía.",
  formula: "Empieza como una fórmula: quita el signo del principio.",
  rounded: "La hoja de cálculo redondeó la guía: dale formato de texto a esa columna y vuelve a copiarla.",
  form: "La guía lleva de 3 a 40 letras, cifras, puntos, diagonales o guiones.",
  columns: "Son tres columnas a lo más: pedido, guía y paquetería.",
  repeated: "Este pedido ya está en la lista con otra guía.",
} as const;
export const UNREAD_SENTENCE: Record<UnreadLine["why"], string> = UNREAD;

/** Of one list: what a warehouse sends in a day, ten times over. */
export const MAX_SHIP_LINES = 2_000;
/** Bytes of one list, pasted or as a file. */
export const MAX_SHIP_BYTES = 256 * 1024;

const FORMULA = /^[=+@-]/;
/** "1.23457E+14": digits that are gone for good. */
const ROUNDED = /^\d(?:[.,]\d+)?e\+?\d+$/i;
const GUIDE = /^[\p{L}\d][\p{L}\d ./-]{2,39}$/u;

/** The text of a file; refused where it is no text in UTF-8 (spreadsheets call it "CSV UTF-8"). */
export function decodeShipList(bytes: Uint8Array): string | Refusal<"list_is_workbook" | "list_not_utf8"> {
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
 * Reads `pedido, guía[, paquetería]`, a line an order, with commas, semicolons or tabs (order and guide alone also with a
 * space), with or without a heading. The same
 * line twice counts once. Each line is judged by itself; only a text that is no list at all is refused whole.
 */
export function readShipList(
  text: string,
): { lines: ShipLine[]; unread: UnreadLine[] } | Refusal<"list_empty" | "list_too_long" | "list_not_csv"> {
  let rows: { record: string[]; info: { lines: number } }[];
  try {
    rows = parse(text, {
      bom: true,
      info: true,
      delimiter: [",", ";", "\t"],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: MAX_SHIP_LINES + 2,
    }) as unknown as typeof rows;
  } catch {
    return refuse("list_not_csv");
  }
  const told = rows.filter(
    ({ record }, nth) => record.some((cell) => cell !== "") && !(nth === 0 && isHeading(record)),
  );
  if (told.length === 0) return refuse("list_empty");
  if (told.length > MAX_SHIP_LINES) return refuse("list_too_long");
  const byReference = new Map<number, ShipLine>();
  const unread: UnreadLine[] = [];
  for (const { record, info } of told) {
    const read = readLine(record);
    const known = typeof read === "string" ? undefined : byReference.get(read.reference);
    if (typeof read === "string" || (known && known.trackingNumber !== read.trackingNumber)) {
      const why = typeof read === "string" ? read : "repeated";
      unread.push({ line: info.lines, text: record.join(", ").slice(0, 80), why });
    } else if (!known) byReference.set(read.reference, { ...read, line: info.lines });
  }
  return { lines: [...byReference.values()], unread };
}

function isHeading([first = ""]: string[]): boolean {
  return /^#?\s*(?:pedido|n[úu]mero|referencia|orden)/i.test(first);
}

function readLine(record: string[]): Omit<ShipLine, "line"> | UnreadLine["why"] {
  const cells = record.map((cell) => cell.trim());
  // "100123 MX0012345678", as people write it in a chat.
  const spaced = cells.length === 1 ? /^(#?\s*\d{1,15})\s+(\S.*)$/.exec(cells[0]!) : null;
  if (spaced) cells.splice(0, 1, spaced[1]!, spaced[2]!);
  while (cells.length > 3 && cells.at(-1) === "") cells.pop();
  const [first = "", trackingNumber = "", carrier = ""] = cells;
  if (cells.some((cell) => FORMULA.test(cell))) return "formula";
  const reference = /^#?\s*(\d{1,15})$/.exec(first)?.[1];
  if (reference === undefined) return "reference";
  if (cells.length > 3) return "columns";
  if (trackingNumber === "") return "tracking";
  if (ROUNDED.test(trackingNumber)) return "rounded";
  if (!GUIDE.test(trackingNumber)) return "form";
  return { reference: Number(reference), trackingNumber, carrier: carrier === "" ? null : carrier };
}
