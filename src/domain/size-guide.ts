import { sizePosition } from "./size-order.ts";

/** What a size guide may measure, in the order in which its columns are offered. */
export const MEASURES = ["chest", "waist", "hip", "length", "foot", "shoulders", "sleeve", "rise", "inseam"] as const;
export type Measure = (typeof MEASURES)[number];

export const MEASURE_LABEL: Record<Measure, string> = {
  chest: "Pecho o busto",
  waist: "Cintura",
  hip: "Cadera",
  length: "Largo",
  foot: "Largo de pie",
  shoulders: "Hombros",
  sleeve: "Manga",
  rise: "Tiro",
  inseam: "Entrepierna",
};

/** Measures that people take of themselves. The others are of the garment. */
export const BODY_MEASURES = ["chest", "waist", "hip", "foot", "inseam"] as const satisfies readonly Measure[];
export type BodyMeasure = (typeof BODY_MEASURES)[number];

/** A table of measures by size. The rows are in the order CH, M, G, and each has a value for every column. */
export interface SizeGuide {
  measures: readonly Measure[];
  rows: readonly GuideRow[];
}

export interface GuideRow {
  size: string;
  /** One value for each column, in the order of `measures`. */
  millimeters: readonly number[];
}

/** A guide as it was typed: one text for each cell. */
export interface TypedGuide {
  measures: readonly string[];
  rows: readonly { size: string; cells: readonly string[] }[];
}

/**
 * The sentences of the errors by their place: "table", "measure:0" (column), "size:2" (row) or "cell:2:0" (row and
 * column). The indexes are those of the typed guide, not of the sorted one.
 */
export type GuideErrors = Readonly<Record<string, string>>;

const MAX_MEASURE_MILLIMETERS = 3_000;
export const MAX_GUIDE_ROWS = 40;
const MAX_SIZE_NAME_LENGTH = 40;

/**
 * A length in centimetres as people type it, "92", "92.5", "92,5 cm", in millimetres. Undefined for any other text, or
 * with a second decimal that is not zero.
 */
export function parseToMillimeters(typed: string): number | undefined {
  const [, whole, tenth = "0"] = /^(-?\d{1,6})(?:[.,](\d)0*)?$/.exec(typed.trim().replace(/\s*cm\.?$/i, "")) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole) * 10 + (whole.startsWith("-") ? -1 : 1) * Number(tenth);
}

/** 925 → "92.5", without unit. */
export function formatAsCentimeters(millimeters: number): string {
  return String(millimeters / 10);
}

export function isMeasure(text: string): text is Measure {
  return MEASURES.some((measure) => measure === text);
}

/**
 * Checks a typed guide (rules SIZE-2 and SIZE-3). Rows without any text are left out. `positionOf` is the position of
 * a size in the order of sizes. Measures must not decrease from one size to the next.
 */
export function readSizeGuide(
  typed: TypedGuide,
  positionOf: (size: string) => number = sizePosition,
): SizeGuide | { errors: GuideErrors } {
  const rows = typed.rows
    .map(({ size, cells }, typedIndex) => ({
      typedIndex,
      size: size.trim(),
      texts: typed.measures.map((_, column) => cells[column] ?? ""),
    }))
    .filter(({ size, texts }) => size !== "" || texts.some((text) => text.trim() !== ""));
  const sortedRows = rows.toSorted((a, b) => positionOf(a.size) - positionOf(b.size));
  const errors = { ...checkTable(typed.measures, rows), ...checkCells(typed.measures, sortedRows) };
  if (Object.keys(errors).length > 0) return { errors };
  return {
    measures: typed.measures.filter(isMeasure),
    rows: sortedRows.map(({ size, texts }) => ({
      size,
      millimeters: texts.map((text) => parseToMillimeters(text) ?? 0),
    })),
  };
}

interface TypedRow {
  /** The index of the row as typed. */
  typedIndex: number;
  size: string;
  texts: readonly string[];
}

function checkTable(measures: readonly string[], rows: readonly TypedRow[]): GuideErrors {
  const errors: Record<string, string> = {};
  if (measures.length === 0) errors.table = "Agrega al menos una columna de medidas.";
  else if (rows.length === 0) errors.table = "Escribe al menos una talla con sus medidas.";
  else if (rows.length > MAX_GUIDE_ROWS) errors.table = `Una guía lleva a lo más ${MAX_GUIDE_ROWS} tallas.`;
  measures.forEach((measure, column) => {
    if (!isMeasure(measure)) errors[`measure:${column}`] = "Elige qué mide esta columna.";
    else if (measures.indexOf(measure) < column) {
      errors[`measure:${column}`] = `${MEASURE_LABEL[measure]} ya tiene su columna.`;
    }
  });
  rows.forEach(({ typedIndex, size }, n) => {
    const isRepeated = rows.slice(0, n).some((other) => normalizeGuideName(other.size) === normalizeGuideName(size));
    if (size === "") errors[`size:${typedIndex}`] = "Falta el nombre de la talla.";
    else if (size.length > MAX_SIZE_NAME_LENGTH)
      errors[`size:${typedIndex}`] = `El nombre lleva a lo más ${MAX_SIZE_NAME_LENGTH} letras.`;
    else if (isRepeated) errors[`size:${typedIndex}`] = `La talla ${size} ya tiene su renglón.`;
  });
  return errors;
}

/** Expects the rows in the order of sizes. */
function checkCells(measures: readonly string[], rows: readonly TypedRow[]): GuideErrors {
  const errors: Record<string, string> = {};
  measures.forEach((measure, column) => {
    const label = isMeasure(measure) ? MEASURE_LABEL[measure] : "La medida";
    let smallerSize: { size: string; millimeters: number } | undefined;
    for (const { typedIndex, size, texts } of rows) {
      const text = texts[column] ?? "";
      const millimeters = parseToMillimeters(text);
      const problem = cellProblem(text, millimeters) ?? decreaseProblem(millimeters, smallerSize);
      if (problem) errors[`cell:${typedIndex}:${column}`] = `${label} de ${size || "este renglón"}: ${problem}`;
      else if (millimeters !== undefined) smallerSize = { size, millimeters };
    }
  });
  return errors;
}

function cellProblem(text: string, millimeters: number | undefined): string | undefined {
  if (text.trim() === "") return "falta la medida";
  if (millimeters === undefined) return "escribe centímetros, p. ej. 72 o 72.5";
  if (millimeters <= 0) return "debe ser mayor que cero";
  if (millimeters > MAX_MEASURE_MILLIMETERS) return "son más de 300 cm, revísala";
  return undefined;
}

function decreaseProblem(
  millimeters: number | undefined,
  smallerSize: { size: string; millimeters: number } | undefined,
): string | undefined {
  const decreases = millimeters !== undefined && smallerSize !== undefined && millimeters < smallerSize.millimeters;
  return decreases ? `no puede medir menos que ${smallerSize.size}` : undefined;
}

/** The name of a size or a measure without capitals, accents and spaces, to compare it with others. */
export function normalizeGuideName(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/[\p{M}\s]/gu, "")
    .toLowerCase();
}
