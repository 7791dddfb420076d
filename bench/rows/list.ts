import { ProductCounts } from "../../src/server/catalog/product-counts.ts";
import { searchProducts } from "../../src/server/catalog/search-products.ts";
import type { BenchShop } from "../bench-shop.ts";
import { compare, type Compared } from "../compare.ts";
import { perSecond } from "../figures.ts";
import { fillCatalog } from "../fill-catalog.ts";
import { listSearches, searchPath } from "../searches.ts";
import { recordStatements } from "../statements.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

const BUDGET = 0.35;
const BUDGET_P99_MS = 25;
const BUDGET_GROWTH = 2;
const CONNECTIONS = 16;
const SEARCHES = 600;
const FEW = 1_000;
const MANY = 10_000;

/** Lists that were not requested before, so that no cache helps, against the shop's own SQL on bare connections. */
export const list: Measurement = {
  name: "list",
  async measure(shop) {
    const few = await unseen(shop, FEW);
    const many = await unseen(shop, MANY);
    const growth = few.shop / many.shop;
    return [
      ...toRows(FEW, few),
      ...toRows(MANY, many),
      {
        work: "list, growth from 1,000 to 10,000 products",
        measured: `${growth.toFixed(2)} ×`,
        limit: `${(few.limit / many.limit).toFixed(2)} × the SQL alone`,
        budget: `< ${BUDGET_GROWTH} ×`,
        isMet: growth < BUDGET_GROWTH,
      },
    ];
  },
};

async function unseen(shop: BenchShop, products: number): Promise<Compared> {
  await fillCatalog(shop, products);
  const searches = await listSearches(shop, SEARCHES);
  const seller = await shop.headOffice();
  const record = (search: (typeof searches)[number]) =>
    recordStatements(
      (db) => searchProducts({ readDb: db, genericPlanReadDb: db, counts: new ProductCounts() }, seller, search),
      [{ count: 0 }],
    );
  const { port, address } = shop;
  return compare({
    shop: {
      kind: "get",
      options: { port, paths: searches.map(searchPath), unseen: true },
      workers: CONNECTIONS,
    },
    limit: {
      kind: "statements",
      options: { address, requests: await Promise.all(searches.map(record)) },
      workers: CONNECTIONS,
    },
    round: { ms: 2_000 },
    warmUp: { ms: 2_000 },
  });
}

function toRows(products: number, compared: Compared): Row[] {
  const work = `list not cached, ${products.toLocaleString("en")} products`;
  return [
    {
      work,
      measured: perSecond(compared.shop),
      limit: `${perSecond(compared.limit)} same SQL on pg`,
      ratio: compared.ratio,
      budget: `≥ ${BUDGET}`,
      isMet: compared.failed === 0 && compared.ratio >= BUDGET,
    },
    {
      work: `${work}, p99 at ${CONNECTIONS}`,
      measured: `${compared.p99.toFixed(1)} ms (p50 ${compared.p50.toFixed(1)})`,
      budget: `≤ ${BUDGET_P99_MS} ms`,
      isMet: compared.p99 <= BUDGET_P99_MS,
    },
  ];
}
