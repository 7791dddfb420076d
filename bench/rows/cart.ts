import type { BenchShop } from "../bench-shop.ts";
import { compare } from "../compare.ts";
import { perSecond } from "../figures.ts";
import { fillCatalog, listSizesToBuy, type SizeToBuy } from "../fill-catalog.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

const PRODUCTS = 1_000;
const SIZES = 4_000;

interface Case {
  work: string;
  sizes: SizeToBuy[];
  inFlight: number;
  genericPlanDb?: boolean;
  /** Undefined if the line has no budget. */
  budget?: number;
}

/** Adding to a cart over HTTP against the one-cart statement on bare connections. */
export const cart: Measurement = {
  name: "cart",
  async measure(shop) {
    await fillCatalog(shop, PRODUCTS);
    const sizes = await listSizesToBuy(shop, SIZES);
    const hot = sizes.slice(0, 1);
    const seller = await shop.headOffice();
    const cases: Case[] = [
      { work: "add to cart, many sizes", sizes, inFlight: 16, budget: 0.6 },
      { work: "same, with the browser's keys", sizes, inFlight: 16, genericPlanDb: true },
      { work: "add to cart, one hot size", sizes: hot, inFlight: 16, budget: 2 },
      { work: "add to cart, one hot size", sizes: hot, inFlight: 64, budget: 2 },
    ];
    const rows: Row[] = [];
    for (const one of cases) rows.push(await add(shop, seller.id, one));
    return rows;
  },
};

/** The embedded database takes 60 connections, the shop's own among them. */
const MAX_BARE = 32;

async function add(shop: BenchShop, shopId: string, wanted: Case): Promise<Row> {
  const { sizes, inFlight, genericPlanDb = false, budget } = wanted;
  const { port, address } = shop;
  const bare = Math.min(inFlight, MAX_BARE);
  const compared = await compare({
    shop: { kind: "add-to-cart", options: { port, sizes, genericPlanDb }, workers: inFlight },
    limit: { kind: "reserve-one", options: { address, shopId, sizes }, workers: bare },
    round: { ms: 1_500 },
  });
  return {
    work: `${wanted.work}, ${inFlight} in flight`,
    measured: `${perSecond(compared.shop)} (p99 ${compared.p99.toFixed(0)} ms)`,
    limit: `${perSecond(compared.limit)} one statement a cart on pg`,
    ratio: compared.ratio,
    budget: budget === undefined ? "" : `≥ ${budget}`,
    ...(budget === undefined ? {} : { isMet: compared.failed === 0 && compared.ratio >= budget }),
  };
}
