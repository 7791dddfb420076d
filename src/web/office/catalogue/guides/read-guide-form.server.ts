import { isRefusal } from "../../../../domain/refusal.ts";
import {
  MAX_GUIDE_ROWS,
  MEASURE_LABEL,
  MEASURES,
  formatAsCentimeters,
  type GuideErrors,
  type SizeGuide,
} from "../../../../domain/size-guide.ts";
import type { GuideErrorResult, GuideRefusal } from "../../../../server/size-guides/save-guide.ts";
import type { FormFields } from "../../guard.ts";
import { sentenceOf } from "../../sentences.ts";
import type { GuideGrid } from "./paste-block.ts";

/** What a refused form shows: the typed table and its errors. */
export interface RefusedGuide {
  typedGrid: GuideGrid;
  failure: string;
  errors: GuideErrors;
  /** The stored version, when another person changed the guide. */
  version?: number;
  differences?: string[];
}

export function readGuideForm(form: FormFields): GuideGrid {
  const readCount = (name: string, max: number) => Math.min(max, Number.parseInt(form.text(name), 10) || 0);
  const columns = Array.from({ length: readCount("columns", MEASURES.length) }, (_, column) => column);
  const rows = Array.from({ length: readCount("rows", MAX_GUIDE_ROWS + 1) }, (_, row) => row);
  return {
    measures: columns.map((column) => form.text(`measure:${column}`, 20)),
    rows: rows.map((row) => ({
      size: form.text(`size:${row}`, 60),
      cells: columns.map((column) => form.text(`cell:${row}:${column}`, 20)),
    })),
  };
}

export function toGrid({ measures, rows }: SizeGuide): GuideGrid {
  return {
    measures: [...measures],
    rows: rows.map(({ size, millimeters }) => ({ size, cells: millimeters.map(formatAsCentimeters) })),
  };
}

export function toRefusedGuide(typedGrid: GuideGrid, errorsOrRefusal: GuideErrorResult | GuideRefusal): RefusedGuide {
  if (isRefusal(errorsOrRefusal)) return { typedGrid, failure: sentenceOf(errorsOrRefusal), errors: {} };
  return {
    typedGrid,
    failure: errorsOrRefusal.errors.table ?? "Revisa las celdas marcadas.",
    errors: errorsOrRefusal.errors,
  };
}

/** The rows of the stored guide that differ from the typed ones, as text. */
export function differencesOf(typedGrid: GuideGrid, storedGuide: SizeGuide): string[] {
  const describeRows = ({ measures, rows }: GuideGrid) =>
    rows.map(({ size, cells }) => {
      const texts = cells.map(
        (cell, column) =>
          `${MEASURE_LABEL[measures[column] as keyof typeof MEASURE_LABEL] ?? ""} ${cell.replace(",", ".")}`,
      );
      return `${size}: ${texts.join(", ")}`;
    });
  const typedRows = new Set(describeRows(typedGrid));
  return describeRows(toGrid(storedGuide)).filter((row) => !typedRows.has(row));
}
