import type { BenchShop } from "../bench-shop.ts";
import { compareWithBareLoad, type Comparison } from "../compare.ts";
import { formatRate } from "../figures.ts";
import { fillCatalog } from "../fill-catalog.ts";
import { listSearches, toSearchPath } from "../searches.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

/** Lists per second of the shop, divided by the pages of products (READ_PAGE) per second on bare connections. */
const BUDGET_RATIO = 0.35;
const BUDGET_P99_MS = 25;
/** How many times slower a list may be among many products than among few. */
const MAX_SLOWDOWN = 1.3;
const CONNECTION_COUNT = 16;
const SEARCH_COUNT = 600;
const FEW_PRODUCTS = 1_000;
/** `BENCH_PRODUCTS=100000` for a large chain. Generating them takes two minutes. */
const MANY_PRODUCTS = Number(process.env.BENCH_PRODUCTS ?? 10_000);

/** A page of products with their sizes, the minimum that PostgreSQL must read for a list. */
const READ_PAGE = `
  SELECT p.*, s.id AS size_id, s.available FROM (
    SELECT * FROM products WHERE is_published AND presale_id IS NULL
    ORDER BY created_at DESC, id LIMIT 12 OFFSET $1::int) p JOIN sizes s ON s.product_id = p.id`;
const PAGE_COUNT = 80;

/** Lists that are in no cache, compared with a page of products on bare connections. */
export const list: Measurement = {
  name: "list",
  async measure(shop) {
    const fewProductsComparison = await compareUncached(shop, FEW_PRODUCTS);
    const manyProductsComparison = await compareUncached(shop, MANY_PRODUCTS);
    // Ratios are compared, not rates: a page on bare connections takes the same time in both catalogues, so a
    // disturbance of the machine cancels out.
    const slowdown = fewProductsComparison.ratio / manyProductsComparison.ratio;
    return [
      ...toRows(FEW_PRODUCTS, fewProductsComparison),
      ...toRows(MANY_PRODUCTS, manyProductsComparison),
      {
        label: `list, slowdown from 1,000 to ${MANY_PRODUCTS.toLocaleString("en")} products`,
        measured: `${slowdown.toFixed(2)} ×`,
        budget: `≤ ${MAX_SLOWDOWN} ×`,
        isMet: slowdown <= MAX_SLOWDOWN,
      },
    ];
  },
};

async function compareUncached(shop: BenchShop, productCount: number): Promise<Comparison> {
  await fillCatalog(shop, productCount);
  const searches = await listSearches(shop, SEARCH_COUNT);
  const pages = Array.from({ length: PAGE_COUNT }, (_, page) => [{ text: READ_PAGE, values: [page * 12] }]);
  const { port, databaseConfig } = shop;
  return compareWithBareLoad({
    shop: {
      kind: "get",
      options: { port, paths: searches.map(toSearchPath), addsNumbers: true },
      workerCount: CONNECTION_COUNT,
    },
    bareSetup: {
      kind: "statements",
      options: { databaseConfig, requests: pages, usesGenericPlans: true },
      workerCount: CONNECTION_COUNT,
    },
    roundLength: { ms: 2_000 },
    warmUpLength: { ms: 2_000 },
  });
}

function toRows(productCount: number, comparison: Comparison): Row[] {
  const label = `list not cached, ${productCount.toLocaleString("en")} products`;
  return [
    {
      label,
      measured: formatRate(comparison.shopPerSecond),
      comparedWith: `${formatRate(comparison.barePerSecond)} a page on pg`,
      ratio: comparison.ratio,
      budget: `≥ ${BUDGET_RATIO}`,
      isMet: comparison.failedCount === 0 && comparison.ratio >= BUDGET_RATIO,
    },
    {
      label: `${label}, p99 at ${CONNECTION_COUNT}`,
      measured: `${comparison.p99Ms.toFixed(1)} ms (p50 ${comparison.p50Ms.toFixed(1)})`,
      budget: `≤ ${BUDGET_P99_MS} ms`,
      isMet: comparison.p99Ms <= BUDGET_P99_MS,
    },
  ];
}
