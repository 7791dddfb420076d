import { sql, type RawBuilder } from "kysely";
import { phoneDigits } from "../../domain/phone.ts";
import type { PromotionCustomer } from "../../domain/promotion-terms.ts";
import type { Queryable } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";

/** What promotions ask of a customer, as it was read. */
export interface PromotionColumns {
  phone: string;
  tags: string[];
  hasOrders: boolean;
}

/**
 * What the shop's promotions ask of a customer `c`, beside their phone, as columns of a statement. What none asks is not
 * read.
 */
export function promotionColumns(shop: Pick<Shop, "promotions">): RawBuilder<Omit<PromotionColumns, "phone">> {
  const { asksFirst, asksTag } = asked(shop);
  return sql`
    ${asksTag ? sql`ARRAY(SELECT t.tag FROM customer_tags t WHERE t.customer_id = c.id)` : sql`'{}'::text[]`} AS tags,
    ${
      asksFirst
        ? sql`EXISTS (SELECT FROM orders o WHERE o.customer_id = c.id AND o.status <> 'CANCELLED')
            OR EXISTS (SELECT FROM orders o WHERE o.customer_phone = c.phone AND o.status <> 'CANCELLED')`
        : sql`false`
    } AS "hasOrders"`;
}

/** Null without a promotion that asks. */
export async function toPromotionCustomer(
  db: Queryable,
  shop: Pick<Shop, "promotions">,
  { phone, tags, hasOrders: hasOwn }: PromotionColumns,
): Promise<PromotionCustomer | null> {
  const { asksFirst, asksTag } = asked(shop);
  if (!asksFirst && !asksTag) return null;
  // Orders have the digits of a phone, which an earlier version may have stored as it was typed.
  const isTyped = asksFirst && !hasOwn && (phoneDigits(phone) ?? phone) !== phone;
  const hasAny = hasOwn || (isTyped && (await hasOrders(db, { id: null, phone }, null)));
  return { isFirstPurchase: asksFirst && !hasAny, tags };
}

function asked({ promotions }: Pick<Shop, "promotions">): { asksFirst: boolean; asksTag: boolean } {
  return {
    asksFirst: promotions.some(({ firstPurchaseOnly }) => firstPurchaseOnly),
    asksTag: promotions.some(({ customerTag }) => customerTag !== null),
  };
}

/**
 * What the shop's promotions ask of a customer: a known customer's id, or the phone of somebody new. Whether they have
 * no order that counts is known by account or by phone (rule PROMO-9), their tags by account only (rule PROMO-13): a
 * phone can be typed by anybody. Null without a customer, and without a promotion that asks: then nothing is read.
 */
export async function findPromotionCustomer(
  db: Queryable,
  shop: Pick<Shop, "promotions">,
  customer: string | { phone: string } | null,
): Promise<PromotionCustomer | null> {
  const { asksFirst, asksTag } = asked(shop);
  if (customer === null || !(asksFirst || asksTag)) return null;
  if (typeof customer !== "string") {
    return {
      isFirstPurchase: asksFirst && !(await hasOrders(db, { id: null, phone: customer.phone }, null)),
      tags: [],
    };
  }
  const { rows } = await sql<PromotionColumns>`
    SELECT c.phone, ${promotionColumns(shop)} FROM customers c WHERE c.id = ${customer}`.execute(db);
  return rows[0] ? toPromotionCustomer(db, shop, rows[0]) : null;
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
