import type { BenchShop } from "../bench-shop.ts";
import { compareWithBareLoad } from "../compare.ts";
import { formatRate } from "../figures.ts";
import { fillCatalog, listSizesToBuy, type SizeToBuy } from "../fill-catalog.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

const PRODUCT_COUNT = 1_000;
const SIZE_COUNT = 4_000;

interface Case {
  label: string;
  sizes: SizeToBuy[];
  requestsInFlight: number;
  sendsIdempotencyKeys?: boolean;
  /** The smallest ratio of the shop's rate to that of the bare load. Undefined if the row has no budget. */
  budget?: number;
}

/** Adds to carts over HTTP, compared with one statement per cart on bare connections. */
export const cart: Measurement = {
  name: "cart",
  async measure(shop) {
    await fillCatalog(shop, PRODUCT_COUNT);
    const sizes = await listSizesToBuy(shop, SIZE_COUNT);
    const hotSizes = sizes.slice(0, 1);
    const headOffice = await shop.getHeadOffice();
    const cases: Case[] = [
      { label: "add to cart, many sizes", sizes, requestsInFlight: 16, budget: 0.6 },
      { label: "same, with idempotency keys", sizes, requestsInFlight: 16, sendsIdempotencyKeys: true, budget: 0.6 },
      { label: "add to cart, one hot size", sizes: hotSizes, requestsInFlight: 16, budget: 2 },
      { label: "add to cart, one hot size", sizes: hotSizes, requestsInFlight: 64, budget: 2 },
    ];
    const rows: Row[] = [];
    for (const measuredCase of cases) rows.push(await measureCase(shop, headOffice.id, measuredCase));
    return rows;
  },
};

/** The embedded database accepts 60 connections, including the shop's own. A bare connection serves one worker. */
const MAX_BARE_CONNECTIONS = 32;

async function measureCase(
  shop: BenchShop,
  shopId: string,
  { label, sizes, requestsInFlight, sendsIdempotencyKeys = false, budget }: Case,
): Promise<Row> {
  const { port, databaseConfig } = shop;
  const bareConnectionCount = Math.min(requestsInFlight, MAX_BARE_CONNECTIONS);
  const comparison = await compareWithBareLoad({
    shop: { kind: "add-to-cart", options: { port, sizes, sendsIdempotencyKeys }, workerCount: requestsInFlight },
    bareSetup: { kind: "reserve-one", options: { databaseConfig, shopId, sizes }, workerCount: bareConnectionCount },
    roundLength: { ms: 1_500 },
  });
  return {
    label: `${label}, ${requestsInFlight} in flight`,
    measured: `${formatRate(comparison.shopPerSecond)} (p99 ${comparison.p99Ms.toFixed(0)} ms)`,
    comparedWith: `${formatRate(comparison.barePerSecond)} one statement a cart on pg`,
    ratio: comparison.ratio,
    budget: budget === undefined ? "" : `≥ ${budget}`,
    ...(budget === undefined ? {} : { isMet: comparison.failedCount === 0 && comparison.ratio >= budget }),
  };
}
