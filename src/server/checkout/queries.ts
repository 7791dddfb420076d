import type { Queryable } from "../db/connect.ts";

export async function findOrderOfCart(db: Queryable, cartId: string) {
  return db
    .selectFrom("orders")
    .select(["id", "customer_id", "checkout_key"])
    .where("cart_id", "=", cartId)
    .executeTakeFirst();
}
