import { isExpired } from "../../domain/cart-expiry.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import type { Shop } from "../shops/shop.ts";
import { releaseExpiredCarts } from "./release-expired.ts";
import type { Cart } from "./queries.ts";

/**
 * Finds a cart by its id, which grants access. If the cart has expired and the sweeper has not processed it yet, its
 * pieces are released first. It is returned as expired, with its lines.
 */
export async function findCart(app: App, shop: Shop, cartId: string): Promise<Cart | undefined> {
  if (!isId(cartId)) return undefined;
  const cart = await app.carts.find(shop, cartId);
  if (!cart || cart.state !== "active" || !isExpired(cart.expiresAt, cart.now)) return cart;
  await releaseExpiredCarts(app.genericPlanDb, { cartId });
  const releasedCart = await app.carts.find(shop, cartId);
  // If another process has locked the cart to release it, the cart is still stored as active.
  return releasedCart && releasedCart.state === "active" ? { ...releasedCart, state: "expired" } : releasedCart;
}
