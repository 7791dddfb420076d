import { Connection } from "../connection.ts";
import type { Worker } from "../load.ts";
import { Shopper, type Guest } from "../shopper.ts";

export interface CheckOutOptions {
  port: number;
  carrierId: string;
  guest: Guest;
  /** Filled beforehand. Each is checked out once. */
  cartIds: string[];
}

/** Only the checkout of carts that are ready for it. */
export async function open({ port, carrierId, guest, cartIds }: CheckOutOptions): Promise<() => Promise<Worker>> {
  return async () => {
    const connection = await Connection.open(port);
    const shopper = new Shopper(connection, carrierId);
    return {
      work: async () => {
        const cartId = cartIds.pop();
        if (cartId === undefined) throw new Error("no cart left to check out");
        await shopper.checkOut(cartId, guest);
      },
      close: async () => connection.close(),
    };
  };
}
