import { sql } from "kysely";
import { phoneDigits } from "../../domain/phone.ts";
import type { Queryable } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";

/**
 * Whether a customer has no order that counts, by account or by phone (rule PROMO-9): a known customer's id, or the
 * phone of somebody new. Null without a customer, and without a promotion that asks: then nothing is read.
 */
export async function isFirstPurchase(
  db: Queryable,
  shop: Pick<Shop, "promotions">,
  customer: string | { phone: string } | null,
): Promise<boolean | null> {
  if (customer === null || !shop.promotions.some((promotion) => promotion.isFirstPurchase)) return null;
  if (typeof customer !== "string") return !(await hasOrders(db, { id: null, phone: customer.phone }, null));
  const known = await db.selectFrom("customers").select(["id", "phone"]).where("id", "=", customer).executeTakeFirst();
  return known ? !(await hasOrders(db, known, null)) : null;
}

/** Whether the customer has another order that was not cancelled. */
export async function hasOrders(
  db: Queryable,
  { id, phone }: { id: string | null; phone: string },
  exceptOrderId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM orders o
    WHERE (o.customer_id = ${id} OR o.customer_phone = ${phoneDigits(phone) ?? phone}) AND o.status <> 'CANCELLED'
      AND (${exceptOrderId}::uuid IS NULL OR o.id <> ${exceptOrderId}::uuid) LIMIT 1`.execute(db);
  return rows.length > 0;
}
