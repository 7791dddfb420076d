import type { Cents } from "../../domain/money.ts";
import { formerUnitPriceCents, unitPriceCents } from "../../domain/price.ts";
import type { ApplicablePromotion, Discount } from "../../domain/promotion.ts";
import type { CartSummary, Quote } from "../../domain/quote.ts";
import type { CartLine } from "../cart/queries.ts";
import { newId } from "../db/new-id.ts";
import type { NewOrderDiscount } from "./place-order.ts";

/** What an order line is created from: a cart line, or a size that staff add. */
export type OrderedSize = Pick<
  CartLine,
  "sizeId" | "productId" | "brandId" | "name" | "isDigital" | "pieces" | "held" | "prices" | "extended1" | "extended2"
> & { picture: { key: string } | null };

/** The columns of an order line. */
export function toLineRow(
  line: OrderedSize,
  {
    orderId,
    position,
    isWholesale,
    discounts,
  }: { orderId: string; position: number; isWholesale: boolean; discounts: ReadonlyMap<string, Cents> },
) {
  return {
    order_id: orderId,
    position,
    size_id: line.sizeId,
    product_id: line.productId,
    brand_id: line.brandId,
    name: line.name,
    is_digital: line.isDigital,
    pieces: line.pieces,
    held: line.held,
    price_cents: line.prices.priceCents,
    wholesale_price_cents: line.prices.wholesalePriceCents,
    branch_price_cents: line.prices.branchPriceCents,
    branch_wholesale_price_cents: line.prices.branchWholesalePriceCents,
    unit_price_cents: unitPriceCents(line.prices, isWholesale),
    discount_cents: discounts.get(line.sizeId) ?? 0,
    former_price_cents: formerUnitPriceCents(line.prices, isWholesale),
    picture: line.picture?.key ?? null,
    extended1: line.extended1,
    extended2: line.extended2,
  };
}

/** The promotions that gave a discount to the customer or reduced the branch's debt. */
export function listUsedPromotions(
  { promotions }: Pick<CartSummary, "promotions">,
  quotes: readonly (Quote | null)[],
): ApplicablePromotion[] {
  const usedPromotionIds = new Set(
    quotes.flatMap((quote) => quote?.discounts.map(({ promotionId }) => promotionId) ?? []),
  );
  return promotions.filter(({ id }) => usedPromotionIds.has(id));
}

/** One row for each discount: what it took off the customer's total and off a branch's debt. */
export function toDiscountRows(orderId: string, chargedQuote: Quote, owedQuote: Quote | null): NewOrderDiscount[] {
  const owedDiscounts = new Map(owedQuote?.discounts.map((discount) => [discount.promotionId, discount]));
  const discountsOnlyOwed = [...owedDiscounts.values()].filter(
    ({ promotionId }) => !chargedQuote.discounts.some((discount) => discount.promotionId === promotionId),
  );
  const toRow = ({ promotionId, label, code, shippingCents, lines }: Discount, cents: number, position: number) => ({
    id: newId(),
    order_id: orderId,
    checkout_order_id: orderId,
    position,
    promotion_id: promotionId,
    label,
    code,
    is_shipping_discount: shippingCents > 0,
    cents,
    head_office_reduction_cents: owedDiscounts.get(promotionId)?.cents ?? 0,
    cents_by_size_id: lines,
  });
  return [
    ...chargedQuote.discounts.map((discount, position) => toRow(discount, discount.cents, position)),
    ...discountsOnlyOwed.map((discount, index) =>
      toRow({ ...discount, lines: {} }, 0, chargedQuote.discounts.length + index),
    ),
  ];
}

/** The columns of the order with its figures. */
export function toFigureColumns(chargedQuote: Quote) {
  return {
    pieces: chargedQuote.pieces,
    is_wholesale: chargedQuote.isWholesale,
    subtotal_cents: chargedQuote.subtotalCents,
    packaging_cents: chargedQuote.packagingCents,
    shipping_cents: chargedQuote.shippingCents,
    extra_shipping_cents: chargedQuote.extraShippingCents,
    discount_cents: chargedQuote.discountCents,
    shipping_discount_cents: chargedQuote.shippingDiscountCents,
    insurance_cents: chargedQuote.insuranceCents,
    total_cents: chargedQuote.totalCents,
    online_fee_cents: chargedQuote.onlineFeeCents,
    grand_total_cents: chargedQuote.grandTotalCents,
  };
}
