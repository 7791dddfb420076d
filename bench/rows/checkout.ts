import { setTimeout as sleep } from "node:timers/promises";
import type { BenchShop } from "../bench-shop.ts";
import { recordCheckoutStatements, readSample } from "../checkout-statements.ts";
import { Connection } from "../connection.ts";
import { median, perSecond } from "../figures.ts";
import { fillCatalog, listSizesToBuy, type SizeToBuy } from "../fill-catalog.ts";
import { Load } from "../load-process.ts";
import { residentBytes } from "../process-figures.ts";
import { Shopper, type FilledCart } from "../shopper.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

/** Checkouts of the shop divided by those that its bare statements reach. */
const BUDGET_RATIO = 0.4;
const BUDGET_PURCHASES_PER_SECOND = 200;
const BUDGET_MIB = 300;
const COLLECTED_AFTER_MS = 20_000;
const SHOPPERS = 16;
const PRODUCTS = 1_000;
const SIZES = 4_000;
const ROUNDS = 5;
/** Carts of one round, checked out by all shoppers together. */
const CARTS = 400;

/** Complete guest purchases per second, and the checkout alone, compared with its statements on bare connections. */
export const checkout: Measurement = {
  name: "checkout",
  async measure(shop) {
    await fillCatalog(shop, PRODUCTS);
    const sizes = await listSizesToBuy(shop, SIZES);
    const carrierId = await shop.carrierId();
    return [
      await purchases(shop, sizes, carrierId),
      ...(await memoryAfterLoad(shop)),
      await checkOuts(shop, sizes, carrierId),
    ];
  },
};

async function purchases(shop: BenchShop, sizes: SizeToBuy[], carrierId: string): Promise<Row> {
  const load = await Load.open({
    kind: "purchase",
    options: { port: shop.port, carrierId, sizes },
    workers: SHOPPERS,
  });
  try {
    await load.run({ ms: 2_500 });
    // Autovacuum would do this within a minute. Until then, PostgreSQL plans for the few orders of a new shop.
    await shop.query("ANALYZE");
    await load.run({ ms: 500 });
    const rates: number[] = [];
    let failed = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const outcome = await load.run({ ms: 1_500 });
      rates.push(outcome.perSecond);
      failed += outcome.failed;
    }
    const rate = median(rates);
    return {
      label: `guest purchase of two lines, ${SHOPPERS} shoppers`,
      measured: perSecond(rate),
      budget: `≥ ${BUDGET_PURCHASES_PER_SECOND}/s`,
      isMet: failed === 0 && rate >= BUDGET_PURCHASES_PER_SECOND,
    };
  } finally {
    await load.close();
  }
}

/** What the process keeps is known once V8 has collected the load's garbage, some ten seconds after it ended. */
async function memoryAfterLoad(shop: BenchShop): Promise<Row[]> {
  const atEnd = residentBytes(shop.pid) / 1024 ** 2;
  await sleep(COLLECTED_AFTER_MS);
  const kept = residentBytes(shop.pid) / 1024 ** 2;
  return [
    { label: "memory of the process at the end of these purchases", measured: `${atEnd.toFixed(0)} MiB`, budget: "" },
    {
      label: `same, ${COLLECTED_AFTER_MS / 1_000} s later`,
      measured: `${kept.toFixed(0)} MiB`,
      budget: `≤ ${BUDGET_MIB} MiB`,
      isMet: kept <= BUDGET_MIB,
    },
  ];
}

/** A cart can be checked out once, so each round uses newly filled carts. The first round is a warm-up. */
async function checkOuts(shop: BenchShop, sizes: SizeToBuy[], carrierId: string): Promise<Row> {
  const seller = await shop.headOffice();
  const connections = await Promise.all(Array.from({ length: SHOPPERS }, () => Connection.open(shop.port)));
  const shoppers = connections.map((connection) => new Shopper(connection, carrierId));
  const fillCarts = async (): Promise<FilledCart[]> => {
    const filled = shoppers.map(async (shopper, index) => {
      const carts: FilledCart[] = [];
      for (let n = index; n < CARTS; n += SHOPPERS) {
        carts.push({ cartId: await shopper.fillCart(sizes.slice(n, n + 2)), guest: await shopper.registerGuest() });
      }
      return carts;
    });
    return (await Promise.all(filled)).flat();
  };
  const [first] = shoppers;
  const guest = await first!.registerGuest();
  const sampleId = await first!.checkOut(await first!.fillCart(sizes.slice(0, 2)), guest);
  const sample = await readSample(shop, sampleId);

  const rates: Record<"shop" | "limit", number[]> = { shop: [], limit: [] };
  let failed = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const options = { port: shop.port, carrierId, carts: await fillCarts() };
    const shopOutcome = await runOnce({ kind: "check-out", options, workers: SHOPPERS });
    const carts = await fillCarts();
    const requests = await Promise.all(carts.map((cart) => recordCheckoutStatements(seller, cart, sample)));
    const limitOutcome = await runOnce({
      kind: "statements",
      options: { databaseConfig: shop.databaseConfig, requests, once: true, planOnce: true },
      workers: SHOPPERS,
    });
    failed += shopOutcome.failed + limitOutcome.failed;
    if (round === 0) continue;
    rates.shop.push(shopOutcome.perSecond);
    rates.limit.push(limitOutcome.perSecond);
  }
  for (const connection of connections) connection.close();
  const ratio = median(rates.shop.map((rate, round) => rate / rates.limit[round]!));
  return {
    label: `checkout alone, ${SHOPPERS} in flight`,
    measured: perSecond(median(rates.shop)),
    limit: `${perSecond(median(rates.limit))} same SQL on pg`,
    ratio,
    budget: `≥ ${BUDGET_RATIO}`,
    isMet: failed === 0 && ratio >= BUDGET_RATIO,
  };
}

async function runOnce(options: Parameters<typeof Load.open>[0]) {
  const load = await Load.open(options);
  try {
    return await load.run({ count: CARTS });
  } finally {
    await load.close();
  }
}
