import { BareServerProcess } from "../bare-server-process.ts";
import type { BenchShop } from "../bench-shop.ts";
import { compare } from "../compare.ts";
import { formatRate } from "../figures.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

/** The shop's rate divided by the bare handler's. */
const BUDGET_RATIO = 0.6;
const CONNECTION_COUNT = 32;

/** Answers from the process's memory, compared with a bare handler that sends the same bytes and headers. */
export const memory: Measurement = {
  name: "memory",
  async measure(shop) {
    const { rows } = await shop.query("SELECT id FROM products WHERE is_published AND presale_id IS NULL LIMIT 1");
    const productId = (rows as { id: string }[])[0]!.id;
    const bareServer = await BareServerProcess.start();
    try {
      return [
        await measureFromMemory(shop, bareServer, "list", "/api/v1/search2?page=1&size=12"),
        await measureFromMemory(shop, bareServer, "search", "/api/v1/search2?searchTerm=vestido"),
        await measureFromMemory(shop, bareServer, "product", `/api/v1/products/${productId}`),
        await measureFromMemory(shop, bareServer, "anonymous home page", "/"),
      ];
    } finally {
      bareServer.stop();
    }
  },
};

async function measureFromMemory(
  shop: BenchShop,
  bareServer: BareServerProcess,
  label: string,
  path: string,
): Promise<Row> {
  await bareServer.copy(shop.port, path);
  const toLoadSetup = (port: number) => ({
    kind: "get",
    options: { port, paths: [path] },
    workerCount: CONNECTION_COUNT,
  });
  const comparison = await compare({
    shop: toLoadSetup(shop.port),
    limit: toLoadSetup(bareServer.port),
    roundLength: { ms: 700 },
    warmUpLength: { ms: 1_200 },
  });
  return {
    label: `${label}, from memory`,
    measured: formatRate(comparison.shopPerSecond),
    limit: `${formatRate(comparison.limitPerSecond)} bare node:http`,
    ratio: comparison.ratio,
    budget: `≥ ${BUDGET_RATIO}`,
    isMet: comparison.failedCount === 0 && comparison.ratio >= BUDGET_RATIO,
  };
}
