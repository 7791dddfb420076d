import { expect, test } from "vitest";
import { freeShippingProgress } from "./free-shipping.ts";
import type { ApplicablePromotion, PromotionRule } from "./promotion.ts";
import { summarizeCart } from "./quote.ts";

const promotion = (rule: PromotionRule, changes: Partial<ApplicablePromotion> = {}): ApplicablePromotion => ({
  id: rule.kind,
  label: "",
  code: null,
  rule,
  fromCents: 0,
  priority: 0,
  ofHeadOffice: true,
  combines: true,
  sizeIds: ["a", "b"],
  giftSizeIds: [],
  ...changes,
});
const freeShippingFrom = (fromCents: number, changes: Partial<ApplicablePromotion> = {}) =>
  promotion({ kind: "freeShipping" }, { fromCents, ...changes });
const tenPercentOff = promotion({ kind: "percent", bps: 1_000 });

/** A cart of one piece of "a" and one of "b". */
function progressOf([a, b]: [number, number], promotions: ApplicablePromotion[], isDigital = false) {
  const lines = Object.entries({ a, b }).map(([sizeId, cents]) => ({ sizeId, cents }));
  const prices = (priceCents: number) => ({
    priceCents,
    wholesalePriceCents: null,
    branchPriceCents: null,
    branchWholesalePriceCents: null,
  });
  const summary = summarizeCart(
    lines.map(({ sizeId, cents }) => ({ sizeId, pieces: 1, prices: prices(cents), isDigital })),
    { allowed: false, fromPieces: 0 },
    () => promotions,
  );
  return freeShippingProgress(summary, lines);
}

test.each<[string, [number, number], ApplicablePromotion[], ReturnType<typeof progressOf>]>([
  ["no promotion makes the shipping free", [300_00, 100_00], [tenPercentOff], null],
  ["below its sum", [300_00, 100_00], [freeShippingFrom(999_00)], { fromCents: 999_00, missingCents: 599_00 }],
  ["one centavo below", [300_00, 698_99], [freeShippingFrom(999_00)], { fromCents: 999_00, missingCents: 1 }],
  ["at its sum", [300_00, 699_00], [freeShippingFrom(999_00)], { fromCents: 999_00, missingCents: 0 }],
  ["without a minimum sum", [300_00, 100_00], [freeShippingFrom(0)], { fromCents: 0, missingCents: 0 }],
  [
    "after discounts",
    [500_00, 500_00],
    [tenPercentOff, freeShippingFrom(999_00)],
    { fromCents: 999_00, missingCents: 99_00 },
  ],
  [
    "only its own pieces count",
    [500_00, 600_00],
    [freeShippingFrom(999_00, { sizeIds: ["a"] })],
    { fromCents: 999_00, missingCents: 499_00 },
  ],
  [
    "of two promotions the nearer one",
    [500_00, 200_00],
    [freeShippingFrom(999_00), freeShippingFrom(600_00, { id: "own", sizeIds: ["a"] })],
    { fromCents: 600_00, missingCents: 100_00 },
  ],
])("the progress to free shipping: %s", (_, cents, promotions, expected) => {
  expect(progressOf(cents, promotions)).toEqual(expected);
});

test("a cart of tickets has no progress to free shipping, because nothing is sent", () => {
  expect(progressOf([300_00, 100_00], [freeShippingFrom(999_00)], true)).toBeNull();
});
