import { sql } from "kysely";
import { phoneDigits } from "../../domain/phone.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { Tx } from "../db/connect.ts";
import { IS_ORDER_COUNTED, hasOtherOrders } from "./find-promotion-customer.ts";

/** The use of a promotion by an order, with the limits of the promotion. */
export interface LimitedUse {
  promotionId: string;
  code: string | null;
  perCustomer: number | null;
  firstPurchaseOnly: boolean;
  /** The tag that the customer must have; null for everybody. */
  customerTag: string | null;
  /** The only customer who may use the code; null for everybody. */
  boundCustomerId: string | null;
}

export type UseRefusal = Refusal<
  "coupon_of_another" | "coupon_used_up" | "coupon_used_by_customer" | "first_purchase_over" | "customer_tag_lost"
>;

/**
 * Checks the limits of an order's promotions and records their uses, in the transaction that places the order (rule
 * COUPON-4). A code's row counts its uses. The promotion's row is locked while the customer's uses or orders are
 * counted, so that one of two checkouts for the last use is refused. Undefined if all uses were recorded. On a refusal
 * the caller must roll back.
 */
export async function recordPromotionUses(
  tx: Tx,
  order: { orderId: string; customerId: string; phone: string },
  uses: readonly LimitedUse[],
): Promise<UseRefusal | undefined> {
  const phone = phoneDigits(order.phone) ?? order.phone;
  for (const use of uses.toSorted((one, other) => (one.promotionId < other.promotionId ? -1 : 1))) {
    if (use.boundCustomerId !== null && use.boundCustomerId !== order.customerId) return refuse("coupon_of_another");
    if (use.customerTag !== null && !(await lockTag(tx, order.customerId, use.customerTag))) {
      return refuse("customer_tag_lost");
    }
    if (use.perCustomer !== null || use.firstPurchaseOnly) await lockPromotionRow(tx, use.promotionId);
    if (
      use.perCustomer !== null &&
      (await countUses(tx, use.promotionId, order.customerId, phone)) >= use.perCustomer
    ) {
      return refuse("coupon_used_by_customer");
    }
    if (use.firstPurchaseOnly && (await hasOtherOrders(tx, { id: order.customerId, phone }, order.orderId))) {
      return refuse("first_purchase_over");
    }
    if (use.code !== null && !(await addCodeUse(tx, use.code))) return refuse("coupon_used_up");
    await tx
      .insertInto("promotion_uses")
      .values({
        order_id: order.orderId,
        promotion_id: use.promotionId,
        code: use.code,
        customer_id: order.customerId,
        phone,
      })
      .execute();
  }
  return undefined;
}

async function lockPromotionRow(tx: Tx, id: string): Promise<void> {
  await sql`SELECT FROM promotions WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
}

/** Whether the customer has the tag. The lock prevents its removal before the order is committed. */
async function lockTag(tx: Tx, customerId: string, tag: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM customer_tags WHERE customer_id = ${customerId} AND tag = ${tag} FOR KEY SHARE`.execute(tx);
  return rows.length > 0;
}

async function countUses(tx: Tx, promotionId: string, customerId: string, phone: string): Promise<number> {
  const { rows } = await sql<{ uses: number }>`
    SELECT count(*)::int AS uses FROM promotion_uses u JOIN orders o ON o.id = u.order_id
    WHERE u.promotion_id = ${promotionId} AND (u.customer_id = ${customerId} OR u.phone = ${phone})
      AND ${IS_ORDER_COUNTED}`.execute(tx);
  return rows[0]!.uses;
}

/**
 * Counts one more use of a code. False if it has no use left. A concurrent statement waits for the row's lock and
 * rechecks the uses.
 */
async function addCodeUse(tx: Tx, code: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE promotion_codes SET uses = uses + 1 WHERE code = ${code} AND coalesce(uses < max_uses, true)
    RETURNING code`.execute(tx);
  return rows.length > 0;
}
