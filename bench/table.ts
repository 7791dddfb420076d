/** One row of the table: the measured value, what it is compared with, and the budget. */
export interface Row {
  /** What was measured. */
  label: string;
  measured: string;
  /**
   * What the measured value is divided by: mostly the rate of the same work on bare connections, measured in the same
   * run. For navigations the time that they may take. Undefined if the budget is an absolute figure.
   */
  comparedWith?: string;
  /**
   * Measured divided by `comparedWith`. If both are rates and `isLowerBetter`, the rate compared with divided by the
   * measured rate.
   */
  ratio?: number;
  /** Whether a lower ratio is better: it compares times, not rates. */
  isLowerBetter?: boolean;
  budget: string;
  /** Undefined if the row has no budget. */
  isMet?: boolean;
}

const HEADINGS = ["work", "measured", "compared with", "ratio", "budget", ""];

/** The rows as one text table. */
export function formatTable(rows: readonly Row[]): string {
  const cells = [HEADINGS, ...rows.map(toCells)];
  const widths = HEADINGS.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)));
  const lines = cells.map((line) => line.map((cell, column) => cell.padEnd(widths[column]!)).join(" | "));
  const separator = widths.map((width) => "-".repeat(width)).join("-|-");
  return [lines[0], separator, ...lines.slice(1)].map((line) => `| ${line} |`).join("\n");
}

function toCells(row: Row): string[] {
  const ratio = row.ratio === undefined ? "" : row.ratio.toFixed(2);
  const outcome = row.isMet === undefined ? "" : row.isMet ? "ok" : "MISS";
  return [row.label, row.measured, row.comparedWith ?? "", ratio, row.budget, outcome];
}
