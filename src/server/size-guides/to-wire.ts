import type { z } from "zod";
import type { CustomerMeasures, SizeGuide as WireSizeGuide } from "../../contract/size-guides.ts";
import type { BodyMeasures } from "../../domain/recommend-size.ts";
import { MEASURE_LABEL, type SizeGuide } from "../../domain/size-guide.ts";

/** The columns have the names that customers read, and the values are centimetres. */
export function toWireSizeGuide({ measures, rows }: SizeGuide): z.output<typeof WireSizeGuide> {
  return {
    unit: "cm",
    columns: measures.map((measure) => MEASURE_LABEL[measure]),
    rows: rows.map(({ size, millimeters }) => ({ size, values: millimeters.map((value) => value / 10) })),
  };
}

export function toWireMeasures(measures: BodyMeasures): z.output<typeof CustomerMeasures> {
  const toCentimeters = (millimeters: number | undefined) => (millimeters === undefined ? null : millimeters / 10);
  const { chest, waist, hip, foot, inseam } = measures;
  return {
    chest: toCentimeters(chest),
    waist: toCentimeters(waist),
    hip: toCentimeters(hip),
    foot: toCentimeters(foot),
    inseam: toCentimeters(inseam),
  };
}
