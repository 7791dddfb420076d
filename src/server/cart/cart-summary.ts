import type { ApplicablePromotion } from "../../domain/promotion.ts";
import { matchPromotions, type PromotionCustomer } from "../../domain/promotion-terms.ts";
import { summarizeCart, type CartSummary } from "../../domain/quote.ts";
import { staffPromotionOf, type StaffDiscount } from "../../domain/staff-discount.ts";
import { wholesaleRuleOf, type Shop } from "../shops/shop.ts";
import type { Cart } from "./queries.ts";

/** What the promotions of a cart depend on. */
export type PromotableCart = Pick<Cart, "lines" | "coupon" | "presaleId" | "readAt">;

/**
 * The cart's pieces, subtotal and discounts, and whether wholesale prices apply. `customer` is null if the customer is
 * unknown.
 */
export function summaryOf(
  shop: Shop,
  cart: PromotableCart,
  customer: PromotionCustomer | null = null,
  staffDiscount: StaffDiscount | null = null,
): CartSummary {
  const staffPromotions = staffDiscount
    ? [
        staffPromotionOf(
          staffDiscount,
          cart.lines.map(({ sizeId }) => sizeId),
        ),
      ]
    : [];
  const promotionsFor = (isWholesale: boolean): ApplicablePromotion[] => [
    ...matchPromotions(
      shop.promotions,
      {
        now: cart.readAt,
        shopId: shop.id,
        isWholesale,
        isPresale: cart.presaleId !== null,
        coupon: cart.coupon?.isUsedUp ? null : cart.coupon,
        customer,
      },
      cart.lines,
    ),
    ...staffPromotions,
  ];
  return summarizeCart(cart.lines, wholesaleRuleOf(shop), promotionsFor);
}
