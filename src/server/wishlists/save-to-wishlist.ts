import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { MAX_WISHES } from "../../domain/wishlist.ts";
import type { App } from "../app.ts";
import { listProductsByIds } from "../catalog/queries.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import type { Shop } from "../shops/shop.ts";
import { wishStateOf } from "./read-wishlist.ts";

/** A product to save. A missing field gets the current time, or the product's current state. */
export interface NewWishlistItem {
  productId: string;
  addedAt?: Date;
  wasSoldOut?: boolean;
  wasOnOffer?: boolean;
}

type SaveRefusal = Refusal<"customer_not_found" | "wishlist_full" | "wishlist_nothing_sold">;

/**
 * Adds products to a customer's wishlist in this shop, in the given order. Products that are already in the list do not
 * change. Products that the shop does not sell are left out, and so are the last ones beyond the limit (rule WISH-3).
 * If the limit would be exceeded, products of the list that the shop does not sell any more are deleted from it.
 * Refused if none of the products is in the list afterwards, or the customer has no account.
 */
export async function saveToWishlist(
  app: App,
  shop: Shop,
  customerId: string,
  items: readonly NewWishlistItem[],
): Promise<"saved" | SaveRefusal> {
  const ids = [...new Set(items.map(({ productId }) => productId))];
  const products = new Map((await listProductsByIds(app.db, shop, ids)).map((row) => [row.id, row]));
  return transact(app.db, async (tx) => {
    // The lock serializes calls, so that the limit holds. It also waits for an erasure, which removes the account.
    const customer = await tx
      .selectFrom("customers")
      .select("kind")
      .where("id", "=", customerId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (customer?.kind !== "registered") return refuse("customer_not_found");
    const sellableIds = ids.filter((id) => products.has(id));
    if (sellableIds.length === 0) return refuse("wishlist_nothing_sold");
    const savedIds = await listSavedIds(tx, customerId, shop);
    const newIds = sellableIds.filter((id) => !savedIds.has(id));
    if (newIds.length === 0) return "saved" as const;
    const deletedCount =
      savedIds.size + newIds.length > MAX_WISHES ? await deleteUnsellableItems(tx, customerId, shop, [...savedIds]) : 0;
    const idsToInsert = newIds.slice(0, Math.max(0, MAX_WISHES - savedIds.size + deletedCount));
    if (idsToInsert.length === 0)
      return sellableIds.some((id) => savedIds.has(id)) ? ("saved" as const) : refuse("wishlist_full");
    const now = Date.now();
    await tx
      .insertInto("wishlist_products")
      .values(
        idsToInsert.map((id) => {
          const item = items.find(({ productId }) => productId === id)!;
          const state = wishStateOf(shop, products.get(id)!);
          return {
            customer_id: customerId,
            shop_id: shop.id,
            product_id: id,
            // A browser's clock may be ahead.
            added_at: new Date(Math.min(item.addedAt?.getTime() ?? now, now)),
            was_sold_out: item.wasSoldOut ?? state.isSoldOut,
            was_on_offer: item.wasOnOffer ?? state.isOnOffer,
          };
        }),
      )
      .execute();
    return "saved" as const;
  });
}

/** The ids of all saved products, including those that the shop does not sell now. */
async function listSavedIds(tx: Tx, customerId: string, shop: Shop): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT product_id AS id FROM wishlist_products WHERE customer_id = ${customerId} AND shop_id = ${shop.id}`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Deletes the saved products that the shop does not sell now, which the customer's list does not show. Returns their
 * number.
 */
async function deleteUnsellableItems(
  tx: Tx,
  customerId: string,
  shop: Shop,
  savedIds: readonly string[],
): Promise<number> {
  const sellableIds = new Set((await listProductsByIds(tx, shop, savedIds)).map(({ id }) => id));
  const unsellableIds = savedIds.filter((id) => !sellableIds.has(id));
  if (unsellableIds.length === 0) return 0;
  await tx
    .deleteFrom("wishlist_products")
    .where("customer_id", "=", customerId)
    .where("shop_id", "=", shop.id)
    .where("product_id", "in", unsellableIds)
    .execute();
  return unsellableIds.length;
}
