import { BareServerProcess } from "../bare-server-process.ts";
import type { BenchShop } from "../bench-shop.ts";
import { compareWithBareLoad } from "../compare.ts";
import { formatRate } from "../figures.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

/** The shop's rate divided by the bare handler's. */
const BUDGET_RATIO = 0.6;
const CONNECTION_COUNT = 32;

/** Answers from the process's memory, compared with a bare handler that sends the same bytes and headers. */
export const cachedAnswers: Measurement = {
  name: "cached-answers",
  async measure(shop) {
    const { rows } = await shop.query("SELECT id FROM products WHERE is_published AND presale_id IS NULL LIMIT 1");
    const productId = (rows as { id: string }[])[0]!.id;
    const bareServer = await BareServerProcess.start();
    try {
      return [
        await measureCachedAnswer(shop, bareServer, "list", "/api/v1/search2?page=1&size=12"),
        await measureCachedAnswer(shop, bareServer, "search", "/api/v1/search2?searchTerm=vestido"),
        await measureCachedAnswer(shop, bareServer, "product", `/api/v1/products/${productId}`),
        await measureCachedAnswer(shop, bareServer, "anonymous home page", "/"),
      ];
    } finally {
      bareServer.stop();
    }
  },
};

async function measureCachedAnswer(
  shop: BenchShop,
  bareServer: BareServerProcess,
  label: string,
  path: string,
): Promise<Row> {
  await bareServer.copyAnswer(shop.port, path);
  const toLoadSetup = (port: number) => ({
    kind: "get",
    options: { port, paths: [path] },
    workerCount: CONNECTION_COUNT,
  });
  const comparison = await compareWithBareLoad({
    shop: toLoadSetup(shop.port),
    bareSetup: toLoadSetup(bareServer.port),
    roundLength: { ms: 700 },
    warmUpLength: { ms: 1_200 },
  });
  return {
    label: `${label}, from memory`,
    measured: formatRate(comparison.shopPerSecond),
    comparedWith: `${formatRate(comparison.barePerSecond)} bare node:http`,
    ratio: comparison.ratio,
    budget: `≥ ${BUDGET_RATIO}`,
    isMet: comparison.failedCount === 0 && comparison.ratio >= BUDGET_RATIO,
  };
}
