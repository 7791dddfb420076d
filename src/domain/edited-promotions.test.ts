import { expect, test } from "vitest";
import { editedPromotions, type EditedOrderLine, type PromotionsBeforeEdit } from "./edited-promotions.ts";
import type { ApplicablePromotion } from "./promotion.ts";
import type { PurchaseContext, Promotion } from "./promotion-terms.ts";

const PLACED_AT = new Date("2026-11-20T18:00:00Z");
const NOW = new Date("2026-11-23T18:00:00Z");

const promotion = (id: string, changes: Partial<Promotion> = {}): Promotion => ({
  id,
  name: id,
  rule: { kind: "percent", bps: 1_000 },
  fromCents: 0,
  scope: { productIds: [], styleCodes: [], categoryIds: [], brandIds: [] },
  giftProductId: null,
  shopId: null,
  startsAt: new Date("2026-11-01T00:00:00Z"),
  endsAt: null,
  weekdays: [],
  priority: 0,
  combines: true,
  withWholesale: false,
  withPresale: false,
  withTickets: false,
  withOffers: true,
  firstPurchaseOnly: false,
  customerTag: null,
  needsCode: false,
  perCustomer: null,
  ...changes,
});
const appliedPromotion = (
  id: string,
  sizeIds: string[],
  changes: Partial<ApplicablePromotion> = {},
): ApplicablePromotion => ({
  id,
  label: id,
  code: null,
  rule: { kind: "percent", bps: 1_000 },
  fromCents: 0,
  priority: 0,
  ofHeadOffice: true,
  combines: true,
  sizeIds,
  giftSizeIds: [],
  ...changes,
});
const line = (sizeId: string, addedAt: Date | null, productId = sizeId): EditedOrderLine => ({
  sizeId,
  productId,
  styleCode: null,
  categoryIds: [],
  brandIds: [],
  isDigital: false,
  isOffer: false,
  addedAt,
});

function promotionsOf(
  beforeEdit: Partial<PromotionsBeforeEdit>,
  runningPromotions: Promotion[],
  {
    lines = [line("old", PLACED_AT), line("new", null)],
    ...context
  }: Partial<PurchaseContext> & { lines?: EditedOrderLine[] } = {},
) {
  const result = editedPromotions(
    {
      promotions: [],
      lines: [{ sizeId: "old", productId: "old" }],
      wholesalePromotionIds: new Set(),
      usedPromotionIds: new Set(),
      ...beforeEdit,
    },
    {
      runningPromotions,
      context: {
        now: NOW,
        shopId: "shop",
        isWholesale: false,
        isPresale: false,
        coupon: null,
        customer: { isFirstPurchase: true, tags: [] },
        ...context,
      },
      lines,
    },
  );
  return result.map(({ label, sizeIds }) => `${label}: ${sizeIds.join(" ")}`);
}

test("a promotion that has run since before the order applies to old and new lines", () => {
  expect(promotionsOf({}, [promotion("p")])).toEqual(["p: old new"]);
});

test("a promotion that began after the order applies only to new lines", () => {
  expect(promotionsOf({}, [promotion("p", { startsAt: new Date("2026-11-22T00:00:00Z") })])).toEqual(["p: new"]);
  const friday = promotion("friday", { weekdays: [5] });
  const monday = promotion("monday", { weekdays: [1] });
  expect(promotionsOf({}, [friday, monday])).toEqual(["monday: new"]);
});

test("a promotion that ended still applies to the lines that had it, on its old terms", () => {
  expect(promotionsOf({ promotions: [appliedPromotion("p", ["old"])] }, [])).toEqual(["p: old"]);
  expect(promotionsOf({ promotions: [appliedPromotion("p", ["removed"])] }, [])).toEqual([]);
  const changedPromotion = promotion("p", { name: "Changed", rule: { kind: "percent", bps: 5_000 } });
  expect(promotionsOf({ promotions: [appliedPromotion("p", ["old"])] }, [changedPromotion])).toEqual(["p: old new"]);
});

test("a line whose size was changed keeps the promotions of its product", () => {
  const lines = [line("other", PLACED_AT, "old")];
  expect(promotionsOf({ promotions: [appliedPromotion("p", ["old"])] }, [], { lines })).toEqual(["p: other"]);
});

test("a promotion that excludes wholesale no longer applies once the order has wholesale prices", () => {
  const beforeEdit = { promotions: [appliedPromotion("p", ["old"])] };
  expect(promotionsOf(beforeEdit, [promotion("p")], { isWholesale: true })).toEqual([]);
  expect(promotionsOf({ ...beforeEdit, wholesalePromotionIds: new Set(["p"]) }, [], { isWholesale: true })).toEqual([
    "p: old",
  ]);
});

test("an edit takes no new use of a promotion whose uses are limited", () => {
  const limitedPromotions = [
    promotion("perCustomer", { perCustomer: 1 }),
    promotion("first", { firstPurchaseOnly: true }),
    promotion("code", { needsCode: true }),
  ];
  const coupon = { promotionId: "code", code: "DIEZ" };
  expect(promotionsOf({}, limitedPromotions, { coupon })).toEqual([]);
  const usedIds = new Set(["perCustomer", "first", "code"]);
  expect(promotionsOf({ usedPromotionIds: usedIds }, limitedPromotions, { coupon })).toEqual([
    "perCustomer: old new",
    "first: old new",
    "code: old new",
  ]);
});
