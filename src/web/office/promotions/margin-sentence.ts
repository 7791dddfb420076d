import { marginOf, marginText } from "../../../domain/margin.ts";
import type { PromotionRow } from "../../../server/promotions/list-promotions.ts";

/** The margin of the promotion's orders whose costs are known, as text. Null if there are none. */
export function marginSentence({
  orderCount: orders,
  costedOrderCount: costedOrders,
  costedSalesCents: costedCents,
  costCents,
}: Pick<PromotionRow, "orderCount" | "costedOrderCount" | "costedSalesCents" | "costCents">): string | null {
  if (costedOrders === 0) return null;
  const text = marginText(marginOf(costedCents, costCents));
  return costedOrders === orders ? text : `${text} (en ${costedOrders} de ${orders} pedidos)`;
}
