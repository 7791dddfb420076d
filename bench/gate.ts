import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { median } from "./figures.ts";
import type { Row } from "./table.ts";

const FILE = path.join(import.meta.dirname, "baseline.json");

/** How much worse a ratio may become. The ratios of unchanged code differ by up to a tenth between runs. */
const MAX_LOSS = 0.2;

/** The ratios of an earlier state of the code, by measurement and line of the table. */
export type Baseline = Record<string, Record<string, number>>;

export interface GateRow {
  label: string;
  before: number;
  now: number;
  isWorse: boolean;
}

export function readBaseline(): Baseline {
  return JSON.parse(readFileSync(FILE, "utf8")) as Baseline;
}

/** Stores the ratios of these measurements, and keeps those of the others. */
export function saveBaseline(baseline: Baseline): void {
  writeFileSync(FILE, `${JSON.stringify({ ...readBaseline(), ...baseline }, null, 2)}\n`);
}

/**
 * The ratios of a measurement by line, rounded to two digits. A cost is inverted, so that more is better. Lines without
 * a ratio are omitted.
 */
export function ratiosOf(rows: readonly Row[]): Record<string, number> {
  const lines = rows.flatMap(({ label, ratio, isLowerBetter }) =>
    ratio === undefined ? [] : [[label, round(isLowerBetter ? 1 / ratio : ratio)] as const],
  );
  return Object.fromEntries(lines);
}

/**
 * Compares the median of each line's runs with its stored ratio. A stored line that was not measured counts as worse.
 * Lines that are not stored are ignored.
 */
export function compareWithBaseline(
  stored: Record<string, number>,
  runs: readonly Record<string, number>[],
): GateRow[] {
  return Object.entries(stored).map(([label, before]) => {
    const ratios = runs.flatMap((run) => (run[label] === undefined ? [] : [run[label]]));
    const now = median(ratios);
    return { label, before, now, isWorse: now < before * (1 - MAX_LOSS) };
  });
}

export function formatGate(rows: readonly GateRow[]): string {
  const width = Math.max(...rows.map(({ label }) => label.length));
  const lines = rows.map(({ label, before, now, isWorse }) =>
    [isWorse ? "WORSE" : "ok   ", label.padEnd(width), `${before.toFixed(2)} → ${now.toFixed(2)}`].join("  "),
  );
  return lines.join("\n");
}

const round = (ratio: number) => Math.round(ratio * 100) / 100;
