import { promotionLabel } from "../../domain/promotion-rule.ts";
import { dependsOnCustomer, isInScope, runsAt, type Promotion } from "../../domain/promotion-terms.ts";
import type { Shop } from "../shops/shop.ts";
import { pricesOf, type ProductRow } from "./product-row.ts";

/**
 * The promotions that run now, that everybody gets without a code and that the product is in, the first to apply first
 * (rule PROMO-15).
 */
export function promotionsOf(
  shop: Shop,
  row: ProductRow,
  { now, isPresale = false }: { now: Date; isPresale?: boolean },
): Promotion[] {
  const product = {
    productId: row.id,
    styleCode: row.style_code,
    categoryIds: row.categories.map(({ id }) => id),
    brandIds: row.brands.map(({ id }) => id),
    isDigital: row.is_digital,
    isOffer: pricesOf(shop, row).formerPriceCents !== null,
  };
  return shop.promotions
    .filter(
      (promotion) =>
        !promotion.needsCode &&
        (!isPresale || promotion.withPresale) &&
        !dependsOnCustomer(promotion) &&
        (promotion.shopId === null || promotion.shopId === shop.id) &&
        runsAt(promotion, now) &&
        isInScope(promotion, product),
    )
    .toSorted((one, other) => other.priority - one.priority);
}

/** The badge of a card: what it takes off a piece. What a cart of anything earns would be on every card. */
export function badgeOf(promotions: readonly Promotion[]): string | null {
  const first = promotions.find(
    ({ rule, scope }) =>
      rule.kind !== "freeShipping" &&
      (rule.kind !== "gift" || Object.values(scope).some((ids: readonly string[]) => ids.length > 0)),
  );
  return first ? promotionLabel(first) : null;
}

/** "3×2 · Envío gratis desde $999.00"; null without a promotion. */
export function labelsOf(promotions: readonly Promotion[]): string | null {
  return promotions.map(promotionLabel).join(" · ") || null;
}
