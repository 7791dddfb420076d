import fc from "fast-check";
import type { ApplicablePromotion, PromotionRule } from "../../domain/promotion.ts";

const anyCents = fc.integer({ min: 0, max: 3_000_00 });
const anyRule: fc.Arbitrary<PromotionRule> = fc.oneof(
  fc.record({ kind: fc.constant("percent" as const), bps: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ kind: fc.constant("amount" as const), cents: fc.integer({ min: 1, max: 2_000_00 }) }),
  fc
    .record({
      group: fc.integer({ min: 2, max: 6 }),
      discountedSeed: fc.nat(),
      bps: fc.integer({ min: 1, max: 10_000 }),
    })
    .map(({ group, discountedSeed, bps }) => ({
      kind: "bundle" as const,
      group,
      discounted: 1 + (discountedSeed % (group - 1)),
      bps,
    })),
  fc.constant({ kind: "freeShipping" as const }),
  fc.constant({ kind: "gift" as const }),
);
/** Up to five promotions of any kind for carts with these sizes. */
export function anyPromotionsOf(sizeIds: readonly string[]): fc.Arbitrary<ApplicablePromotion[]> {
  return fc
    .array(
      fc.record({
        rule: anyRule,
        fromCents: fc.oneof(fc.constant(0), anyCents),
        priority: fc.integer({ min: 0, max: 2 }),
        combines: fc.boolean(),
        ofHeadOffice: fc.boolean(),
        sizeIds: fc.subarray([...sizeIds], { minLength: 1 }),
        giftSizeIds: fc.subarray([...sizeIds]),
      }),
      { maxLength: 5 },
    )
    .map((promotions) =>
      promotions.map((promotion, n) => ({ ...promotion, id: `p${n}`, label: `Promoción ${n}`, code: null })),
    );
}
