import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formerUnitPriceCents, headOfficeUnitPriceCents, isWholesale, pricesIn, unitPriceCents } from "./price.ts";

const NOW = new Date("2026-11-23T18:00:00Z");
const BASE_PRICES = {
  priceCents: 500_00,
  wholesalePriceCents: 400_00,
  branchPriceCents: null,
  brandIncrementCents: 35_00,
};

describe("in the head office", () => {
  const prices = pricesIn({ kind: "headOffice" }, BASE_PRICES);

  test("there are no branch prices", () => {
    expect(prices).toEqual({
      priceCents: 500_00,
      wholesalePriceCents: 400_00,
      branchPriceCents: null,
      branchWholesalePriceCents: null,
      formerPriceCents: null,
      offerFrom: null,
      offerUntil: null,
    });
  });
  test("a wholesale cart pays the wholesale price", () => expect(unitPriceCents(prices, true)).toBe(400_00));
  test("a product without a wholesale price keeps its price", () => {
    expect(unitPriceCents({ ...prices, wholesalePriceCents: null }, true)).toBe(500_00);
  });
});

describe("in a branch", () => {
  const branch = { kind: "branch", wholesaleDiscountCents: 25_00 } as const;

  test("the price is the list price plus the brand's increment", () => {
    expect(pricesIn(branch, BASE_PRICES).branchPriceCents).toBe(535_00);
  });
  test("its own price replaces the increment", () => {
    expect(pricesIn(branch, { ...BASE_PRICES, branchPriceCents: 480_00 }).branchPriceCents).toBe(480_00);
  });
  test("wholesale is its price minus the discount, also without a head-office wholesale price", () => {
    const prices = pricesIn(branch, { ...BASE_PRICES, wholesalePriceCents: null });
    expect(unitPriceCents(prices, true)).toBe(510_00);
    expect(unitPriceCents(prices, false)).toBe(535_00);
  });
  test("a discount larger than the price makes the price zero, never negative", () => {
    const prices = pricesIn({ kind: "branch", wholesaleDiscountCents: 900_00 }, BASE_PRICES);
    expect(prices.branchWholesalePriceCents).toBe(0);
  });
  test("an increment below zero never makes a price negative", () => {
    expect(pricesIn(branch, { ...BASE_PRICES, brandIncrementCents: -900_00 }).branchPriceCents).toBe(0);
  });
  test("what it owes the head office is the head office's price", () => {
    const prices = pricesIn(branch, BASE_PRICES);
    expect(headOfficeUnitPriceCents(prices, false)).toBe(500_00);
    expect(headOfficeUnitPriceCents(prices, true)).toBe(400_00);
  });
});

