import { Connection } from "../connection.ts";
import type { Worker } from "../load.ts";
import { Shopper, type FilledCart } from "../shopper.ts";

export interface CheckOutOptions {
  port: number;
  carrierId: string;
  /** Carts that were filled before. Each is checked out once. */
  carts: FilledCart[];
}

/** Checks out carts that were filled before. */
export async function open({ port, carrierId, carts }: CheckOutOptions): Promise<() => Promise<Worker>> {
  return async () => {
    const connection = await Connection.open(port);
    const shopper = new Shopper(connection, carrierId);
    return {
      work: async () => {
        const cart = carts.pop();
        if (cart === undefined) throw new Error("no cart left to check out");
        await shopper.checkOut(cart.cartId, cart.guest);
      },
      close: async () => connection.close(),
    };
  };
}
