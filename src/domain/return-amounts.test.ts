import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyPromotionsOf } from "../server/testing/any-promotions.ts";
import { applyPromotions } from "./promotion.ts";
import {
  centsPaidForPiece,
  returnAmounts,
  splitRefund,
  type EarlierRefunds,
  type SoldProducts,
} from "./return-amounts.ts";

const NOTHING_REFUNDED: EarlierRefunds = { pieces: new Map(), valueCents: 0, givenCents: 0, surchargedCents: 0 };
const FACTS = {
  valueDeductionCents: 0,
  differenceCents: 0,
  surchargedCents: 0,
  surchargeRefundCents: 0,
  chargesCents: 150_00,
  isShopAtFaultForAll: false,
};
const line = (sizeId: string, pieces: number, unitCents: number) => ({ sizeId, productId: sizeId, pieces, unitCents });
const PLAIN_ORDER: SoldProducts = {
  lines: [line("a", 2, 300_00), line("b", 1, 90_00)],
  promotions: [],
  paidWithSurchargesCents: 690_00,
};

describe("what a return gives back", () => {
  test("the price of the piece, without the order's charges", () => {
    const amounts = returnAmounts(PLAIN_ORDER, NOTHING_REFUNDED, { ...FACTS, piecesToRefund: new Map([["a", 1]]) });
    expect(amounts).toMatchObject({ valueCents: 300_00, refundCents: 300_00, chargesCents: 0 });
  });

  test("the charges too, if everything comes back and the shop is at fault for all of it", () => {
    const refunded = new Map([
      ["a", 2],
      ["b", 1],
    ]);
    const shopsFaultFacts = { ...FACTS, isShopAtFaultForAll: true };
    expect(
      returnAmounts(PLAIN_ORDER, NOTHING_REFUNDED, { ...shopsFaultFacts, piecesToRefund: refunded }).refundCents,
    ).toBe(840_00);
    expect(returnAmounts(PLAIN_ORDER, NOTHING_REFUNDED, { ...FACTS, piecesToRefund: refunded }).refundCents).toBe(
      690_00,
    );
    expect(
      returnAmounts(PLAIN_ORDER, NOTHING_REFUNDED, { ...shopsFaultFacts, piecesToRefund: new Map([["a", 2]]) })
        .refundCents,
    ).toBe(600_00);
  });

  test("an exchange gives back only what the new size costs less", () => {
    const amounts = returnAmounts(PLAIN_ORDER, NOTHING_REFUNDED, {
      ...FACTS,
      piecesToRefund: new Map(),
      differenceCents: 40_00,
    });
    expect(amounts).toMatchObject({ valueCents: 0, differenceCents: 40_00, refundCents: 40_00 });
  });

  test("the refund of an exchanged piece is reduced by what its exchange gave back", () => {
    const earlierRefunds = { ...NOTHING_REFUNDED, givenCents: 40_00 };
    const facts = { ...FACTS, piecesToRefund: new Map([["a", 1]]), valueDeductionCents: 40_00 };
    expect(returnAmounts(PLAIN_ORDER, earlierRefunds, facts).refundCents).toBe(260_00);
  });

  test("a paid difference is refunded with its piece, in addition to what the order cost", () => {
    const earlierRefunds = { ...NOTHING_REFUNDED, surchargedCents: 500_00 };
    const facts = { ...FACTS, piecesToRefund: new Map([["a", 1]]), surchargeRefundCents: 500_00 };
    expect(returnAmounts(PLAIN_ORDER, earlierRefunds, facts)).toMatchObject({
      surchargeRefundCents: 500_00,
      refundCents: 800_00,
    });
    const allGivenBefore = { ...earlierRefunds, givenCents: 690_00 };
    expect(returnAmounts(PLAIN_ORDER, allGivenBefore, facts)).toMatchObject({ refundCents: 500_00 });
  });
});

