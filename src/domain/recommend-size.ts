import { BODY_MEASURES, type BodyMeasure, type SizeGuide } from "./size-guide.ts";

/** The body measures of a person, in millimetres. */
export type BodyMeasures = Readonly<Partial<Record<BodyMeasure, number>>>;

/** Which size a guide recommends for the measures of a person (rule SIZE-5). */
export type Recommendation =
  | { kind: "fits"; size: string }
  /** The measures are between two neighbouring sizes, or fit both, or one fits the smaller and another the larger. */
  | { kind: "between"; smaller: string; larger: string }
  /** One measure fits `smaller`, and `measure` fits `larger`, which is not the next size. */
  | { kind: "apart"; smaller: string; larger: string; measure: BodyMeasure }
  /** Every measure is below the smallest size, or at least one is above the largest. */
  | { kind: "below" | "above"; size: string };

/**
 * The measures to ask a person for: of the body measures of the guide, the first two in the order of `BODY_MEASURES`. A
 * guide without body measures recommends nothing.
 */
export function measuresToAsk({ measures }: Pick<SizeGuide, "measures">): BodyMeasure[] {
  return BODY_MEASURES.filter((measure) => measures.includes(measure)).slice(0, 2);
}

/** The size for a person's measures. Undefined if none of the measures is in the guide. */
export function recommendSize({ measures, rows }: SizeGuide, body: BodyMeasures): Recommendation | undefined {
  const knownMeasures = BODY_MEASURES.filter((measure) => measures.includes(measure) && body[measure] !== undefined);
  const fitRanges = knownMeasures.map((measure) => {
    const column = measures.indexOf(measure);
    return {
      measure,
      ...fitRangeOf(
        rows.map(({ millimeters }) => millimeters[column] ?? 0),
        body[measure] ?? 0,
      ),
    };
  });
  if (fitRanges.length === 0 || rows.length === 0) return undefined;
  const sizeAt = (index: number): string => rows[index]?.size ?? "";
  if (fitRanges.some(({ beyond }) => beyond === "above")) return { kind: "above", size: sizeAt(rows.length - 1) };
  if (fitRanges.every(({ beyond }) => beyond === "below")) return { kind: "below", size: sizeAt(0) };
  const largestFit = fitRanges.reduce((largestSoFar, fit) => (fit.from > largestSoFar.from ? fit : largestSoFar));
  const from = largestFit.from;
  const to = Math.min(...fitRanges.map((fit) => fit.to));
  if (from === to) return { kind: "fits", size: sizeAt(from) };
  const [smaller, larger] = [sizeAt(Math.min(from, to)), sizeAt(Math.max(from, to))];
  if (to - from > 1) return { kind: "fits", size: sizeAt(Math.floor((from + to) / 2)) };
  if (from - to > 1) return { kind: "apart", smaller, larger, measure: largestFit.measure };
  return { kind: "between", smaller, larger };
}

/** The assumed distance to the next size if a column has only one value, in millimetres. */
const USUAL_STEP_MM = 40;

interface FitRange {
  /** The indexes of the first and the last size that fit, or of the two sizes that the measure is between. */
  from: number;
  to: number;
  /** Set if the measure is too far outside the table. */
  beyond?: "below" | "above";
}

/**
 * The sizes that fit one measure. `values` never decrease. A measure within a quarter of the distance to the next size
 * fits the size itself, and a measure farther from both is between them. Below the smallest and above the largest size,
 * up to half the distance to the neighbouring size still fits.
 */
function fitRangeOf(values: readonly number[], bodyMillimeters: number): FitRange {
  const distinctValues = [...new Set(values)];
  const fitAt = (value: number): FitRange => ({ from: values.indexOf(value), to: values.lastIndexOf(value) });
  const [first, last] = [distinctValues[0] ?? 0, distinctValues.at(-1) ?? 0];
  if (bodyMillimeters <= first) {
    const isBelow = 2 * (first - bodyMillimeters) > (distinctValues[1] ?? first + USUAL_STEP_MM) - first;
    return isBelow ? { ...fitAt(first), beyond: "below" } : fitAt(first);
  }
  if (bodyMillimeters >= last) {
    const isAbove = 2 * (bodyMillimeters - last) > last - (distinctValues.at(-2) ?? last - USUAL_STEP_MM);
    return isAbove ? { ...fitAt(last), beyond: "above" } : fitAt(last);
  }
  const nextIndex = distinctValues.findIndex((value) => value > bodyMillimeters);
  const [lower, upper] = [distinctValues[nextIndex - 1] ?? first, distinctValues[nextIndex] ?? last];
  if (4 * (bodyMillimeters - lower) <= upper - lower) return fitAt(lower);
  if (4 * (upper - bodyMillimeters) <= upper - lower) return fitAt(upper);
  return { from: fitAt(lower).to, to: fitAt(upper).from };
}
