import { describe, expect, test } from "vitest";
import { applyPromotions, type ApplicablePromotion } from "./promotion.ts";
import { checkStaffDiscount, staffDiscountLimitBps, staffPromotionOf, type StaffDiscount } from "./staff-discount.ts";

const discount = (rule: StaffDiscount["rule"], changes: Partial<StaffDiscount> = {}): StaffDiscount => ({
  rule,
  reason: "Costura suelta",
  limitBps: 2_000,
  ...changes,
});

describe("the discount that a staff member may give", () => {
  test.each([
    ["the owner everywhere: the whole price", [{ role: "owner" as const, shopId: null }], 10_000],
    ["sales of the shop: a fifth", [{ role: "sales" as const, shopId: "norte" }], 2_000],
    ["sales of another shop: nothing", [{ role: "sales" as const, shopId: "sur" }], 0],
    ["the warehouse: nothing", [{ role: "warehouse" as const, shopId: null }], 0],
  ])("%s", (_name, grants, limit) => {
    expect(staffDiscountLimitBps(grants, "norte")).toBe(limit);
  });

  test.each<[name: string, staffDiscount: StaffDiscount, refused: string | undefined]>([
    ["20 % is allowed", discount({ kind: "percent", bps: 2_000 }), undefined],
    ["20.01 % is too high", discount({ kind: "percent", bps: 2_001 }), "discount_too_high"],
    ["0 % is not a discount", discount({ kind: "percent", bps: 0 }), "promotion_rate_wrong"],
    [
      "101 % is not a valid rate, even for the owner",
      discount({ kind: "percent", bps: 10_100 }, { limitBps: 10_000 }),
      "promotion_rate_wrong",
    ],
    ["a fifth of the sum is allowed", discount({ kind: "amount", cents: 200_00 }), undefined],
    ["a centavo more is too high", discount({ kind: "amount", cents: 200_01 }), "discount_too_high"],
    [
      "a discount without a reason is refused",
      discount({ kind: "percent", bps: 100 }, { reason: " " }),
      "discount_reason_missing",
    ],
  ])("%s, with products for $1,000", (_name, staffDiscount, refused) => {
    expect(checkStaffDiscount(staffDiscount, 1_000_00)?.refused).toBe(refused);
  });
});

test("a staff discount is computed from the remaining price, also of pieces whose promotion does not combine", () => {
  const exclusivePromotion: ApplicablePromotion = {
    ...staffPromotionOf(discount({ kind: "percent", bps: 5_000 }), ["a"]),
    id: "alone",
    priority: 0,
    combines: false,
  };
  const staffPromotion = staffPromotionOf(discount({ kind: "percent", bps: 1_000 }), ["a"]);
  const { discounts } = applyPromotions(
    [{ sizeId: "a", pieces: 1, unitCents: 100_00 }],
    [staffPromotion, exclusivePromotion],
  );
  expect(discounts.map(({ cents }) => cents)).toEqual([50_00, 5_00]);
});
