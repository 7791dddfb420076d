import { randomUUID } from "node:crypto";
import { Connection } from "../connection.ts";
import type { SizeToBuy } from "../fill-catalog.ts";
import type { Worker } from "../load.ts";
import { formatRequest } from "../request.ts";
import { createSeededRandom } from "../seeded-random.ts";

export interface AddOptions {
  port: number;
  sizes: SizeToBuy[];
  /** Whether each call has an `Idempotency-Key`, as in the browser. */
  sendsIdempotencyKeys?: boolean;
}

/** Creates carts with one piece of one of these sizes each. */
export async function open({ port, sizes, sendsIdempotencyKeys = false }: AddOptions): Promise<() => Promise<Worker>> {
  const pick = createSeededRandom();
  return async () => {
    const connection = await Connection.open(port);
    return {
      work: async () => {
        const size = sizes[pick(sizes.length)]!;
        const line = { productId: size.productId, attributeId: size.sizeId, quantity: 1 };
        const idempotencyKey = sendsIdempotencyKeys ? randomUUID() : undefined;
        const answer = await connection.send(
          formatRequest("POST", "/api/v1/carts", { body: { products: [line] }, idempotencyKey }),
        );
        const text = answer.body.toString();
        if (answer.status !== 200 || !text.endsWith('"failed":[]}')) throw new Error(`${answer.status} ${text}`);
      },
      close: async () => connection.close(),
    };
  };
}
