import { Connection } from "../connection.ts";
import { median } from "../figures.ts";
import { fillCatalog, listSizesToBuy } from "../fill-catalog.ts";
import { formatRequest } from "../request.ts";
import { Shopper } from "../shopper.ts";
import { ShopProcess } from "../shop-process.ts";
import { StatementCounter, type Count } from "../statement-counter.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

const PRODUCT_COUNT = 1_000;
const SIZE_COUNT = 400;
const REPEAT_COUNT = 15;
const PURCHASE_CALL_COUNT = 6;

/**
 * The number of statements of a request, counted by a proxy between the database and a second process of the shop,
 * which serves no other requests. The figures are medians, so that new connections and the settings, which are read
 * again after a second and a half, do not affect them.
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
      const listCount = await measureMedianCount(counter, search);
      const addCount = await measureMedianCount(counter, (n) => shopper.fillCart(pickTwoSizes(n)));
      const purchaseCount = await measureMedianCount(counter, (n) => shopper.buy(pickTwoSizes(n)));
      const guest = await shopper.registerGuest();
      const cartIds: string[] = [];
      for (let n = 0; n < REPEAT_COUNT; n++) cartIds.push(await shopper.fillCart(pickTwoSizes(n)));
      const checkoutCount = await measureMedianCount(counter, (n) => shopper.checkOut(cartIds[n]!, guest));
      return [
        toRow("list not cached", listCount, { statements: 3 }),
        toRow("add to cart", addCount, {}),
        toRow(`guest purchase of two lines, ${PURCHASE_CALL_COUNT} calls`, purchaseCount, { statements: 20 }),
        toRow("checkout", checkoutCount, { roundTrips: 4 }),
      ];
    } finally {
      connection.close();
      await countedShop.stop();
      await counter.stop();
    }
  },
};

async function measureMedianCount(counter: StatementCounter, work: (n: number) => Promise<unknown>): Promise<Count> {
  const counts: Count[] = [];
  for (let n = 0; n < REPEAT_COUNT; n++) counts.push(await counter.countDuring(() => work(n)));
  return {
    statements: median(counts.map((count) => count.statements)),
    roundTrips: median(counts.map((count) => count.roundTrips)),
  };
}

function toRow(label: string, count: Count, budget: Partial<Count>): Row {
  const { statements = Infinity, roundTrips = Infinity } = budget;
  const budgets = [
    ...(statements === Infinity ? [] : [`≤ ${statements} statements`]),
    ...(roundTrips === Infinity ? [] : [`≤ ${roundTrips} round trips`]),
  ];
  return {
    label,
    measured: `${count.statements} statements in ${count.roundTrips} round trips`,
    budget: budgets.join(", "),
    ...(budgets.length === 0 ? {} : { isMet: count.statements <= statements && count.roundTrips <= roundTrips }),
  };
}
