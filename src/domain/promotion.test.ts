import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyPromotions, type ApplicablePromotion, type DiscountableLine, type PromotionRule } from "./promotion.ts";
import { anyPromotionsOf } from "../server/testing/any-promotions.ts";
import { spreadCents } from "./spread-cents.ts";

const line = (sizeId: string, pieces: number, unitCents: number): DiscountableLine => ({ sizeId, pieces, unitCents });

const promotion = (rule: PromotionRule, changes: Partial<ApplicablePromotion> = {}): ApplicablePromotion => ({
  id: "p",
  label: "Promoción",
  code: null,
  rule,
  fromCents: 0,
  priority: 0,
  ofHeadOffice: true,
  combines: false,
  sizeIds: ["a", "b", "c", "d"],
  giftSizeIds: [],
  ...changes,
});

const THREE_FOR_TWO: PromotionRule = { kind: "bundle", group: 3, discounted: 1, bps: 10_000 };
const SECOND_AT_HALF: PromotionRule = { kind: "bundle", group: 2, discounted: 1, bps: 5_000 };

const sumOf = (lines: readonly DiscountableLine[]): number =>
  lines.reduce((sum, { pieces, unitCents }) => sum + pieces * unitCents, 0);
const discountCentsOf = (lines: readonly DiscountableLine[], promotions: readonly ApplicablePromotion[]): number =>
  applyPromotions(lines, promotions).discounts.reduce((sum, { cents }) => sum + cents, 0);

describe("one promotion", () => {
  test.each<[name: string, rule: PromotionRule, lines: DiscountableLine[], fromCents: number, discountCents: number]>([
    ["a percentage", { kind: "percent", bps: 1_000 }, [line("a", 2, 99_99)], 0, 20_00],
    ["a percentage, and a product outside the scope", { kind: "percent", bps: 1_000 }, [line("z", 2, 99_99)], 0, 0],
    ["100 percent", { kind: "percent", bps: 10_000 }, [line("a", 2, 99_99)], 0, 199_98],
    ["an amount", { kind: "amount", cents: 100_00 }, [line("a", 1, 300_00), line("b", 1, 50_00)], 0, 100_00],
    ["an amount above the sum", { kind: "amount", cents: 100_00 }, [line("a", 1, 30_00)], 0, 30_00],
    ["an amount from a sum that is reached", { kind: "amount", cents: 100_00 }, [line("a", 1, 999_00)], 999_00, 100_00],
    ["an amount from a sum that is not reached", { kind: "amount", cents: 100_00 }, [line("a", 1, 998_99)], 999_00, 0],
    ["3×2 with two pieces", THREE_FOR_TWO, [line("a", 2, 300_00)], 0, 0],
    ["3×2 with three pieces", THREE_FOR_TWO, [line("a", 3, 300_00)], 0, 300_00],
    [
      "3×2: the cheapest is free",
      THREE_FOR_TWO,
      [line("a", 1, 300_00), line("b", 1, 200_00), line("c", 1, 90_00)],
      0,
      90_00,
    ],
    [
      "3×2 by groups, from the highest to the lowest price",
      THREE_FOR_TWO,
      [line("a", 3, 300_00), line("b", 3, 100_00)],
      0,
      400_00,
    ],
    ["3×2 with five pieces: one group", THREE_FOR_TWO, [line("a", 4, 300_00), line("b", 1, 100_00)], 0, 300_00],
    [
      "3×2 over several lines",
      THREE_FOR_TWO,
      [line("a", 2, 300_00), line("b", 2, 200_00), line("c", 2, 50_00)],
      0,
      250_00,
    ],
    ["the second at half price", SECOND_AT_HALF, [line("a", 1, 300_00), line("b", 1, 200_01)], 0, 100_01],
    ["the second at half price, one piece", SECOND_AT_HALF, [line("a", 1, 300_00)], 0, 0],
    ["the second at half price, three pieces", SECOND_AT_HALF, [line("a", 3, 300_00)], 0, 150_00],
    ["free shipping takes nothing off products", { kind: "freeShipping" }, [line("a", 3, 300_00)], 0, 0],
  ])("%s", (_name, rule, lines, fromCents, discountCents) => {
    expect(discountCentsOf(lines, [promotion(rule, { fromCents })])).toBe(discountCents);
  });

  test("the price of the free piece is subtracted from its whole group, so that no line costs nothing", () => {
    const { discounts } = applyPromotions([line("a", 1, 300_00), line("b", 2, 300_00)], [promotion(THREE_FOR_TWO)]);
    expect(discounts).toMatchObject([{ cents: 300_00, lines: { a: 100_00, b: 200_00 } }]);
  });

  test("the minimum sum of free shipping is compared after discounts", () => {
    const freeShippingPromotion = promotion({ kind: "freeShipping" }, { id: "free", fromCents: 900_00 });
    const tenPercent = promotion({ kind: "percent", bps: 1_000 });
    expect(applyPromotions([line("a", 1, 1_000_00)], [freeShippingPromotion, tenPercent]).freeShipping?.id).toBe(
      "free",
    );
    expect(applyPromotions([line("a", 1, 999_99)], [freeShippingPromotion, tenPercent]).freeShipping).toBeNull();
  });

  test("a gift is free once, if the other pieces earn it", () => {
    const gift = promotion({ kind: "gift" }, { fromCents: 500_00, giftSizeIds: ["d"], sizeIds: ["a", "d"] });
    expect(discountCentsOf([line("a", 1, 500_00), line("d", 2, 80_00)], [gift])).toBe(80_00);
    expect(discountCentsOf([line("a", 1, 499_00), line("d", 1, 80_00)], [gift])).toBe(0);
    expect(discountCentsOf([line("a", 1, 500_00)], [gift])).toBe(0);
  });
});

