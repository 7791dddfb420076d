import { marginOf, marginText } from "../../../domain/margin.ts";
import type { PromotionRow } from "../../../server/promotions/list-promotions.ts";

/** The margin of the promotion's orders whose costs are known, as text. Null if there are none. */
export function marginSentence({
  orderCount,
  costedOrderCount,
  costedSalesCents,
  costCents,
}: Pick<PromotionRow, "orderCount" | "costedOrderCount" | "costedSalesCents" | "costCents">): string | null {
  if (costedOrderCount === 0) return null;
  const text = marginText(marginOf(costedSalesCents, costCents));
  return costedOrderCount === orderCount ? text : `${text} (en ${costedOrderCount} de ${orderCount} pedidos)`;
}
