import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { median } from "./figures.ts";
import type { Row } from "./table.ts";

const BASELINE_PATH = path.join(import.meta.dirname, "baseline.json");

/** How much worse a ratio may become. The ratios of unchanged code differ by up to a tenth between runs. */
const MAX_LOSS = 0.2;

/** Ratios by measurement and label of the row: the stored ones (the baseline), or those of one run. */
export type RatiosByMeasurement = Record<string, Record<string, number>>;

export interface GateRow {
  label: string;
  storedRatio: number;
  currentRatio: number;
  isWorse: boolean;
}

export function readBaseline(): RatiosByMeasurement {
  return JSON.parse(readFileSync(BASELINE_PATH, "utf8")) as RatiosByMeasurement;
}

/** Stores the ratios of these measurements, and keeps those of the others. */
export function saveBaseline(baseline: RatiosByMeasurement): void {
  writeFileSync(BASELINE_PATH, `${JSON.stringify({ ...readBaseline(), ...baseline }, null, 2)}\n`);
}

/**
 * The ratios of a measurement by label, rounded to two digits. A ratio that is better when it is lower is inverted.
 * Rows without a ratio are omitted.
 */
export function ratiosOf(rows: readonly Row[]): Record<string, number> {
  const ratioEntries = rows.flatMap(({ label, ratio, isLowerBetter }) =>
    ratio === undefined ? [] : [[label, round(isLowerBetter ? 1 / ratio : ratio)] as const],
  );
  return Object.fromEntries(ratioEntries);
}

/**
 * Compares the median of each row's runs with its stored ratio. A stored row that was not measured counts as worse.
 * Rows that are not stored are ignored.
 */
export function compareWithBaseline(
  storedRatios: Record<string, number>,
  runs: readonly Record<string, number>[],
): GateRow[] {
  return Object.entries(storedRatios).map(([label, storedRatio]) => {
    const ratios = runs.flatMap((run) => (run[label] === undefined ? [] : [run[label]]));
    const currentRatio = median(ratios);
    return { label, storedRatio, currentRatio, isWorse: currentRatio < storedRatio * (1 - MAX_LOSS) };
  });
}

export function formatGateRows(rows: readonly GateRow[]): string {
  const width = Math.max(...rows.map(({ label }) => label.length));
  const lines = rows.map(({ label, storedRatio, currentRatio, isWorse }) =>
    [isWorse ? "WORSE" : "ok   ", label.padEnd(width), `${storedRatio.toFixed(2)} → ${currentRatio.toFixed(2)}`].join(
      "  ",
    ),
  );
  return lines.join("\n");
}

const round = (ratio: number) => Math.round(ratio * 100) / 100;
