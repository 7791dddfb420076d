import { expect, test } from "vitest";
import { chargedPrices, daysCharged, type PriceRecord } from "./price-history.ts";

const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000);
const RECORD: PriceRecord = {
  shop: { kind: "headOffice" },
  sizeId: null,
  listPrices: [
    { cents: 500_00, since: day(0) },
    { cents: 450_00, since: day(100) },
  ],
  branchPrices: [],
  brandIncrementCents: 0,
  offers: [
    {
      sizeId: null,
      isOfBranch: false,
      priceCents: 400_00,
      formerPriceCents: 500_00,
      startsAt: day(60),
      endsAt: day(70),
    },
  ],
};

test("an offer interrupts the regular price", () => {
  const chargedIntervals = chargedPrices(RECORD, { from: day(0), to: day(120) });
  expect(chargedIntervals.map(({ cents, from, to }) => [cents, from, to])).toEqual([
    [500_00, day(0), day(60)],
    [400_00, day(60), day(70)],
    [500_00, day(70), day(100)],
    [450_00, day(100), day(120)],
  ]);
});

test.each([
  [500_00, 120, 60, "from day 30 on, without the offer's ten days"],
  [500_00, 190, 0, "it ended 90 days before"],
  [500_00, 189, 1, "its last day counts"],
  [400_00, 120, 10, "an offer's price was charged too"],
  [450_00, 101, 1, "since yesterday"],
  [499_00, 120, 0, "never"],
])("%i centavos before day %i was charged for %f days: %s", (cents, startsOn, days) => {
  expect(daysCharged(RECORD, cents, day(startsOn))).toBe(days);
});

test("a price that an offer has covered for 90 days does not count (rule OFFER-4)", () => {
  const offers = [{ ...RECORD.offers[0]!, startsAt: day(10), endsAt: null }];
  expect(daysCharged({ ...RECORD, offers, listPrices: RECORD.listPrices.slice(0, 1) }, 500_00, day(101))).toBe(0);
});

test("in a branch the list price plus the increment counts while the branch has no price of its own", () => {
  const record: PriceRecord = {
    ...RECORD,
    shop: { kind: "branch", wholesaleDiscountCents: 0 },
    offers: [],
    branchPrices: [
      { cents: 480_00, since: day(20) },
      { cents: null, since: day(40) },
    ],
    brandIncrementCents: 35_00,
  };
  expect(chargedPrices(record, { from: day(0), to: day(60) }).map(({ cents }) => cents)).toEqual([
    535_00, 480_00, 535_00,
  ]);
});

test("there is no charged price before the first price of a product", () => {
  expect(chargedPrices(RECORD, { from: day(-30), to: day(0) })).toEqual([]);
});
