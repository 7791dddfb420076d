import { isExpired } from "../../domain/cart-expiry.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import type { Shop } from "../shops/shop.ts";
import { releaseExpiredCarts } from "./release-expired.ts";
import type { Cart } from "./queries.ts";

/**
 * A cart by its id. Knowing the id grants access. An expired cart that the sweeper has not processed yet is expired
 * here: it is returned as expired, with its lines, after its pieces were released.
 */
export async function findCart(app: App, shop: Shop, cartId: string): Promise<Cart | undefined> {
  if (!isId(cartId)) return undefined;
  const cart = await app.carts.find(shop, cartId);
  if (!cart || cart.state !== "active" || !isExpired(cart.expiresAt, cart.now)) return cart;
  await releaseExpiredCarts(app.genericPlanDb, { cartId });
  const ended = await app.carts.find(shop, cartId);
  // Another process may have locked it at this moment to release it. It is expired in either case.
  return ended && ended.state === "active" ? { ...ended, state: "expired" } : ended;
}