describe("with an offer", () => {
  const until = new Date("2026-12-01T06:00:00Z");
  const offer = { priceCents: 350_00, formerPriceCents: 500_00, startsAt: NOW, endsAt: until };
  const listOffers = { listPriceOffer: offer, branch: null };
  const branch = { kind: "branch", wholesaleDiscountCents: 25_00 } as const;
  const branchOffers = (priceCents: number) => ({
    listPriceOffer: null,
    branch: { priceCents, formerPriceCents: 535_00, startsAt: NOW, endsAt: null },
  });

  test.each([
    ["of the list price", { kind: "headOffice" }, BASE_PRICES, listOffers, [350_00, 350_00, null, 500_00]],
    [
      "above the list price it changes nothing",
      { kind: "headOffice" },
      { ...BASE_PRICES, priceCents: 300_00 },
      listOffers,
      [300_00, 400_00, null, null],
    ],
    [
      "a lower wholesale price stays",
      { kind: "headOffice" },
      { ...BASE_PRICES, wholesalePriceCents: 200_00 },
      listOffers,
      [350_00, 200_00, null, 500_00],
    ],
    ["a branch follows it with its increment", branch, BASE_PRICES, listOffers, [350_00, 350_00, 385_00, 535_00]],
    [
      "a branch with its own price keeps it",
      branch,
      { ...BASE_PRICES, branchPriceCents: 480_00 },
      listOffers,
      [350_00, 350_00, 480_00, null],
    ],
    [
      "of the branch itself: the branch owes the list price",
      branch,
      BASE_PRICES,
      branchOffers(400_00),
      [500_00, 400_00, 400_00, 535_00],
    ],
    [
      "of two offers the one with the lower price is charged",
      branch,
      BASE_PRICES,
      { ...branchOffers(400_00), listPriceOffer: offer },
      [350_00, 350_00, 385_00, 535_00],
    ],
    [
      "a negative increment that makes the price zero leaves no offer",
      branch,
      { ...BASE_PRICES, brandIncrementCents: -900_00 },
      listOffers,
      [350_00, 350_00, 0, null],
    ],
  ] as const)("%s", (_name, shop, basePrices, offers, [price, wholesale, branchPrice, former]) => {
    const prices = pricesIn(shop, basePrices, offers);
    expect([prices.priceCents, prices.wholesalePriceCents, prices.branchPriceCents, prices.formerPriceCents]).toEqual([
      price,
      wholesale,
      branchPrice,
      former,
    ]);
  });

  test("an offer never raises a price, and a former price is always above the price", () => {
    const cents = fc.integer({ min: 1, max: 10_000_00 });
    const anyOffer = fc.option(
      fc.record({ priceCents: cents, discountCents: cents }).map(({ priceCents, discountCents }) => ({
        priceCents,
        formerPriceCents: priceCents + discountCents,
        startsAt: NOW,
        endsAt: null,
      })),
    );
    const anyBasePrices = fc.record({
      priceCents: cents,
      wholesalePriceCents: fc.option(cents),
      branchPriceCents: fc.option(cents),
      brandIncrementCents: fc.integer({ min: -1_000_00, max: 1_000_00 }),
    });
    const anyShop = fc.constantFrom({ kind: "headOffice" } as const, branch);
    fc.assert(
      fc.property(anyShop, anyBasePrices, anyOffer, anyOffer, (shop, basePrices, listOffer, branchOffer) => {
        const regularPrices = pricesIn(shop, basePrices);
        const currentPrices = pricesIn(shop, basePrices, { listPriceOffer: listOffer, branch: branchOffer });
        for (const wholesale of [true, false]) {
          expect(unitPriceCents(currentPrices, wholesale)).toBeLessThanOrEqual(
            unitPriceCents(regularPrices, wholesale),
          );
          expect(headOfficeUnitPriceCents(currentPrices, wholesale)).toBeLessThanOrEqual(
            headOfficeUnitPriceCents(regularPrices, wholesale),
          );
        }
        const shopPriceCents = currentPrices.branchPriceCents ?? currentPrices.priceCents;
        if (currentPrices.formerPriceCents !== null)
          expect(currentPrices.formerPriceCents).toBeGreaterThan(shopPriceCents);
        // If a negative increment makes the price zero, there is no former price either.
        else expect([0, regularPrices.branchPriceCents ?? regularPrices.priceCents]).toContain(shopPriceCents);
      }),
    );
  });

  test("a line at a wholesale price below the offer has no former price", () => {
    const prices = pricesIn({ kind: "headOffice" }, { ...BASE_PRICES, wholesalePriceCents: 200_00 }, listOffers);
    expect(formerUnitPriceCents(prices, false)).toBe(500_00);
    expect(formerUnitPriceCents(prices, true)).toBeNull();
  });
});

test.each([
  [9, false],
  [10, true],
  [11, true],
])("with wholesale from 10 pieces, %i pieces get it: %s", (pieces, wholesale) => {
  expect(isWholesale({ allowed: true, fromPieces: 10 }, pieces)).toBe(wholesale);
});

test("a shop without wholesale never applies it", () => {
  expect(isWholesale({ allowed: false, fromPieces: 1 }, 1_000)).toBe(false);
});
