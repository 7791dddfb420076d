import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyPromotions, type PromotionRule } from "./promotion.ts";
import { valueOfReturn, type PurchasedLine, type PurchasePromotion } from "./value-of-return.ts";

const line = (sizeId: string, pieces: number, unitCents: number): PurchasedLine => ({
  sizeId,
  productId: sizeId,
  pieces,
  unitCents,
});

const promotion = (rule: PromotionRule, changes: Partial<PurchasePromotion> = {}): PurchasePromotion => ({
  id: "p",
  label: "Promoción",
  code: null,
  rule,
  fromCents: 0,
  priority: 0,
  ofHeadOffice: true,
  combines: false,
  sizeIds: [],
  giftSizeIds: [],
  productIds: ["a", "b", "c"],
  giftProductIds: [],
  ...changes,
});

/** What was paid for the products, in centavos. */
function paidOf(lines: readonly PurchasedLine[], promotions: readonly PurchasePromotion[]): number {
  const applicablePromotions = promotions.map((each) => ({
    ...each,
    sizeIds: each.productIds,
    giftSizeIds: each.giftProductIds,
  }));
  const { discounts } = applyPromotions(lines, applicablePromotions);
  const sum = lines.reduce((total, { pieces, unitCents }) => total + pieces * unitCents, 0);
  return sum - discounts.reduce((total, { cents }) => total + cents, 0);
}

const THREE_FOR_TWO: PromotionRule = { kind: "bundle", group: 3, discounted: 1, bps: 10_000 };

describe("what a return refunds", () => {
  test.each<
    [
      name: string,
      promotions: PurchasePromotion[],
      lines: PurchasedLine[],
      returned: [string, number][],
      refund: number,
    ]
  >([
    ["without promotions, the price", [], [line("a", 2, 300_00)], [["a", 1]], 300_00],
    [
      "one piece of 3×2: the rest no longer earns a free piece",
      [promotion(THREE_FOR_TWO)],
      [line("a", 3, 300_00)],
      [["a", 1]],
      0,
    ],
    ["two pieces of 3×2", [promotion(THREE_FOR_TWO)], [line("a", 3, 300_00)], [["a", 2]], 300_00],
    ["all pieces of 3×2", [promotion(THREE_FOR_TWO)], [line("a", 3, 300_00)], [["a", 3]], 600_00],
    [
      "the cheapest piece of 3×2",
      [promotion(THREE_FOR_TWO)],
      [line("a", 2, 300_00), line("b", 1, 90_00)],
      [["b", 1]],
      0,
    ],
    [
      "the most expensive piece of 3×2",
      [promotion(THREE_FOR_TWO)],
      [line("a", 1, 300_00), line("b", 2, 90_00)],
      [["a", 1]],
      210_00,
    ],
    ["a percentage", [promotion({ kind: "percent", bps: 1_000 })], [line("a", 2, 100_00)], [["a", 1]], 90_00],
    [
      "an amount from a sum that the remaining pieces do not reach",
      [promotion({ kind: "amount", cents: 100_00 }, { fromCents: 1_000_00 })],
      [line("a", 1, 900_00), line("b", 1, 150_00)],
      [["b", 1]],
      50_00,
    ],
    [
      "a piece cheaper than the lost discount: nothing",
      [promotion({ kind: "amount", cents: 100_00 }, { fromCents: 1_000_00 })],
      [line("a", 1, 950_00), line("b", 1, 50_00)],
      [["b", 1]],
      0,
    ],
  ])("%s", (_name, promotions, lines, returnedPieces, refund) => {
    const keptCents = paidOf(lines, promotions);
    expect(valueOfReturn({ lines, promotions, keptCents }, new Map(returnedPieces)).refundCents).toBe(refund);
  });
});

test("a discount that only the joined orders together would have earned is refunded with the last piece", () => {
  // Two pieces and one piece: no order had three, so all three were paid.
  const joinedOrder = { lines: [line("a", 3, 300_00)], promotions: [promotion(THREE_FOR_TWO)], keptCents: 900_00 };
  expect(valueOfReturn(joinedOrder, new Map([["a", 1]])).refundCents).toBe(0);
  expect(valueOfReturn(joinedOrder, new Map([["a", 3]])).refundCents).toBe(900_00);
});

const PRODUCTS = ["a", "b", "c", "d"];
const anyLines = fc.uniqueArray(
  fc.record({
    sizeId: fc.constantFrom(...PRODUCTS),
    pieces: fc.integer({ min: 1, max: 8 }),
    unitCents: fc.integer({ min: 0, max: 2_000_00 }),
  }),
  { selector: ({ sizeId }) => sizeId, minLength: 1 },
);
const anyPromotions = fc.array(
  fc
    .record({
      rule: fc.oneof(
        fc.record({ kind: fc.constant("percent" as const), bps: fc.integer({ min: 1, max: 10_000 }) }),
        fc.record({ kind: fc.constant("amount" as const), cents: fc.integer({ min: 1, max: 500_00 }) }),
        fc.constant(THREE_FOR_TWO),
        fc.constant({ kind: "gift" as const }),
      ),
      fromCents: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000_00 })),
      combines: fc.boolean(),
      productIds: fc.subarray(PRODUCTS, { minLength: 1 }),
      giftProductIds: fc.subarray(PRODUCTS),
    })
    .map((changes) => promotion(changes.rule, changes)),
  { maxLength: 3 },
);

test("returns in any steps refund everything in the end, and never more than the order still has", () => {
  fc.assert(
    fc.property(anyLines, anyPromotions, fc.array(fc.nat(), { maxLength: 12 }), (draftLines, drafts, steps) => {
      const promotions = drafts.map((draft, n) => ({ ...draft, id: `p${n}` }));
      let lines: PurchasedLine[] = draftLines.map((each) => ({ ...each, productId: each.sizeId }));
      const paidCents = paidOf(lines, promotions);
      let keptCents = paidCents;
      let refundedCents = 0;
      for (const step of [...steps, -1]) {
        const returnedLines = step < 0 ? lines : lines.slice(step % Math.max(1, lines.length)).slice(0, 1);
        const returnedPieces = new Map(returnedLines.map(({ sizeId, pieces }) => [sizeId, step < 0 ? pieces : 1]));
        const { refundCents } = valueOfReturn({ lines, promotions, keptCents }, returnedPieces);
        assert.ok(refundCents >= 0 && refundCents <= keptCents);
        keptCents -= refundCents;
        refundedCents += refundCents;
        lines = lines
          .map((orderLine) => ({
            ...orderLine,
            pieces: orderLine.pieces - (returnedPieces.get(orderLine.sizeId) ?? 0),
          }))
          .filter(({ pieces }) => pieces > 0);
      }
      assert.equal(refundedCents, paidCents);
    }),
    { numRuns: 5_000 },
  );
});
