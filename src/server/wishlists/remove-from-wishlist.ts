import { isId } from "../db/new-id.ts";
import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";

/** Removes a product from a customer's wishlist in this shop, if the list contains it. */
export async function removeFromWishlist(app: App, shop: Shop, customerId: string, productId: string): Promise<void> {
  if (!isId(productId)) return;
  await app.genericPlanDb
    .deleteFrom("wishlist_products")
    .where("customer_id", "=", customerId)
    .where("shop_id", "=", shop.id)
    .where("product_id", "=", productId)
    .execute();
}
