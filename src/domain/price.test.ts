import { describe, expect, test } from "vitest";
import { headOfficeUnitPriceCents, isWholesale, pricesIn, unitPriceCents } from "./price.ts";

const LIST = { priceCents: 500_00, wholesalePriceCents: 400_00, branchPriceCents: null, brandIncrementCents: 35_00 };

describe("in the head office", () => {
  const prices = pricesIn({ kind: "headOffice" }, LIST);

  test("there are no branch prices", () => {
    expect(prices).toEqual({
      priceCents: 500_00,
      wholesalePriceCents: 400_00,
      branchPriceCents: null,
      branchWholesalePriceCents: null,
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
    expect(pricesIn(branch, LIST).branchPriceCents).toBe(535_00);
  });
  test("its own price replaces the increment", () => {
    expect(pricesIn(branch, { ...LIST, branchPriceCents: 480_00 }).branchPriceCents).toBe(480_00);
  });
  test("wholesale is its price minus the discount, also without a head-office wholesale price", () => {
    const prices = pricesIn(branch, { ...LIST, wholesalePriceCents: null });
    expect(unitPriceCents(prices, true)).toBe(510_00);
    expect(unitPriceCents(prices, false)).toBe(535_00);
  });
  test("a discount larger than the price makes the price zero, never negative", () => {
    const prices = pricesIn({ kind: "branch", wholesaleDiscountCents: 900_00 }, LIST);
    expect(prices.branchWholesalePriceCents).toBe(0);
  });
  test("an increment below zero never makes a price negative", () => {
    expect(pricesIn(branch, { ...LIST, brandIncrementCents: -900_00 }).branchPriceCents).toBe(0);
  });
  test("what it owes the head office is the head office's price", () => {
    const prices = pricesIn(branch, LIST);
    expect(headOfficeUnitPriceCents(prices, false)).toBe(500_00);
    expect(headOfficeUnitPriceCents(prices, true)).toBe(400_00);
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
