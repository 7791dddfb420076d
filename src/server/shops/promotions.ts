import { sql } from "kysely";
import type { Promotion, PromotionScope } from "../../domain/promotion-terms.ts";
import type { PromotionRule } from "../../domain/promotion.ts";
import type { Weekday } from "../../domain/mexico-time.ts";
import type { Queryable } from "../db/connect.ts";

interface OpenPromotionRow extends Omit<OpenPromotion, "rule" | "scope" | "weekdays"> {
  rule: PromotionRule;
  scope: PromotionScope;
  weekdays: Weekday[];
}

/**
 * A promotion, and whether it runs now by the database's clock. `runsNow` lets the shop directory detect when a
 * promotion starts, and when one of its days of the week begins or ends.
 */
interface OpenPromotion extends Promotion {
  runsNow: boolean;
}

/** The promotions of all shops that run or are planned, oldest first. Categories include their subcategories. */
export async function listOpenPromotions(db: Queryable): Promise<OpenPromotion[]> {
  const { rows } = await sql<OpenPromotionRow>`
    SELECT id, name, rule, min_sum_cents AS "fromCents", scope, gift_product_id AS "giftProductId", shop_id AS "shopId",
      starts_at AS "startsAt", ends_at AS "endsAt", weekdays, priority, combines, applies_to_wholesale AS "withWholesale",
      applies_to_presale AS "withPresale", applies_to_tickets AS "withTickets", applies_to_offers AS "withOffers",
      is_first_purchase_only AS "firstPurchaseOnly", needs_code AS "needsCode", customer_tag AS "customerTag",
      max_uses_per_customer AS "perCustomer",
      starts_at <= now() AND (weekdays = '{}' OR extract(dow FROM now() AT TIME ZONE 'America/Mexico_City')::smallint = ANY (weekdays)) AS "runsNow"
    FROM promotions WHERE ends_at IS NULL OR ends_at > now() ORDER BY created_at, id`.execute(db);
  return includeSubcategories(db, rows);
}

/** The same promotions, each with the subcategories of its categories. */
export async function includeSubcategories<ScopedPromotion extends Pick<Promotion, "scope">>(
  db: Queryable,
  promotions: readonly ScopedPromotion[],
): Promise<ScopedPromotion[]> {
  if (!promotions.some(({ scope }) => scope.categoryIds.length > 0)) return [...promotions];
  const categories = await db.selectFrom("categories").select(["id", "parent_id"]).execute();
  return promotions.map((promotion) => ({
    ...promotion,
    scope: { ...promotion.scope, categoryIds: withDescendants(promotion.scope.categoryIds, categories) },
  }));
}

function withDescendants(
  categoryIds: readonly string[],
  categories: readonly { id: string; parent_id: string | null }[],
): string[] {
  const allIds = new Set(categoryIds);
  // The loop also visits ids that are added to the set during the loop, so it finds all levels.
  for (const id of allIds) {
    for (const category of categories) if (category.parent_id === id) allIds.add(category.id);
  }
  return [...allIds];
}
