import { setTimeout as sleep } from "node:timers/promises";
import type { BenchShop } from "../bench-shop.ts";
import { recordCheckoutStatements, readOrderSample } from "../checkout-statements.ts";
import { Connection } from "../connection.ts";
import { median, formatRate } from "../figures.ts";
import { fillCatalog, listSizesToBuy, type SizeToBuy } from "../fill-catalog.ts";
import { LoadProcess } from "../load-process.ts";
import { readResidentBytes } from "../process-figures.ts";
import { Shopper, type FilledCart } from "../shopper.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

/** Checkouts per second of the shop, divided by those of the same statements on bare connections. */
const BUDGET_RATIO = 0.4;
const BUDGET_PURCHASES_PER_SECOND = 200;
const MEMORY_BUDGET_MIB = 300;
const GARBAGE_COLLECTED_AFTER_MS = 20_000;
const SHOPPER_COUNT = 16;
const PRODUCT_COUNT = 1_000;
const SIZE_COUNT = 4_000;
const ROUND_COUNT = 5;
/** Carts of one round, checked out by all shoppers together. */
const CART_COUNT = 400;

/**
 * Complete guest purchases per second, the memory of the process after them, and the checkout alone, compared with its
 * statements on bare connections.
 */
export const checkout: Measurement = {
  name: "checkout",
  async measure(shop) {
    await fillCatalog(shop, PRODUCT_COUNT);
    const sizes = await listSizesToBuy(shop, SIZE_COUNT);
    const carrierId = await shop.getCarrierId();
    return [
      await measurePurchases(shop, sizes, carrierId),
      ...(await measureMemoryAfterLoad(shop)),
      await measureCheckOuts(shop, sizes, carrierId),
    ];
  },
};

async function measurePurchases(shop: BenchShop, sizes: SizeToBuy[], carrierId: string): Promise<Row> {
  const load = await LoadProcess.open({
    kind: "purchase",
    options: { port: shop.port, carrierId, sizes },
    workerCount: SHOPPER_COUNT,
  });
  try {
    await load.run({ ms: 2_500 });
    // Autovacuum would do this within a minute. Until then, PostgreSQL plans for the few orders of a new shop.
    await shop.query("ANALYZE");
    await load.run({ ms: 500 });
    const rates: number[] = [];
    let failedCount = 0;
    for (let round = 0; round < ROUND_COUNT; round++) {
      const outcome = await load.run({ ms: 1_500 });
      rates.push(outcome.perSecond);
      failedCount += outcome.failedCount;
    }
    const rate = median(rates);
    return {
      label: `guest purchase of two lines, ${SHOPPER_COUNT} shoppers`,
      measured: formatRate(rate),
      budget: `≥ ${BUDGET_PURCHASES_PER_SECOND}/s`,
      isMet: failedCount === 0 && rate >= BUDGET_PURCHASES_PER_SECOND,
    };
  } finally {
    await load.close();
  }
}

/** The memory that the process keeps can be read once V8 has collected the garbage: some ten seconds after the load. */
async function measureMemoryAfterLoad(shop: BenchShop): Promise<Row[]> {
  const memoryAtEndMib = readResidentBytes(shop.pid) / 1024 ** 2;
  await sleep(GARBAGE_COLLECTED_AFTER_MS);
  const laterMemoryMib = readResidentBytes(shop.pid) / 1024 ** 2;
  return [
    {
      label: "memory of the process at the end of these purchases",
      measured: `${memoryAtEndMib.toFixed(0)} MiB`,
      budget: "",
    },
    {
      label: `same, ${GARBAGE_COLLECTED_AFTER_MS / 1_000} s later`,
      measured: `${laterMemoryMib.toFixed(0)} MiB`,
      budget: `≤ ${MEMORY_BUDGET_MIB} MiB`,
      isMet: laterMemoryMib <= MEMORY_BUDGET_MIB,
    },
  ];
}

/** A cart can be checked out once, so each round uses newly filled carts. The first round is a warm-up. */
async function measureCheckOuts(shop: BenchShop, sizes: SizeToBuy[], carrierId: string): Promise<Row> {
  const headOffice = await shop.getHeadOffice();
  const connections = await Promise.all(Array.from({ length: SHOPPER_COUNT }, () => Connection.open(shop.port)));
  const shoppers = connections.map((connection) => new Shopper(connection, carrierId));
  const fillCarts = async (): Promise<FilledCart[]> => {
    const cartLists = shoppers.map(async (shopper, index) => {
      const carts: FilledCart[] = [];
      for (let n = index; n < CART_COUNT; n += SHOPPER_COUNT) {
        carts.push({ cartId: await shopper.fillCart(sizes.slice(n, n + 2)), guest: await shopper.registerGuest() });
      }
      return carts;
    });
    return (await Promise.all(cartLists)).flat();
  };
  const [firstShopper] = shoppers;
  const guest = await firstShopper!.registerGuest();
  const sampleOrderId = await firstShopper!.checkOut(await firstShopper!.fillCart(sizes.slice(0, 2)), guest);
  const sample = await readOrderSample(shop, sampleOrderId);

  const rates: Record<"shop" | "bare", number[]> = { shop: [], bare: [] };
  let failedCount = 0;
  for (let round = 0; round <= ROUND_COUNT; round++) {
    const options = { port: shop.port, carrierId, carts: await fillCarts() };
    const shopOutcome = await runOnce({ kind: "check-out", options, workerCount: SHOPPER_COUNT });
    const carts = await fillCarts();
    const requests = await Promise.all(carts.map((cart) => recordCheckoutStatements(headOffice, cart, sample)));
    const bareOutcome = await runOnce({
      kind: "statements",
      options: { databaseConfig: shop.databaseConfig, requests, sendsEachOnce: true, usesGenericPlans: true },
      workerCount: SHOPPER_COUNT,
    });
    failedCount += shopOutcome.failedCount + bareOutcome.failedCount;
    if (round === 0) continue;
    rates.shop.push(shopOutcome.perSecond);
    rates.bare.push(bareOutcome.perSecond);
  }
  for (const connection of connections) connection.close();
  const ratio = median(rates.shop.map((rate, round) => rate / rates.bare[round]!));
  return {
    label: `checkout alone, ${SHOPPER_COUNT} in flight`,
    measured: formatRate(median(rates.shop)),
    comparedWith: `${formatRate(median(rates.bare))} same SQL on pg`,
    ratio,
    budget: `≥ ${BUDGET_RATIO}`,
    isMet: failedCount === 0 && ratio >= BUDGET_RATIO,
  };
}

async function runOnce(setup: Parameters<typeof LoadProcess.open>[0]) {
  const load = await LoadProcess.open(setup);
  try {
    return await load.run({ count: CART_COUNT });
  } finally {
    await load.close();
  }
}
