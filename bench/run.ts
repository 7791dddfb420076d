import { BenchShop } from "./bench-shop.ts";
import {
  compareWithBaseline,
  formatGateRows,
  ratiosOf,
  readBaseline,
  saveBaseline,
  type RatiosByMeasurement,
} from "./gate.ts";
import { cart } from "./rows/cart.ts";
import { checkout } from "./rows/checkout.ts";
import { drop } from "./rows/drop.ts";
import { eventLoop } from "./rows/event-loop.ts";
import { imports } from "./rows/import.ts";
import { interaction } from "./rows/interaction.ts";
import { lighthouse } from "./rows/lighthouse.ts";
import { list } from "./rows/list.ts";
import type { Measurement } from "./rows/measurement.ts";
import { cachedAnswers } from "./rows/cached-answers.ts";
import { navigate } from "./rows/navigate.ts";
import { office } from "./rows/office.ts";
import { page } from "./rows/page.ts";
import { promotions } from "./rows/promotions.ts";
import { start } from "./rows/start.ts";
import { statements } from "./rows/statements.ts";
import { weight } from "./rows/weight.ts";
import { formatTable, type Row } from "./table.ts";

/**
 * All measurements in the order in which they run. Each is a file in `rows/`, and returns rows of the table. Those that
 * need a fresh database are first, those that fill it last. `drop` audits the shop, so it runs before `cart` and
 * `checkout`, whose bare statements violate invariants.
 */
const MEASUREMENTS: readonly Measurement[] = [
  start,
  weight,
  navigate,
  interaction,
  lighthouse,
  cachedAnswers,
  page,
  drop,
  statements,
  cart,
  checkout,
  promotions,
  list,
  eventLoop,
  imports,
  office,
];

/** The measurements whose ratios `bench baseline` stores if no names are given. The gate compares all stored ones. */
const DEFAULT_BASELINE_NAMES = ["cached-answers", "cart", "checkout", "promotions", "list"];
const MAX_GATE_RUN_COUNT = 3;

/**
 * `bench [names]` prints the table, `bench gate [names]` compares with the stored ratios, `bench baseline [names]`
 * stores them.
 */
const [firstArgument, ...otherArguments] = process.argv.slice(2);
if (firstArgument === "gate") await runGate(otherArguments);
else if (firstArgument === "baseline")
  saveBaseline(await measureRatios(selectMeasurements(otherArguments, DEFAULT_BASELINE_NAMES)));
else await measureAndPrint(selectMeasurements(process.argv.slice(2)));

async function measureAndPrint(measurements: readonly Measurement[]): Promise<void> {
  const results = await measureAll(measurements);
  const rows = results.flatMap(({ rows }) => rows);
  console.log(`\n${formatTable(rows)}\n`);
  if (rows.some((row) => row.isMet === false)) process.exitCode = 1;
}

/**
 * Compares the measured ratios with the stored ones. Measurements with a row that became worse are repeated, at most
 * twice, so that a short disturbance of the machine does not fail the gate.
 */
async function runGate(names: string[]): Promise<void> {
  const baseline = readBaseline();
  const unknownNames = names.filter((name) => baseline[name] === undefined);
  if (Object.keys(baseline).length === 0 || unknownNames.length > 0) {
    console.error(`No ratios are stored${unknownNames.map((name) => ` of ${name}`).join()}: npm run bench -- baseline`);
    process.exit(2);
  }
  let remainingMeasurements = selectMeasurements(names, Object.keys(baseline));
  const runs: RatiosByMeasurement[] = [];
  const rowsOf = (name: string) =>
    compareWithBaseline(
      baseline[name] ?? {},
      runs.flatMap((run) => (run[name] ? [run[name]] : [])),
    );
  const allNames = remainingMeasurements.map(({ name }) => name);
  for (let run = 0; run < MAX_GATE_RUN_COUNT && remainingMeasurements.length > 0; run++) {
    runs.push(await measureRatios(remainingMeasurements));
    remainingMeasurements = remainingMeasurements.filter(({ name }) => rowsOf(name).some(({ isWorse }) => isWorse));
  }
  const rows = allNames.flatMap(rowsOf);
  console.log(`\n${formatGateRows(rows)}\n`);
  if (rows.some(({ isWorse }) => isWorse)) process.exitCode = 1;
}

async function measureRatios(measurements: readonly Measurement[]): Promise<RatiosByMeasurement> {
  const results = await measureAll(measurements);
  return Object.fromEntries(results.map(({ name, rows }) => [name, ratiosOf(rows)]));
}

/** The measurements with these names, or the default ones if there are no names, in the order of MEASUREMENTS. */
function selectMeasurements(
  names: readonly string[],
  defaultNames = MEASUREMENTS.map(({ name }) => name),
): Measurement[] {
  const unknownNames = names.filter((name) => !MEASUREMENTS.some((measurement) => measurement.name === name));
  if (unknownNames.length > 0) {
    const knownNames = MEASUREMENTS.map((measurement) => measurement.name).join(", ");
    console.error(`No measurement is called ${unknownNames.join(", ")}. There are: ${knownNames}`);
    process.exit(2);
  }
  const selectedNames = names.length > 0 ? names : defaultNames;
  return MEASUREMENTS.filter(({ name }) => selectedNames.includes(name));
}

async function measureAll(measurements: readonly Measurement[]): Promise<{ name: string; rows: Row[] }[]> {
  const shop = await BenchShop.open();
  const stop = () => void shop.close().finally(() => process.exit(1));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const results: { name: string; rows: Row[] }[] = [];
    for (const { name, measure } of measurements) {
      const startedAt = performance.now();
      results.push({ name, rows: await measure(shop) });
      console.error(`${name}: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
    }
    return results;
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    await shop.close();
  }
}
