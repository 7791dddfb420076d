import { isExpired } from "../../domain/cart-expiry.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import type { Shop } from "../shops/shop.ts";
import { releaseExpiredCarts } from "./release-expired.ts";
import type { Cart } from "./queries.ts";

/**
 * A cart by its id, which is the key to it. One past its time is ended here and now if the sweeper has not come by: it
 * shows as expired with its lines listed and their pieces back on the shelf.
 */
export async function getCart(app: App, shop: Shop, cartId: string): Promise<Cart | undefined> {
  if (!isId(cartId)) return undefined;
  const cart = await app.carts.find(shop, cartId);
  if (!cart || cart.state !== "active" || !isExpired(cart.expiresAt, cart.now)) return cart;
  app.productChanges.touch(await releaseExpiredCarts(app.genericPlans, { cartId }));
  const ended = await app.carts.find(shop, cartId);
  // Another process may hold it this very moment to free it: it is dead all the same.
  return ended && ended.state === "active" ? { ...ended, state: "expired" } : ended;
}
