/** The median: one slow round on a noisy machine hardly changes it. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that at least this share of the values do not exceed; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** A rate as the table shows it. */
export function formatRate(rate: number): string {
  return `${Math.round(rate).toLocaleString("en")}/s`;
}

export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
