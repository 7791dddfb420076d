import { randomUUID } from "node:crypto";
import { Connection } from "../connection.ts";
import type { SizeToBuy } from "../fill-catalog.ts";
import type { Worker } from "../load.ts";
import { request } from "../request.ts";
import { seededPicks } from "../seeded.ts";

export interface AddOptions {
  port: number;
  sizes: SizeToBuy[];
  /** Each call with an `Idempotency-Key`, as the browser sends it. */
  genericPlanDb?: boolean;
}

/** New carts with one piece of one of these sizes each. */
export async function open({ port, sizes, genericPlanDb = false }: AddOptions): Promise<() => Promise<Worker>> {
  const pick = seededPicks();
  return async () => {
    const connection = await Connection.open(port);
    return {
      work: async () => {
        const size = sizes[pick(sizes.length)]!;
        const line = { productId: size.productId, attributeId: size.sizeId, quantity: 1 };
        const key = genericPlanDb ? randomUUID() : undefined;
        const answer = await connection.ask(request("POST", "/api/v1/carts", { body: { products: [line] }, key }));
        const text = answer.body.toString();
        if (answer.status !== 200 || !text.endsWith('"failed":[]}')) throw new Error(`${answer.status} ${text}`);
      },
      close: async () => connection.close(),
    };
  };
}
