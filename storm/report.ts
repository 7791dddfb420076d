import type { StormResult } from "./storm.ts";

/** Prints the figures of a storm. The last line says whether it passed. */
export function printReport({ minutes, seed }: { minutes: number; seed: number }, result: StormResult): void {
  const { outcomeCounts, violations, recoveries } = result;
  const callCount = Object.values(outcomeCounts).reduce((sum, count) => sum + count, 0);
  console.log(`\nStorm of ${minutes} minutes, seed ${seed}`);
  console.log(
    `  ${callCount} calls: ${outcomeCounts.ok} done, ${outcomeCounts.refused} refused, ${outcomeCounts.unavailable} not served, ${outcomeCounts.unknown} without a definite answer`,
  );
  console.log(`  ${result.orderCount} orders, ${result.paymentCount} payments, ${result.attackCount} attacks`);
  const actions = [...result.staffActionCounts].map(([intent, count]) => `${count} × ${intent}`);
  console.log(`  staff: ${actions.length > 0 ? actions.join(", ") : "nothing"}`);
  for (const [fault, seconds] of [...recoveries].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(`  ${fault}: ${seconds.length} times, at most ${Math.max(...seconds).toFixed(1)} s`);
  }
  for (const violation of violations.slice(0, 40)) console.log(`  VIOLATED ${violation}`);
  if (violations.length > 40) console.log(`  … and ${violations.length - 40} more`);
  const faultCount = [...recoveries.values()].flat().length;
  console.log(
    `${violations.length === 0 ? "passed" : "FAILED"}: ${faultCount} faults, ${violations.length} violations`,
  );
}
