import { describe, expect, test } from "vitest";
import { checkOfferTerms, discountPercent, offerPriceCents, offersOf } from "./offer.ts";

const NOW = new Date("2026-11-23T18:00:00Z");
const inDays = (count: number) => new Date(NOW.getTime() + count * 86_400_000);
const TERMS = { priceCents: 400_00, formerPriceCents: 500_00, startsAt: NOW, endsAt: inDays(7) };

test.each([
  [{}, null, "a week from now"],
  [{ endsAt: null }, null, "without an end"],
  [{ startsAt: inDays(2) }, null, "planned"],
  [{ priceCents: 0 }, "offer_price_wrong", "for nothing"],
  [{ priceCents: 499_99 }, null, "one centavo less"],
  [{ priceCents: 500_00 }, "offer_not_below", "at the former price"],
  [{ priceCents: 600_00 }, "offer_not_below", "above it"],
  [{ startsAt: inDays(8) }, "offer_end_before_start", "ends before its start"],
  [{ startsAt: inDays(7) }, "offer_end_before_start", "ends at its start"],
  [{ endsAt: inDays(-1) }, "offer_end_past", "ended yesterday"],
  [{ startsAt: inDays(-1) }, "offer_starts_in_past", "started yesterday"],
] as const)("terms %j have the refusal %s: %s", (changes, refused, _why) => {
  const result = checkOfferTerms({ ...TERMS, ...changes }, NOW);
  expect("refused" in result ? result.refused : null).toBe(refused);
});

test("a start within the last minute is now", () => {
  expect(checkOfferTerms({ ...TERMS, startsAt: new Date(NOW.getTime() - 30_000) }, NOW)).toEqual(TERMS);
});

test.each([
  [{ percent: 20 }, 400_00],
  [{ percent: 1 }, 495_00],
  [{ percent: 99 }, 5_00],
  [{ percent: 0 }, { refused: "offer_percent_wrong" }],
  [{ percent: 100 }, { refused: "offer_percent_wrong" }],
  [{ percent: 101 }, { refused: "offer_percent_wrong" }],
  [{ percent: 12.5 }, { refused: "offer_percent_wrong" }],
  [{ cents: 123_45 }, 123_45],
])("an offer of %j on $500.00 costs %j", (price, cents) => expect(offerPriceCents(price, 500_00)).toEqual(cents));

test.each([
  [500_00, 400_00, 20],
  [300_00, 199_00, 33],
  [100_00, 99_99, 0],
])("from %i to %i centavos is -%i %%, rounded down", (former, price, percent) => {
  expect(discountPercent(former, price)).toBe(percent);
});

describe("of several running offers", () => {
  const offer = (priceCents: number, sizeId: string | null, isOfBranch = false) => ({
    priceCents,
    sizeId,
    isOfBranch,
    formerPriceCents: 500_00,
    startsAt: NOW,
    endsAt: null,
  });
  const offers = [offer(400_00, null), offer(350_00, "M"), offer(450_00, "G"), offer(300_00, "M", true)];

  test.each([
    [null, 400_00, undefined],
    ["M", 350_00, 300_00],
    ["G", 400_00, undefined],
  ])("size %s gets the lowest one", (sizeId, list, branch) => {
    const offersNow = offersOf(offers, sizeId);
    expect([offersNow.listPriceOffer?.priceCents, offersNow.branch?.priceCents]).toEqual([list, branch]);
  });
});
