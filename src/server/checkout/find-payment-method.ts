import type { Queryable } from "../db/connect.ts";

/** The shop's texts of a payment method. Undefined for an unknown key. */
export async function findPaymentMethod(db: Queryable, shopId: string, key: string) {
  if (key !== "MP" && key !== "TB") return undefined;
  return db
    .selectFrom("payment_methods")
    .select(["name", "checkout_message"])
    .where("shop_id", "=", shopId)
    .where("key", "=", key)
    .executeTakeFirst();
}
