import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { MAX_WISHES } from "../../domain/wishlist.ts";
import type { App } from "../app.ts";
import { listProductsOf } from "../catalog/queries.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import type { Shop } from "../shops/shop.ts";
import { stateOf } from "./read-wishlist.ts";

/** A product to save. What is missing is as the product is now. */
export interface NewWish {
  productId: string;
  addedAt?: Date;
  wasSoldOut?: boolean;
  wasOnOffer?: boolean;
}

type SaveRefusal = Refusal<"customer_not_found" | "wishlist_full" | "wishlist_nothing_sold">;

/**
 * Adds products to a customer's wishlist in this shop, in the given order. Those that are in it stay as they are, and
 * those that the shop does not sell are left out. Beyond the limit the last ones are left out (rule WISH-3). Refused only
 * if nothing of it is in the list afterwards.
 */
export async function saveToWishlist(
  app: App,
  shop: Shop,
  customerId: string,
  wishes: readonly NewWish[],
): Promise<"saved" | SaveRefusal> {
  const ids = [...new Set(wishes.map(({ productId }) => productId))];
  const products = new Map((await listProductsOf(app.db, shop, ids)).map((row) => [row.id, row]));
  return transact(app.db, async (tx) => {
    // The lock counts the list for one call at a time, and waits for an erasure. After it the customer has no account.
    const customer = await tx
      .selectFrom("customers")
      .select("kind")
      .where("id", "=", customerId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (customer?.kind !== "registered") return refuse("customer_not_found");
    const sold = ids.filter((id) => products.has(id));
    if (sold.length === 0) return refuse("wishlist_nothing_sold");
    const known = await idsOf(tx, customerId, shop);
    const asked = sold.filter((id) => !known.has(id));
    if (asked.length === 0) return "saved" as const;
    const freed = known.size + asked.length > MAX_WISHES ? await dropUnsold(tx, customerId, shop, [...known]) : 0;
    const fresh = asked.slice(0, Math.max(0, MAX_WISHES - known.size + freed));
    if (fresh.length === 0) return sold.some((id) => known.has(id)) ? ("saved" as const) : refuse("wishlist_full");
    const now = Date.now();
    await tx
      .insertInto("wishlist_products")
      .values(
        fresh.map((id) => {
          const wish = wishes.find(({ productId }) => productId === id)!;
          const state = stateOf(shop, products.get(id)!);
          return {
            customer_id: customerId,
            shop_id: shop.id,
            product_id: id,
            // A browser's clock may be ahead.
            added_at: new Date(Math.min(wish.addedAt?.getTime() ?? now, now)),
            was_sold_out: wish.wasSoldOut ?? state.isSoldOut,
            was_on_offer: wish.wasOnOffer ?? state.isOnOffer,
          };
        }),
      )
      .execute();
    return "saved" as const;
  });
}

/** The ids of all saved products, of those too that are not sold at the moment. */
async function idsOf(tx: Tx, customerId: string, shop: Shop): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT product_id AS id FROM wishlist_products WHERE customer_id = ${customerId} AND shop_id = ${shop.id}`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Makes room in a full list: products that the shop does not sell now, and the customer does not see. How many. */
async function dropUnsold(tx: Tx, customerId: string, shop: Shop, known: readonly string[]): Promise<number> {
  const shown = new Set((await listProductsOf(tx, shop, known)).map(({ id }) => id));
  const unsold = known.filter((id) => !shown.has(id));
  if (unsold.length === 0) return 0;
  await tx
    .deleteFrom("wishlist_products")
    .where("customer_id", "=", customerId)
    .where("shop_id", "=", shop.id)
    .where("product_id", "in", unsold)
    .execute();
  return unsold.length;
}
