import type { SizeGuide as WireSizeGuide } from "../../../../contract/size-guides.ts";
import { MEASURE_LABEL, MEASURES, type SizeGuide } from "../../../../domain/size-guide.ts";

/** A guide as the rules read it. A column with an unknown name is left out. */
export function toGuide({ columns, rows }: WireSizeGuide): SizeGuide {
  const known = columns.flatMap((label, column) => {
    const measure = MEASURES.find((one) => MEASURE_LABEL[one] === label);
    return measure ? [{ measure, column }] : [];
  });
  return {
    measures: known.map(({ measure }) => measure),
    rows: rows.map(({ size, values }) => ({
      size,
      millimeters: known.map(({ column }) => Math.round((values[column] ?? 0) * 10)),
    })),
  };
}
