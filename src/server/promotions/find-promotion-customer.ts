import { sql, type RawBuilder } from "kysely";
import { phoneDigits } from "../../domain/phone.ts";
import type { PromotionCustomer } from "../../domain/promotion-terms.ts";
import type { Queryable } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";

/** The columns of a customer that the conditions of promotions need. */
export interface PromotionCustomerColumns {
  phone: string;
  tags: string[];
  /** Whether an order that was not cancelled has the customer's account, or exactly the stored phone. */
  hasOrders: boolean;
}

/** Whether an order `o` counts as a purchase: neither it nor the order that it was joined into is cancelled. */
export const IS_ORDER_COUNTED = sql<boolean>`(o.status <> 'CANCELLED'
  AND (o.status <> 'JOINED' OR NOT is_finally_cancelled(o.id)))`;

/**
 * SQL for the columns of a customer `c` that the conditions of the shop's promotions need, besides the phone. A column
 * that no promotion needs is empty, and reads no table.
 */
export function promotionCustomerColumns(
  shop: Pick<Shop, "promotions">,
): RawBuilder<Omit<PromotionCustomerColumns, "phone">> {
  const { needsFirstPurchase, needsTag } = customerConditions(shop);
  return sql`
    ${needsTag ? sql`ARRAY(SELECT t.tag FROM customer_tags t WHERE t.customer_id = c.id)` : sql`'{}'::text[]`} AS tags,
    ${
      needsFirstPurchase
        ? sql`EXISTS (SELECT FROM orders o WHERE o.customer_id = c.id AND ${IS_ORDER_COUNTED})
            OR EXISTS (SELECT FROM orders o WHERE o.customer_phone = c.phone AND ${IS_ORDER_COUNTED})`
        : sql`false`
    } AS "hasOrders"`;
}

/** Null if no promotion has a condition about customers. */
export async function toPromotionCustomer(
  db: Queryable,
  shop: Pick<Shop, "promotions">,
  { phone, tags, hasOrders: hasMatchingOrders }: PromotionCustomerColumns,
): Promise<PromotionCustomer | null> {
  const { needsFirstPurchase, needsTag } = customerConditions(shop);
  if (!needsFirstPurchase && !needsTag) return null;
  // An order stores only the digits of a phone. An earlier version may have stored the customer's phone as typed.
  const mayHaveOrdersByDigits = needsFirstPurchase && !hasMatchingOrders && (phoneDigits(phone) ?? phone) !== phone;
  const hasAnyOrders =
    hasMatchingOrders || (mayHaveOrdersByDigits && (await hasOtherOrders(db, { id: null, phone }, null)));
  return { isFirstPurchase: needsFirstPurchase && !hasAnyOrders, tags };
}

function customerConditions({ promotions }: Pick<Shop, "promotions">): {
  needsFirstPurchase: boolean;
  needsTag: boolean;
} {
  return {
    needsFirstPurchase: promotions.some(({ firstPurchaseOnly }) => firstPurchaseOnly),
    needsTag: promotions.some(({ customerTag }) => customerTag !== null),
  };
}

/**
 * Reads what the conditions of the shop's promotions need to know of a customer, by their id, or by the phone of a new
 * customer. Earlier orders are found by account or by phone (rule PROMO-9). Tags are found by account only (rule
 * PROMO-13), because anybody can type a phone. Null without a customer, or if no promotion has such a condition.
 */
export async function findPromotionCustomer(
  db: Queryable,
  shop: Pick<Shop, "promotions">,
  customer: string | { phone: string } | null,
): Promise<PromotionCustomer | null> {
  const { needsFirstPurchase, needsTag } = customerConditions(shop);
  if (customer === null || !(needsFirstPurchase || needsTag)) return null;
  if (typeof customer !== "string") {
    return {
      isFirstPurchase: needsFirstPurchase && !(await hasOtherOrders(db, { id: null, phone: customer.phone }, null)),
      tags: [],
    };
  }
  const { rows } = await sql<PromotionCustomerColumns>`
    SELECT c.phone, ${promotionCustomerColumns(shop)} FROM customers c WHERE c.id = ${customer}`.execute(db);
  return rows[0] ? toPromotionCustomer(db, shop, rows[0]) : null;
}

/** Whether the customer has another order that was not cancelled. */
export async function hasOtherOrders(
  db: Queryable,
  { id, phone }: { id: string | null; phone: string },
  exceptOrderId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM orders o
    WHERE (o.customer_id = ${id} OR o.customer_phone = ${phoneDigits(phone) ?? phone}) AND ${IS_ORDER_COUNTED}
      AND (${exceptOrderId}::uuid IS NULL OR o.id <> ${exceptOrderId}::uuid) LIMIT 1`.execute(db);
  return rows.length > 0;
}
