import { Connection } from "../connection.ts";
import { median } from "../figures.ts";
import { fillCatalog, listSizesToBuy } from "../fill-catalog.ts";
import { request } from "../request.ts";
import { Shopper } from "../shopper.ts";
import { ShopProcess } from "../shop-process.ts";
import { StatementCounter, type Count } from "../statement-counter.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

const PRODUCTS = 1_000;
const SIZES = 400;
const REPEATS = 15;
const CALLS = 6;

/**
 * The number of statements of a request, counted by a proxy between the database and a second process of the shop,
 * which serves no other requests. The figures are medians, so that new connections and the settings, which are read
 * again after a second and a half, do not affect them.
 */
export const statements: Measurement = {
  name: "statements",
  async measure(shop) {
    await fillCatalog(shop, PRODUCTS);
    const sizes = await listSizesToBuy(shop, SIZES);
    const carrierId = await shop.carrierId();
    const counter = await StatementCounter.start(shop.databaseConfig);
    const counted = await ShopProcess.start({ DATABASE_URL: counter.url, DATA_DIR: shop.dataDir, ROLE: "web" });
    const connection = await Connection.open(counted.port);
    try {
      const shopper = new Shopper(connection, carrierId);
      const twoSizes = (n: number) => sizes.slice(n * 2, n * 2 + 2);
      // Each request is for another brand, because the total of an earlier list may be cached.
      const search = (n: number) => connection.send(request("GET", `/api/v1/search2?brand=marca-${n + 1}&page=1`));
      const list = await repeat(counter, search);
      const add = await repeat(counter, (n) => shopper.fillCart(twoSizes(n)));
      const purchase = await repeat(counter, (n) => shopper.buy(twoSizes(n)));
      const guest = await shopper.registerGuest();
      const cartIds: string[] = [];
      for (let n = 0; n < REPEATS; n++) cartIds.push(await shopper.fillCart(twoSizes(n)));
      const checkout = await repeat(counter, (n) => shopper.checkOut(cartIds[n]!, guest));
      return [
        toRow("list not cached", list, { statements: 3 }),
        toRow("add to cart", add, {}),
        toRow(`guest purchase of two lines, ${CALLS} calls`, purchase, { statements: 20 }),
        toRow("checkout", checkout, { roundTrips: 4 }),
      ];
    } finally {
      connection.close();
      await counted.stop();
      await counter.stop();
    }
  },
};

async function repeat(counter: StatementCounter, work: (n: number) => Promise<unknown>): Promise<Count> {
  const counts: Count[] = [];
  for (let n = 0; n < REPEATS; n++) counts.push(await counter.during(() => work(n)));
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
