import { Batcher } from "../db/batcher.ts";
import type { Db } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import { listCarts, type Cart } from "./queries.ts";

interface CartKey {
  shop: Shop;
  cartId: string;
}

/**
 * Reads carts. Up to 64 carts of a shop that are requested at the same time are read in one statement, because under
 * load a statement costs more than its rows. A read always starts after its request.
 */
export class CartReader {
  private readonly batcher: Batcher<CartKey, Cart | undefined>;

  constructor(db: Db) {
    this.batcher = new Batcher((keys) => findCarts(db, keys), {
      groupOf: ({ shop }) => shop,
      maxBatchSize: 64,
      maxInFlight: 3,
    });
  }

  find(shop: Shop, cartId: string): Promise<Cart | undefined> {
    return this.batcher.run({ shop, cartId });
  }
}

/** All keys are of one shop. */
async function findCarts(db: Db, keys: readonly CartKey[]): Promise<(Cart | undefined)[]> {
  const carts = await listCarts(db, keys[0]!.shop, [...new Set(keys.map(({ cartId }) => cartId))]);
  const cartsById = new Map(carts.map((cart) => [cart.id, cart]));
  return keys.map(({ cartId }) => cartsById.get(cartId));
}
