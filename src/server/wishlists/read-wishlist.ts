import { findWishChanges, type WishChanges, type WishState } from "../../domain/wishlist.ts";
import type { App } from "../app.ts";
import { listProductsByIds } from "../catalog/queries.ts";
import { pricesOf, type ProductRow } from "../catalog/product-row.ts";
import type { Queryable } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";

/** A saved product that the shop sells now. */
export interface WishlistItem {
  productId: string;
  addedAt: Date;
  /** The product's state when it was saved. It also counts as sold out if it was at any later reading of the list. */
  savedState: WishState;
  changes: WishChanges;
}

/**
 * The products that a customer saved in this shop and that the shop still sells, newest first. A product that is sold
 * out now is stored as such, so that a later call reports when it is back (rule WISH-4).
 */
export async function readWishlistAndMarkSoldOut(app: App, shop: Shop, customerId: string): Promise<WishlistItem[]> {
  const rows = await app.genericPlanDb
    .selectFrom("wishlist_products")
    .select(["product_id", "added_at", "was_sold_out", "was_on_offer"])
    .where("customer_id", "=", customerId)
    .where("shop_id", "=", shop.id)
    .orderBy("added_at", "desc")
    .orderBy("product_id")
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.product_id);
  const states = new Map((await listProductsByIds(app.db, shop, ids)).map((row) => [row.id, wishStateOf(shop, row)]));
  const newlySoldOutRows = rows.filter((row) => !row.was_sold_out && states.get(row.product_id)?.isSoldOut);
  if (newlySoldOutRows.length > 0) {
    await markSoldOut(
      app.db,
      { customerId, shopId: shop.id },
      { productIds: newlySoldOutRows.map((row) => row.product_id) },
    );
  }
  return rows.flatMap((row) => {
    const stateNow = states.get(row.product_id);
    if (!stateNow) return [];
    const savedState = { isSoldOut: row.was_sold_out || stateNow.isSoldOut, isOnOffer: row.was_on_offer };
    return [
      {
        productId: row.product_id,
        addedAt: row.added_at,
        savedState,
        changes: findWishChanges(savedState, stateNow),
      },
    ];
  });
}

/** Whether a product is sold out or on offer in this shop now. */
export function wishStateOf(shop: Shop, row: ProductRow): WishState {
  return {
    isSoldOut: row.sizes.every(({ available }) => available === 0),
    isOnOffer: pricesOf(shop, row).formerPriceCents !== null,
  };
}

async function markSoldOut(
  db: Queryable,
  { customerId, shopId }: { customerId: string; shopId: string },
  { productIds }: { productIds: readonly string[] },
): Promise<void> {
  await db
    .updateTable("wishlist_products")
    .set({ was_sold_out: true })
    .where("customer_id", "=", customerId)
    .where("shop_id", "=", shopId)
    .where("product_id", "in", productIds)
    .execute();
}
