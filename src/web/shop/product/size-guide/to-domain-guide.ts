import type { SizeGuide as WireSizeGuide } from "../../../../contract/size-guides.ts";
import { MEASURE_LABEL, MEASURES, type SizeGuide } from "../../../../domain/size-guide.ts";

/** Converts a guide of the API to the format of the domain rules. Columns with an unknown name are left out. */
export function toDomainGuide({ columns, rows }: WireSizeGuide): SizeGuide {
  const measureColumns = columns.flatMap((label, column) => {
    const measure = MEASURES.find((candidate) => MEASURE_LABEL[candidate] === label);
    return measure ? [{ measure, column }] : [];
  });
  return {
    measures: measureColumns.map(({ measure }) => measure),
    rows: rows.map(({ size, values }) => ({
      size,
      millimeters: measureColumns.map(({ column }) => Math.round((values[column] ?? 0) * 10)),
    })),
  };
}
