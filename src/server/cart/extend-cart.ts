import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { checkPresaleAccess } from "../presale-access/presale-access.ts";
import type { PresaleAccess, AccessCodeRefusal } from "../presale-access/access-code-verifier.ts";
import type { Shop } from "../shops/shop.ts";
import { touchCart } from "./line-queries.ts";
import { lockCart } from "./queries.ts";

/**
 * Renews the expiry time of an active cart (rule CART-6), never past three timeouts from its first line (rule CART-2).
 */
export async function extendCart(
  app: App,
  shop: Shop,
  cartId: string,
  access: PresaleAccess | AccessCodeRefusal,
): Promise<"extended" | Refusal<"cart_not_found" | "cart_not_active"> | AccessCodeRefusal> {
  if (!isId(cartId)) return refuse("cart_not_found");
  return transact(app.genericPlanDb, async (tx) => {
    const cart = await lockCart(tx, shop.id, cartId);
    if (!cart) return refuse("cart_not_found");
    if (cart.state !== "active" || cart.is_expired) return refuse("cart_not_active");
    const refusal = checkPresaleAccess(cart.presale_id, access);
    if (refusal) return refusal;
    await touchCart(tx, cartId, "renewed", shop.settings.carts.timeout);
    return "extended" as const;
  });
}