const anySoldProducts = fc
  .array(fc.record({ pieces: fc.integer({ min: 1, max: 4 }), unitCents: fc.integer({ min: 0, max: 900_00 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((draftLines) => {
    const lines = draftLines.map(({ pieces, unitCents }, n) => line(`s${n}`, pieces, unitCents));
    const sizeIds = lines.map(({ sizeId }) => sizeId);
    return anyPromotionsOf(sizeIds).map((applicablePromotions): SoldProducts => {
      const sum = lines.reduce((total, { pieces, unitCents }) => total + pieces * unitCents, 0);
      const discountCents = applyPromotions(lines, applicablePromotions).discounts.reduce(
        (total, { cents }) => total + cents,
        0,
      );
      const promotions = applicablePromotions.map((each) => ({
        ...each,
        productIds: each.sizeIds,
        giftProductIds: each.giftSizeIds,
      }));
      return { lines, promotions, paidWithSurchargesCents: sum - discountCents };
    });
  });

/** Each step is a refund of one piece, in any order, or a cheaper exchange. In the end all pieces come back. */
const anySteps = fc.array(
  fc.record({ randomIndex: fc.nat(), cheaperCents: fc.nat({ max: 100_00 }), isExchange: fc.boolean() }),
  {
    maxLength: 24,
  },
);

test("returns of one piece each never give back more than was paid, and exactly that without exchanges", () => {
  fc.assert(
    fc.property(anySoldProducts, anySteps, (order, steps) => {
      let earlierRefunds = NOTHING_REFUNDED;
      let exchangedCents = 0;
      const returnPiece = (sizeId: string | null, valueDeductionCents: number, cheaperByCents: number) => {
        const refunded = new Map(sizeId === null ? [] : [[sizeId, 1]]);
        const amounts = returnAmounts(order, earlierRefunds, {
          ...FACTS,
          piecesToRefund: refunded,
          valueDeductionCents,
          differenceCents: cheaperByCents,
        });
        expect(amounts.refundCents).toBeGreaterThanOrEqual(0);
        const { valueCents, valueDeductionCents: subtractedCents, refundCents } = amounts;
        expect(refundCents).toBe(Math.max(0, valueCents - subtractedCents) + amounts.differenceCents);
        const pieces = new Map(earlierRefunds.pieces);
        if (sizeId !== null) pieces.set(sizeId, (pieces.get(sizeId) ?? 0) + 1);
        earlierRefunds = {
          ...earlierRefunds,
          pieces,
          valueCents: earlierRefunds.valueCents + valueCents,
          givenCents: earlierRefunds.givenCents + amounts.refundCents,
        };
      };
      for (const { randomIndex, cheaperCents, isExchange } of steps) {
        const linesLeft = order.lines.filter(({ sizeId, pieces }) => pieces > (earlierRefunds.pieces.get(sizeId) ?? 0));
        if (linesLeft.length === 0) break;
        if (isExchange) {
          exchangedCents += cheaperCents;
          returnPiece(null, 0, cheaperCents);
        } else returnPiece(linesLeft[randomIndex % linesLeft.length]!.sizeId, 0, 0);
      }
      for (const { sizeId, pieces } of order.lines) {
        for (let n = earlierRefunds.pieces.get(sizeId) ?? 0; n < pieces; n++) returnPiece(sizeId, 0, 0);
      }
      expect(earlierRefunds.givenCents).toBeLessThanOrEqual(order.paidWithSurchargesCents);
      if (exchangedCents === 0) expect(earlierRefunds.givenCents).toBe(order.paidWithSurchargesCents);
    }),
  );
});

test.each([
  [300_00, { providerCents: 500_00, transferCents: 0 }, "provider", [300_00, 0], "all by the provider"],
  [300_00, { providerCents: 100_00, transferCents: 400_00 }, "provider", [100_00, 200_00], "the rest by transfer"],
  [300_00, { providerCents: 100_00, transferCents: 400_00 }, "transfer", [0, 300_00], "all by transfer"],
  [300_00, { providerCents: 100_00, transferCents: 100_00 }, "transfer", null, "the shop no longer has that money"],
] as const)("refunding %i from %o by %s is %o: %s", (cents, refundableMoney, preferredMethod, parts, _because) => {
  const split = splitRefund(cents, refundableMoney, preferredMethod);
  expect(split && [split.providerCents, split.transferCents]).toEqual(parts);
});

test("the sum paid for a piece includes its part of the line's discount, rounded down to whole centavos", () => {
  expect(centsPaidForPiece({ pieces: 3, unitCents: 300_00, discountCents: 300_00 })).toBe(200_00);
  expect(centsPaidForPiece({ pieces: 3, unitCents: 100, discountCents: 100 })).toBe(66);
});
