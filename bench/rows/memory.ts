import { BareServer } from "../bare.ts";
import type { BenchShop } from "../bench-shop.ts";
import { compare } from "../compare.ts";
import { perSecond } from "../figures.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

/** The shop's rate divided by the bare handler's. */
const BUDGET_RATIO = 0.6;
const CONNECTIONS = 32;

/** Answers from the process's memory, compared with a bare handler that sends the same bytes and headers. */
export const memory: Measurement = {
  name: "memory",
  async measure(shop) {
    const { rows } = await shop.query("SELECT id FROM products WHERE is_published AND presale_id IS NULL LIMIT 1");
    const productId = (rows as { id: string }[])[0]!.id;
    const bare = await BareServer.start();
    try {
      return [
        await fromMemory(shop, bare, "list", "/api/v1/search2?page=1&size=12"),
        await fromMemory(shop, bare, "search", "/api/v1/search2?searchTerm=vestido"),
        await fromMemory(shop, bare, "product", `/api/v1/products/${productId}`),
        await fromMemory(shop, bare, "anonymous home page", "/"),
      ];
    } finally {
      bare.stop();
    }
  },
};

async function fromMemory(shop: BenchShop, bare: BareServer, label: string, path: string): Promise<Row> {
  await bare.copy(shop.port, path);
  const get = (port: number) => ({ kind: "get", options: { port, paths: [path] }, workers: CONNECTIONS });
  const compared = await compare({
    shop: get(shop.port),
    limit: get(bare.port),
    round: { ms: 700 },
    warmUp: { ms: 1_200 },
  });
  return {
    label: `${label}, from memory`,
    measured: perSecond(compared.shop),
    limit: `${perSecond(compared.limit)} bare node:http`,
    ratio: compared.ratio,
    budget: `≥ ${BUDGET_RATIO}`,
    isMet: compared.failed === 0 && compared.ratio >= BUDGET_RATIO,
  };
}
