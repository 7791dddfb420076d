import { sql } from "kysely";
import type { Promotion } from "../../domain/promotion-terms.ts";
import type { Cents } from "../../domain/money.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";

/** A promotion with its codes and its results so far. */
export interface PromotionRow extends Promotion {
  /** The owner's own words about the promotion; may be empty. */
  terms: string;
  /** Its only code, or null if it has none or several. */
  code: string | null;
  /** How many codes it has. */
  codeCount: number;
  /** How often its only code may be used. Null without a limit, or if `code` is null. */
  maxUses: number | null;
  createdBy: string;
  /**
   * Orders with the promotion that were not cancelled or joined into others, its discounts on them, their grand totals.
   */
  orderCount: number;
  discountCents: Cents;
  soldCents: Cents;
  /**
   * The part of these orders whose costs are all known: their number, the price of their products after discounts, and
   * the cost of their pieces and the shipping that customers were not charged (rule PROMO-14).
   */
  costedOrderCount: number;
  costedSalesCents: Cents;
  costCents: Cents;
}

/** The promotions of these shops, and those for all shops. The last to end is first. */
export async function listPromotions(db: Queryable, shopIds: "all" | readonly string[]): Promise<PromotionRow[]> {
  const inShops = shopIds === "all" ? sql`true` : sql`(p.shop_id IS NULL OR p.shop_id = ANY (${shopIds}::uuid[]))`;
  const { rows } = await sql<PromotionRow>`
    SELECT ${COLUMNS} FROM promotions p ${RESULTS} WHERE ${inShops}
    ORDER BY p.ends_at DESC NULLS FIRST, p.starts_at DESC, p.id`.execute(db);
  return rows;
}

export async function findPromotion(db: Queryable, id: string): Promise<PromotionRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<PromotionRow>`
    SELECT ${COLUMNS} FROM promotions p ${RESULTS} WHERE p.id = ${id}`.execute(db);
  return rows[0];
}

const COLUMNS = sql`
  p.id, p.name, p.terms, p.rule, p.min_sum_cents AS "fromCents", p.scope, p.gift_product_id AS "giftProductId",
  p.shop_id AS "shopId", p.starts_at AS "startsAt", p.ends_at AS "endsAt", p.weekdays, p.priority, p.combines,
  p.applies_to_wholesale AS "withWholesale", p.applies_to_presale AS "withPresale", p.applies_to_tickets AS "withTickets",
  p.applies_to_offers AS "withOffers", p.is_first_purchase_only AS "firstPurchaseOnly", p.needs_code AS "needsCode",
  p.customer_tag AS "customerTag",  p.max_uses_per_customer AS "perCustomer", p.created_by AS "createdBy",
  (SELECT count(*)::int FROM promotion_codes k WHERE k.promotion_id = p.id) AS "codeCount",
  (SELECT CASE WHEN count(*) = 1 THEN min(k.code) END FROM promotion_codes k WHERE k.promotion_id = p.id) AS code,
  (SELECT CASE WHEN count(*) = 1 THEN min(k.max_uses) END FROM promotion_codes k WHERE k.promotion_id = p.id) AS "maxUses",
  used."orderCount", used."discountCents", used."soldCents", used."costedOrderCount", used."costedSalesCents", used."costCents"`;

const RESULTS = sql`
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS "orderCount", coalesce(sum(of_order.cents), 0)::bigint AS "discountCents",
      coalesce(sum(o.grand_total_cents), 0)::bigint AS "soldCents",
      count(costed.cost)::int AS "costedOrderCount",
      coalesce(sum(costed.paid) FILTER (WHERE costed.cost IS NOT NULL), 0)::bigint AS "costedSalesCents",
      coalesce(sum(costed.cost + o.shipping_discount_cents), 0)::bigint AS "costCents"
    FROM (SELECT d.order_id, sum(d.cents) AS cents FROM order_discounts d WHERE d.promotion_id = p.id
      GROUP BY d.order_id) AS of_order
    JOIN orders o ON o.id = of_order.order_id AND o.status NOT IN ('CANCELLED', 'JOINED')
    CROSS JOIN LATERAL (
      SELECT sum(l.unit_price_cents::bigint * l.pieces - l.discount_cents) AS paid,
        CASE WHEN bool_and(l.cost_cents IS NOT NULL) THEN sum(l.cost_cents::bigint * l.pieces) END AS cost
      FROM order_lines l WHERE l.order_id = o.id) AS costed) AS used`;

export interface PromotionCodeRow {
  code: string;
  maxUses: number | null;
  uses: number;
  createdAt: Date;
}

/** The codes of a promotion, oldest first: all, or the first `limit`. */
export async function listPromotionCodes(
  db: Queryable,
  promotionId: string,
  limit?: number,
): Promise<PromotionCodeRow[]> {
  return db
    .selectFrom("promotion_codes")
    .select(["code", "max_uses as maxUses", "uses", "created_at as createdAt"])
    .where("promotion_id", "=", promotionId)
    .orderBy("created_at")
    .orderBy("code")
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .execute();
}
