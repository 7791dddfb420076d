import { conditionsOf } from "../../domain/promotion-conditions.ts";
import { promotionState } from "../../domain/promotion-terms.ts";
import type { Queryable } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import { namesOf, listScopeNames } from "./scope-names.ts";

/** A promotion as the page of all public promotions shows it. */
export interface PublicPromotion {
  id: string;
  name: string;
  /** Sentences that describe its rule and conditions. */
  conditions: string[];
  /** The owner's own words; may be empty. */
  terms: string;
}

/**
 * Whether the shop has a running promotion that needs neither a code nor a customer's tag. False if the caller may not
 * see the shop, because it is not opened.
 */
export function hasPublicPromotions(shop: Shop, now = new Date()): boolean {
  return listRunningPublicPromotions(shop, now).length > 0;
}

/** The running promotions of a shop that need neither a code nor a tag, with their conditions (rule PROMO-20). */
export async function listPublicPromotions(db: Queryable, shop: Shop, now = new Date()): Promise<PublicPromotion[]> {
  const runningPromotions = listRunningPublicPromotions(shop, now);
  if (runningPromotions.length === 0) return [];
  const ids = runningPromotions.map(({ id }) => id);
  // The scopes in `shop.promotions` also contain subcategories. The page names only what the owner chose.
  const storedRows = await db
    .selectFrom("promotions")
    .select(["id", "terms", "scope"])
    .where("id", "in", ids)
    .execute();
  const promotions = runningPromotions.flatMap((promotion) => {
    const row = storedRows.find(({ id }) => id === promotion.id);
    return row ? [{ ...promotion, scope: row.scope, terms: row.terms }] : [];
  });
  const names = await listScopeNames(db, promotions);
  return promotions.map((promotion) => ({
    id: promotion.id,
    name: promotion.name,
    conditions: conditionsOf(promotion, namesOf(promotion, names)),
    terms: promotion.terms,
  }));
}

function listRunningPublicPromotions(shop: Shop, now: Date): Shop["promotions"] {
  if (shop.unopenedView === "hidden") return [];
  return shop.promotions.filter(
    (promotion) =>
      !promotion.needsCode &&
      promotion.customerTag === null &&
      (promotion.shopId === null || promotion.shopId === shop.id) &&
      promotionState(promotion, now) === "running",
  );
}
