import { sql } from "kysely";
import { phoneDigits } from "../../domain/phone.ts";
import type { PromotionCustomer } from "../../domain/promotion-terms.ts";
import type { Queryable } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";

/**
 * What the shop's promotions ask of a customer: a known customer's id, or the phone of somebody new. Whether they have
 * no order that counts is known by account or by phone (rule PROMO-9), their tags by account only (rule PROMO-13): a
 * phone can be typed by anybody. Null without a customer, and without a promotion that asks: then nothing is read.
 */
export async function findPromotionCustomer(
  db: Queryable,
  { promotions }: Pick<Shop, "promotions">,
  customer: string | { phone: string } | null,
): Promise<PromotionCustomer | null> {
  const asksFirst = promotions.some(({ isFirstPurchase }) => isFirstPurchase);
  const asksTag = promotions.some(({ customerTag }) => customerTag !== null);
  if (customer === null || !(asksFirst || asksTag)) return null;
  if (typeof customer !== "string") {
    return {
      isFirstPurchase: asksFirst && !(await hasOrders(db, { id: null, phone: customer.phone }, null)),
      tags: [],
    };
  }
  const { rows } = await sql<{ id: string; phone: string; tags: string[] }>`
    SELECT c.id, c.phone, ARRAY(SELECT t.tag FROM customer_tags t WHERE t.customer_id = c.id) AS tags
    FROM customers c WHERE c.id = ${customer}`.execute(db);
  const [known] = rows;
  if (!known) return null;
  return { isFirstPurchase: asksFirst && !(await hasOrders(db, known, null)), tags: known.tags };
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
