import { describe, expect, test } from "vitest";
import { EMPTY_INPUT, inputOf, moveToLaterYear, parsePromotion, type PromotionInput } from "./promotion-input.ts";

const createInput = (changes: Partial<PromotionInput>): PromotionInput => ({
  ...EMPTY_INPUT,
  name: "Buen Fin",
  percent: "10",
  ...changes,
});

describe("the form's input becomes a draft, and a stored promotion becomes an input", () => {
  test.each<[Partial<PromotionInput>, object]>([
    [{ percent: "12.5 %" }, { kind: "percent", bps: 1_250 }],
    [
      { kind: "amount", amount: "$1,000" },
      { kind: "amount", cents: 1_000_00 },
    ],
    [
      { kind: "bundle", group: "3", paid: "2" },
      { kind: "bundle", group: 3, discounted: 1, bps: 10_000 },
    ],
    [
      { kind: "second", secondOf: "2", secondPercent: "50" },
      { kind: "bundle", group: 2, discounted: 1, bps: 5_000 },
    ],
    [{ kind: "freeShipping" }, { kind: "freeShipping" }],
  ])("%o", (changes, rule) => {
    expect(parsePromotion(createInput(changes))).toMatchObject({ draft: { rule } });
  });

  test("a stored promotion becomes the input that it was parsed from", () => {
    const input = createInput({
      kind: "second",
      secondPercent: "30",
      percent: "",
      endsAt: "2026-12-01T10:00",
      weekdays: [1],
    });
    const parsed = parsePromotion({ ...input, startsAt: "2026-11-01T10:00" });
    if (!("draft" in parsed)) throw new Error("refused");
    const storedPromotion = { ...parsed.draft, startsAt: parsed.draft.startsAt!, needsCode: false };
    expect(inputOf(storedPromotion)).toEqual({ ...input, startsAt: "2026-11-01T10:00" });
  });
});

test.each<[string, Partial<PromotionInput>, object]>([
  ["a percentage in words", { percent: "diez" }, { rule: "promotion_rate_wrong" }],
  ["a negative amount", { kind: "amount", amount: "-5" }, { rule: "promotion_amount_wrong" }],
  ["an empty scope", { isWholeShop: false }, { scope: "promotion_scope_empty" }],
  [
    "more products than a promotion may have",
    { isWholeShop: false, productIds: Array.from({ length: 200 }, String) },
    { scope: "promotion_scope_many" },
  ],
  ["a day that does not exist", { endsAt: "2026-02-30T10:00" }, { endsAt: "promotion_dates_wrong" }],
  ["a priority above 100", { priority: "101" }, { priority: "promotion_priority_wrong" }],
  ["a gift without a product", { kind: "gift" }, { gift: "promotion_gift_missing" }],
  ["a coupon without a code", { coupon: "one" }, { couponCode: "coupon_form_wrong" }],
  ["codes without a number", { coupon: "many", count: "" }, { count: "coupon_too_many" }],
  [
    "several errors, each at its field",
    { percent: "", minimumSum: "mil", maxUses: "x", coupon: "one", couponCode: "BUENFIN" },
    { rule: "promotion_rate_wrong", minimumSum: "promotion_amount_wrong", maxUses: "promotion_limit_wrong" },
  ],
])("%s is refused at its field", (_name, changes, errors) => {
  expect(parsePromotion(createInput(changes))).toEqual({ errors });
});

test.each([
  ["2025-11-14", "2025-11-18", "2026-11-13", "2026-11-17", "dates of last year: they keep their days of the week"],
  [
    "2023-11-17",
    "2023-11-21",
    "2026-11-13",
    "2026-11-17",
    "older dates: they move to the first year in which they are not over",
  ],
])("%s to %s moves to %s to %s: %s", (from, until, newFrom, newUntil) => {
  const toInstant = (text: string): Date => new Date(`${text}T06:00:00Z`);
  const movedDates = moveToLaterYear({ startsAt: toInstant(from), endsAt: toInstant(until) }, toInstant("2026-11-01"));
  expect(movedDates).toEqual({ startsAt: toInstant(newFrom), endsAt: toInstant(newUntil) });
});