describe("several promotions", () => {
  const tenPercent = promotion({ kind: "percent", bps: 1_000 }, { id: "tenth" });
  const twentyPercent = promotion({ kind: "percent", bps: 2_000 }, { id: "fifth" });

  test("that do not combine: the one with the larger discount applies", () => {
    expect(discountCentsOf([line("a", 1, 100_00)], [tenPercent, twentyPercent])).toBe(20_00);
  });

  test("a piece with price zero fills no group of a bundle", () => {
    const lines = [line("a", 5, 10_00), line("b", 1, 0)];
    const bundle = promotion({ kind: "bundle", group: 3, discounted: 2, bps: 10_000 }, { sizeIds: ["a", "b"] });
    const amount = promotion({ kind: "amount", cents: 25_00 }, { id: "q", sizeIds: ["a", "b"] });
    expect(discountCentsOf(lines, [bundle])).toBe(20_00);
    expect(applyPromotions(lines, [bundle, amount]).discounts[0]).toMatchObject({ promotionId: "q", cents: 25_00 });
  });

  test("the priority decides before the size of the discount", () => {
    expect(discountCentsOf([line("a", 1, 100_00)], [{ ...tenPercent, priority: 1 }, twentyPercent])).toBe(10_00);
  });

  test("that combine: the second one reduces the remaining price", () => {
    const both = [tenPercent, twentyPercent].map((each) => ({ ...each, combines: true }));
    expect(discountCentsOf([line("a", 1, 100_00)], both)).toBe(28_00);
  });

  test("a promotion that does not combine is the only one of its pieces", () => {
    expect(
      discountCentsOf(
        [line("a", 1, 100_00)],
        [
          { ...twentyPercent, priority: 1 },
          { ...tenPercent, combines: true },
        ],
      ),
    ).toBe(20_00);
    expect(
      discountCentsOf([line("a", 1, 100_00)], [twentyPercent, { ...tenPercent, combines: true, priority: 1 }]),
    ).toBe(10_00);
  });

  test("pieces outside a whole group can have the next promotion", () => {
    const lines = [line("a", 4, 100_00)];
    expect(discountCentsOf(lines, [promotion(THREE_FOR_TWO, { priority: 1 }), tenPercent])).toBe(110_00);
  });
});

const cents = fc.integer({ min: 0, max: 3_000_00 });
const SIZES = ["a", "b", "c", "d", "e", "f"];
const anyLines = fc.uniqueArray(
  fc.record({ sizeId: fc.constantFrom(...SIZES), pieces: fc.integer({ min: 1, max: 40 }), unitCents: cents }),
  {
    selector: ({ sizeId }) => sizeId,
    minLength: 1,
  },
);
const anyPromotions = anyPromotionsOf(SIZES);

/** Each run tests other random carts. */
const RUNS = { numRuns: 4_000 };

