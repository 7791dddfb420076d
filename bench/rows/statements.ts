import { Connection } from "../connection.ts";
import { median } from "../figures.ts";
import { fillCatalog, listSizesToBuy } from "../fill-catalog.ts";
import { formatRequest } from "../request.ts";
import { Shopper } from "../shopper.ts";
import { ShopProcess } from "../shop-process.ts";
import { StatementCounter, type StatementCounts } from "../statement-counter.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

const PRODUCT_COUNT = 1_000;
const SIZE_COUNT = 400;
const REPEAT_COUNT = 15;
const PURCHASE_CALL_COUNT = 6;

/**
 * The statements and round trips of requests, counted by a proxy between the database and a second process of the
 * shop, which serves no other requests. The figures are medians, so that new connections and the settings, which are
 * read again after a second and a half, do not affect them.
 */
export const statements: Measurement = {
  name: "statements",
  async measure(shop) {
    await fillCatalog(shop, PRODUCT_COUNT);
    const sizes = await listSizesToBuy(shop, SIZE_COUNT);
    const carrierId = await shop.getCarrierId();
    const counter = await StatementCounter.start(shop.databaseConfig);
    const countedShop = await ShopProcess.start({ DATABASE_URL: counter.url, DATA_DIR: shop.dataDir, ROLE: "web" });
    const connection = await Connection.open(countedShop.port);
    try {
      const shopper = new Shopper(connection, carrierId);
      const pickTwoSizes = (n: number) => sizes.slice(n * 2, n * 2 + 2);
      // Each request is for another brand, because the total of an earlier list may be cached.
      const search = (n: number) =>
        connection.send(formatRequest("GET", `/api/v1/search2?brand=marca-${n + 1}&page=1`));
      const listCounts = await measureMedianCounts(counter, search);
      const addCounts = await measureMedianCounts(counter, (n) => shopper.fillCart(pickTwoSizes(n)));
      const purchaseCounts = await measureMedianCounts(counter, (n) => shopper.buy(pickTwoSizes(n)));
      const guest = await shopper.registerGuest();
      const cartIds: string[] = [];
      for (let n = 0; n < REPEAT_COUNT; n++) cartIds.push(await shopper.fillCart(pickTwoSizes(n)));
      const checkoutCounts = await measureMedianCounts(counter, (n) => shopper.checkOut(cartIds[n]!, guest));
      return [
        toRow("list not cached", listCounts, { statements: 3 }),
        toRow("add to cart", addCounts, {}),
        toRow(`guest purchase of two lines, ${PURCHASE_CALL_COUNT} calls`, purchaseCounts, { statements: 20 }),
        toRow("checkout", checkoutCounts, { roundTrips: 4 }),
      ];
    } finally {
      connection.close();
      await countedShop.stop();
      await counter.stop();
    }
  },
};

async function measureMedianCounts(
  counter: StatementCounter,
  work: (n: number) => Promise<unknown>,
): Promise<StatementCounts> {
  const runs: StatementCounts[] = [];
  for (let n = 0; n < REPEAT_COUNT; n++) runs.push(await counter.countDuring(() => work(n)));
  return {
    statements: median(runs.map((run) => run.statements)),
    roundTrips: median(runs.map((run) => run.roundTrips)),
  };
}

function toRow(label: string, counts: StatementCounts, budget: Partial<StatementCounts>): Row {
  const { statements = Infinity, roundTrips = Infinity } = budget;
  const budgets = [
    ...(statements === Infinity ? [] : [`≤ ${statements} statements`]),
    ...(roundTrips === Infinity ? [] : [`≤ ${roundTrips} round trips`]),
  ];
  return {
    label,
    measured: `${counts.statements} statements in ${counts.roundTrips} round trips`,
    budget: budgets.join(", "),
    ...(budgets.length === 0 ? {} : { isMet: counts.statements <= statements && counts.roundTrips <= roundTrips }),
  };
}
