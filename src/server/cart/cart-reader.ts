import type { Db } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import { listCarts, type Cart } from "./queries.ts";

interface PendingRead {
  cartId: string;
  resolve: (cart: Cart | undefined) => void;
  reject: (error: unknown) => void;
}

const MAX_IN_FLIGHT = 3;
const MAX_CARTS = 64;

/**
 * Reads carts. All carts of a shop requested at the same time are read in one statement, for the same reason as in the
 * reservation batcher: under load the statement is the cost, not the row. A read always starts after its request.
 */
export class CartReader {
  private readonly waiting = new Map<Shop, PendingRead[]>();
  private inFlight = 0;
  private scheduled = false;
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  find(shop: Shop, cartId: string): Promise<Cart | undefined> {
    return new Promise((resolve, reject) => {
      const queue = this.waiting.get(shop) ?? [];
      queue.push({ cartId, resolve, reject });
      this.waiting.set(shop, queue);
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      while (this.inFlight < MAX_IN_FLIGHT && this.waiting.size > 0) void this.serveNext();
    });
  }

  private async serveNext(): Promise<void> {
    const [shop, queue] = this.waiting.entries().next().value!;
    const batch = queue.splice(0, MAX_CARTS);
    if (queue.length === 0) this.waiting.delete(shop);
    this.inFlight++;
    try {
      const carts = await listCarts(this.db, shop, [...new Set(batch.map((pending) => pending.cartId))]);
      const byId = new Map(carts.map((cart) => [cart.id, cart]));
      for (const pending of batch) pending.resolve(byId.get(pending.cartId));
    } catch (error) {
      for (const pending of batch) pending.reject(error);
    } finally {
      this.inFlight--;
      if (this.waiting.size > 0) this.schedule();
    }
  }
}
