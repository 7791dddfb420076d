import { describe, expect, test } from "vitest";
import { formatPrices, type ProductPricing } from "./shown-prices.ts";

const NOW = new Date("2026-11-23T18:00:00Z");
const PLAIN_PRICE: ProductPricing = {
  priceCents: 1_299_00,
  formerPriceCents: null,
  offerUntil: null,
  wholesalePriceCents: null,
  minWholesalePieces: 10,
  showsWholesale: true,
  installments: null,
  hasSizePrices: false,
};
const pricesWith = (changes: Partial<ProductPricing>) => formatPrices({ ...PLAIN_PRICE, ...changes }, NOW);

test("a price alone has no other texts", () => {
  expect(pricesWith({})).toEqual({ price: "$1,299.00" });
});

test("the lowest price of sizes with different prices begins with Desde", () => {
  expect(pricesWith({ hasSizePrices: true }).price).toBe("Desde $1,299.00");
});

describe("an offer", () => {
  test.each<[number, number, string | undefined, string]>([
    [100_00, 80_00, "-20\u00a0%", "a whole percentage"],
    [1_299_00, 999_00, "-23\u00a0%", "23.09 is rounded down"],
    [300_00, 200_01, "-33\u00a0%", "33.33 is rounded down"],
    [100_00, 99_01, undefined, "0.99 is not shown"],
    [100_00, 99_00, "-1\u00a0%", "exactly 1"],
    [100_00, 1, "-99\u00a0%", "99.99 is not 100"],
    [100_00, 0, "-100\u00a0%", "for nothing"],
  ])("from %i to %i centavos is %s: %s", (formerPriceCents, priceCents, percent) => {
    expect(pricesWith({ formerPriceCents, priceCents }).percent).toBe(percent);
  });

  test.each([
    ["equal to the former price", 1_299_00],
    ["above the former price", 1_000_00],
  ])("is not shown if the price is %s", (_, formerPriceCents) => {
    const offerUntil = new Date("2026-12-01T06:00:00Z");
    expect(pricesWith({ formerPriceCents, offerUntil })).toEqual({ price: "$1,299.00" });
  });

  test.each([
    ["2026-12-01T06:00:00Z", "Hasta el 30 de noviembre", "at midnight in Mexico City the day is over"],
    ["2026-12-01T06:00:01Z", "Hasta el 1 de diciembre", "a second later the next day has begun"],
    ["2026-11-24T05:59:59Z", "Hasta el 23 de noviembre", "today"],
    ["2027-01-01T06:00:00Z", "Hasta el 31 de diciembre", "the last day of this year"],
    ["2027-01-16T06:00:00Z", "Hasta el 15 de enero de 2027", "another year is named"],
  ])("that ends at %s: %s (%s)", (offerUntil, note) => {
    expect(pricesWith({ formerPriceCents: 1_599_00, offerUntil: new Date(offerUntil) })).toEqual({
      price: "$1,299.00",
      former: "$1,599.00",
      percent: "-18\u00a0%",
      notes: note,
    });
  });
});

test.each([
  [999_00, "$999.00 desde 10 piezas"],
  [1_299_00, undefined],
  [1_400_00, undefined],
])("a wholesale price of %i centavos: %s", (wholesalePriceCents, text) => {
  expect(pricesWith({ wholesalePriceCents }).notes).toBe(text);
});

test("each note has its own line", () => {
  const notes = pricesWith({
    formerPriceCents: 1_599_00,
    offerUntil: new Date("2026-12-01T06:00:00Z"),
    wholesalePriceCents: 999_00,
    installments: { months: 6, amountCents: 216_50 },
  }).notes;
  expect(notes?.split("\n")).toEqual([
    "Hasta el 30 de noviembre",
    "$999.00 desde 10 piezas",
    "Hasta 6 meses sin intereses de $216.50",
  ]);
});

test("customers who chose wholesale read its price first, even if the shop does not show it to everyone", () => {
  const installments = { months: 6, amountCents: 216_50 };
  const wholesale = "$999.00 desde 10 piezas · Hasta 6 meses sin intereses de $216.50";
  const pricesWithSetting = (showsWholesale: boolean) =>
    pricesWith({ wholesalePriceCents: 999_00, showsWholesale, installments });
  expect(pricesWithSetting(true)).toMatchObject({ notes: wholesale.replace(" · ", "\n"), wholesale });
  expect(pricesWithSetting(false)).toMatchObject({
    notes: "Hasta 6 meses sin intereses de $216.50",
    wholesale,
  });
  expect(pricesWith({ installments }).wholesale).toBeUndefined();
});
