import { Client, type PoolConfig } from "pg";
import { newId } from "../../src/server/db/new-id.ts";
import { bareConnectionConfig } from "../bench-shop.ts";
import type { SizeToBuy } from "../fill-catalog.ts";
import type { Worker } from "../load.ts";
import { createSeededRandom } from "../seeded-random.ts";

export interface ReserveOptions {
  databaseConfig: PoolConfig;
  shopId: string;
  sizes: SizeToBuy[];
}

/**
 * Creates one cart with one piece in one statement: without batches, reasons for refusals, presales or the check of
 * expiry. Decision 2 compares such a statement per cart with batches.
 */
const RESERVE_ONE = `
WITH taken AS (
  UPDATE sizes SET available = available - 1 WHERE id = $2 AND product_id = $3 AND available >= 1 RETURNING id
), created AS (
  INSERT INTO carts (id, shop_id, first_line_at, modified_at, expires_at, held)
  SELECT $1, $4, now(), now(), now() + interval '20 minutes', 1 FROM taken
)
INSERT INTO cart_lines (cart_id, size_id, position, pieces, held) SELECT $1, id, 1001, 1, 1 FROM taken`;

/** Creates carts with one piece of one of these sizes each, on bare connections. */
export async function open({ databaseConfig, shopId, sizes }: ReserveOptions): Promise<() => Promise<Worker>> {
  const pick = createSeededRandom();
  return async () => {
    const client = new Client(bareConnectionConfig(databaseConfig));
    client.on("error", () => {}); // A lost connection fails the next statement, not the process.
    await client.connect();
    return {
      work: async () => {
        const { sizeId, productId } = sizes[pick(sizes.length)]!;
        const values = [newId(), sizeId, productId, shopId];
        const { rowCount } = await client.query({ name: "reserve one", text: RESERVE_ONE, values });
        if (rowCount !== 1) throw new Error("not reserved");
      },
      close: () => client.end(),
    };
  };
}
