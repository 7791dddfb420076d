import { shortRuleText } from "../../domain/promotion-rule.ts";
import { dependsOnCustomer, isInScope, runsAt, type Promotion } from "../../domain/promotion-terms.ts";
import type { Shop } from "../shops/shop.ts";
import { pricesOf, type ProductRow } from "./product-row.ts";

/**
 * The running promotions that include the product and that every customer gets without a code: by priority, then the
 * oldest first (rule PROMO-15). With `isPresale` only those that include products of a presale.
 */
export function promotionsOf(
  shop: Shop,
  row: ProductRow,
  {
    now,
    isPresale = false,
    runningPromotions = publicPromotions(shop, now),
  }: { now: Date; isPresale?: boolean; runningPromotions?: readonly Promotion[] },
): Promotion[] {
  if (runningPromotions.length === 0) return [];
  const product = {
    productId: row.id,
    styleCode: row.style_code,
    categoryIds: row.categories.map(({ id }) => id),
    brandIds: row.brands.map(({ id }) => id),
    isDigital: row.is_digital,
    isOffer: pricesOf(shop, row).formerPriceCents !== null,
  };
  return runningPromotions
    .filter((promotion) => (!isPresale || promotion.withPresale) && isInScope(promotion, product))
    .toSorted((a, b) => b.priority - a.priority);
}

/** The running promotions that every customer gets without a code, for some products or all. */
export function publicPromotions(shop: Shop, now: Date): Promotion[] {
  return shop.promotions.filter(
    (promotion) =>
      !promotion.needsCode &&
      !dependsOnCustomer(promotion) &&
      (promotion.shopId === null || promotion.shopId === shop.id) &&
      runsAt(promotion, now),
  );
}

/**
 * The badge of a card: the first promotion that is neither free shipping nor a gift with any product. Those two would
 * be on every card (rule PROMO-15).
 */
export function badgeOf(promotions: readonly Promotion[]): string | null {
  const firstPromotion = promotions.find(
    ({ rule, scope }) =>
      rule.kind !== "freeShipping" &&
      (rule.kind !== "gift" || Object.values(scope).some((ids: readonly string[]) => ids.length > 0)),
  );
  return firstPromotion ? shortRuleText(firstPromotion) : null;
}

/** "3×2 · Envío gratis desde $999.00"; null without a promotion. */
export function labelsOf(promotions: readonly Promotion[]): string | null {
  return promotions.map(shortRuleText).join(" · ") || null;
}
