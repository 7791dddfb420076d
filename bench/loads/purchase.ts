import { Connection } from "../connection.ts";
import type { SizeToBuy } from "../fill-catalog.ts";
import type { Worker } from "../load.ts";
import { createSeededRandom } from "../seeded-random.ts";
import { Shopper } from "../shopper.ts";

export interface PurchaseOptions {
  port: number;
  carrierId: string;
  sizes: SizeToBuy[];
}

/** Complete guest purchases of two lines each. */
export async function open({ port, carrierId, sizes }: PurchaseOptions): Promise<() => Promise<Worker>> {
  const pick = createSeededRandom();
  return async () => {
    const connection = await Connection.open(port);
    const shopper = new Shopper(connection, carrierId);
    return {
      work: async () => {
        const firstIndex = pick(sizes.length - 1);
        await shopper.buy(sizes.slice(firstIndex, firstIndex + 2));
      },
      close: async () => connection.close(),
    };
  };
}