// `assert` instead of `expect`: thousands of calls of `expect` take longer than the code under test.
describe("any cart with any promotions", () => {
  test("the parts of a discount add up, and no line is below zero", () => {
    fc.assert(
      fc.property(anyLines, anyPromotions, (lines, promotions) => {
        const { discounts } = applyPromotions(lines, promotions);
        for (const { cents: discountCents, lines: centsBySize } of discounts) {
          assert.equal(
            Object.values(centsBySize).reduce((sum, part) => sum + part, 0),
            discountCents,
          );
          assert.ok(discountCents > 0);
        }
        for (const { sizeId, pieces, unitCents } of lines) {
          const discountCents = discounts.reduce((sum, { lines: centsBySize }) => sum + (centsBySize[sizeId] ?? 0), 0);
          assert.ok(discountCents <= pieces * unitCents);
        }
      }),
      RUNS,
    );
  });

  test("the order of lines and promotions does not matter", () => {
    fc.assert(
      fc.property(anyLines, anyPromotions, (lines, promotions) => {
        assert.deepEqual(
          applyPromotions(lines.toReversed(), promotions.toReversed()),
          applyPromotions(lines, promotions),
        );
      }),
      RUNS,
    );
  });

  test("no discount is larger than the promotion's rule allows", () => {
    fc.assert(
      fc.property(anyLines, anyPromotions, (lines, promotions) => {
        for (const { promotionId, cents: discountCents } of applyPromotions(lines, promotions).discounts) {
          const { rule, sizeIds } = promotions.find(({ id }) => id === promotionId)!;
          const linesInScope = lines.filter(({ sizeId }) => sizeIds.includes(sizeId));
          const pieces = linesInScope.reduce((sum, lineInScope) => sum + lineInScope.pieces, 0);
          if (rule.kind === "amount") assert.ok(discountCents <= rule.cents);
          // Rounding adds at most half a centavo per piece.
          if (rule.kind === "percent")
            assert.ok(discountCents <= (sumOf(linesInScope) * rule.bps) / 10_000 + pieces / 2);
          if (rule.kind === "bundle") {
            const maximum = (sumOf(linesInScope) * rule.bps * rule.discounted) / (10_000 * rule.group);
            assert.ok(discountCents <= maximum + pieces / 2);
          }
        }
      }),
      RUNS,
    );
  });

  test("with equal priorities the promotion with the largest discount applies first", () => {
    fc.assert(
      fc.property(anyLines, anyPromotions, (lines, drafts) => {
        const promotions = drafts.map((draft) => ({ ...draft, priority: 0 }));
        const [first] = applyPromotions(lines, promotions).discounts;
        const singleDiscounts = promotions.map((each) => discountCentsOf(lines, [each]));
        assert.equal(first?.cents ?? 0, Math.max(0, ...singleDiscounts));
      }),
      RUNS,
    );
  });

  test("the applied promotions without the others give the same result", () => {
    fc.assert(
      fc.property(anyLines, anyPromotions, (lines, promotions) => {
        const { discounts, freeShipping } = applyPromotions(lines, promotions);
        const appliedPromotions = promotions.filter(
          ({ id }) => id === freeShipping?.id || discounts.some((discount) => discount.promotionId === id),
        );
        assert.deepEqual(applyPromotions(lines, appliedPromotions), { discounts, freeShipping });
      }),
      RUNS,
    );
  });

  test("with one promotion, one more piece never makes the cart cheaper than its rule allows", () => {
    fc.assert(
      fc.property(anyLines, anyPromotions, fc.constantFrom(...SIZES), (lines, [onlyPromotion], sizeId) => {
        if (!onlyPromotion || !lines.some((cartLine) => cartLine.sizeId === sizeId)) return;
        const linesWithOneMore = lines.map((cartLine) =>
          cartLine.sizeId === sizeId ? { ...cartLine, pieces: cartLine.pieces + 1 } : cartLine,
        );
        const [before, after] = [lines, linesWithOneMore].map(
          (cartLines) => sumOf(cartLines!) - discountCentsOf(cartLines!, [onlyPromotion]),
        );
        const { rule, fromCents } = onlyPromotion;
        // With the additional piece the cart may reach the minimum sum, from which the discount applies.
        if (fromCents > 0 || rule.kind === "gift") return;
        const highestPrice = Math.max(...lines.map(({ unitCents }) => unitCents));
        // The piece completes at most one group. 3×1 with a third piece costs less than two pieces.
        const tolerance = rule.kind === "bundle" ? (rule.discounted - 1) * highestPrice + rule.group : lines.length;
        assert.ok(after! >= before! - tolerance);
      }),
      RUNS,
    );
  });
});

test("shares add up to the amount and are at most their weight", () => {
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 12 }), fc.nat(), (weights, randomNumber) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const amount = total === 0 ? 0 : randomNumber % (total + 1);
      const shares = spreadCents(amount, weights);
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0),
        amount,
      );
      shares.forEach((share, index) => assert.ok(share <= weights[index]!));
    }),
    RUNS,
  );
});
