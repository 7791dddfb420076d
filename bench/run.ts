import { BenchShop } from "./bench-shop.ts";
import { cart } from "./rows/cart.ts";
import { checkout } from "./rows/checkout.ts";
import { drop } from "./rows/drop.ts";
import { lighthouse } from "./rows/lighthouse.ts";
import { list } from "./rows/list.ts";
import type { Measurement } from "./rows/measurement.ts";
import { memory } from "./rows/memory.ts";
import { navigate } from "./rows/navigate.ts";
import { office } from "./rows/office.ts";
import { page } from "./rows/page.ts";
import { promotions } from "./rows/promotions.ts";
import { start } from "./rows/start.ts";
import { statements } from "./rows/statements.ts";
import { weight } from "./rows/weight.ts";
import { formatTable, type Row } from "./table.ts";

/**
 * In this order: measurements that need a fresh database first, those that fill it last. `drop` audits the shop, which
 * finds what `cart` and `checkout` write with bare statements.
 */
const MEASUREMENTS: readonly Measurement[] = [
  start,
  weight,
  navigate,
  lighthouse,
  memory,
  page,
  drop,
  statements,
  cart,
  checkout,
  promotions,
  list,
  office,
];

const names = process.argv.slice(2);
const unknown = names.filter((name) => !MEASUREMENTS.some((measurement) => measurement.name === name));
if (unknown.length > 0) {
  const known = MEASUREMENTS.map((measurement) => measurement.name).join(", ");
  console.error(`No measurement is called ${unknown.join(", ")}. There are: ${known}`);
  process.exit(2);
}
const rows = await measureAll(MEASUREMENTS.filter(({ name }) => names.length === 0 || names.includes(name)));
console.log(`\n${formatTable(rows)}\n`);
if (rows.some((row) => row.isMet === false)) process.exitCode = 1;

async function measureAll(measurements: readonly Measurement[]): Promise<Row[]> {
  const shop = await BenchShop.open();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void shop.close().finally(() => process.exit(1)));
  }
  try {
    const rows: Row[] = [];
    for (const measurement of measurements) {
      const started = performance.now();
      rows.push(...(await measurement.measure(shop)));
      console.error(`${measurement.name}: ${((performance.now() - started) / 1_000).toFixed(0)} s`);
    }
    return rows;
  } finally {
    await shop.close();
  }
}
