import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCents, toPesos } from "./money.ts";
import { pricesIn } from "./price.ts";
import { headOfficeSummary, quote, summarizeCart, type PricedLine } from "./quote.ts";
import { extraShippingCents } from "./extra-shipping.ts";

const RULE = { allowed: true, fromPieces: 10 };

function line(
  pieces: number,
  priceCents: number,
  wholesalePriceCents: number | null = null,
  isDigital = false,
): PricedLine {
  const basePrices = { priceCents, wholesalePriceCents, branchPriceCents: null, brandIncrementCents: 0 };
  return { sizeId: crypto.randomUUID(), pieces, isDigital, prices: pricesIn({ kind: "headOffice" }, basePrices) };
}

test("order total = products + shipping + extra shipping + insurance + packaging", () => {
  const summary = summarizeCart([line(7, 100_00)], RULE);
  const figures = quote(summary, {
    carrier: { priceCents: 79_00, insuranceRateBps: 200, piecesFee: { includedPieces: 5, pieceCents: 12_50 } },
    insured: true,
    onlineFee: null,
    packagingCents: 10_00,
  });
  expect(figures).toMatchObject({
    subtotalCents: 700_00,
    shippingCents: 79_00,
    extraShippingCents: 25_00,
    insuranceCents: 17_00,
    packagingCents: 10_00,
    totalCents: 831_00,
    onlineFeeCents: 0,
    grandTotalCents: 831_00,
  });
});

test("the online fee is added to the total", () => {
  const summary = summarizeCart([line(1, 990_00)], RULE);
  const figures = quote(summary, {
    carrier: null,
    insured: false,
    onlineFee: { rateBps: 349, baseCents: 4_00 },
    packagingCents: 10_00,
  });
  expect(figures).toMatchObject({ totalCents: 1000_00, onlineFeeCents: 46_59, grandTotalCents: 1046_59 });
});

test("insurance is charged only where the carrier offers it", () => {
  const summary = summarizeCart([line(1, 990_00)], RULE);
  const carrier = { priceCents: 0, insuranceRateBps: null, piecesFee: null };
  expect(quote(summary, { carrier, insured: true, onlineFee: null, packagingCents: 0 }).insuranceCents).toBe(0);
});

describe("wholesale depends on the whole cart", () => {
  test("nine pieces of three products cost the list price", () => {
    const summary = summarizeCart([line(4, 100_00, 80_00), line(3, 50_00, 40_00), line(2, 10_00)], RULE);
    expect(summary).toMatchObject({ pieces: 9, isWholesale: false, subtotalCents: 570_00 });
  });
  test("ten pieces cost the wholesale price on every line that has one", () => {
    const summary = summarizeCart([line(5, 100_00, 80_00), line(3, 50_00, 40_00), line(2, 10_00)], RULE);
    expect(summary).toMatchObject({ pieces: 10, isWholesale: true, subtotalCents: 540_00 });
  });
});

test("tickets count for wholesale, not for the parcel", () => {
  const summary = summarizeCart([line(3, 100_00, null, true), line(7, 100_00)], RULE);
  expect(summary).toMatchObject({ pieces: 10, parcelPieces: 7, isWholesale: true });
});

test.each([
  [[line(1, 100_00)], 10_00, 10_00, "one parcel"],
  [[line(12, 100_00)], 10_00, 10_00, "per order, not per piece"],
  [[line(2, 100_00, null, true)], 10_00, 0, "tickets are never packed"],
  [[line(2, 100_00, null, true), line(1, 100_00)], 10_00, 10_00, "one product among tickets is packed"],
  [[line(1, 100_00)], 0, 0, "a shop that does not charge it"],
  [[line(1, 100_00)], 25_50, 25_50, "at the price the shop set"],
])("packaging of %j at %i is %i: %s", (cart, packagingCents, charged) => {
  const figures = quote(summarizeCart(cart, RULE), { carrier: null, insured: false, onlineFee: null, packagingCents });
  expect(figures.packagingCents).toBe(charged);
  expect(figures.totalCents).toBe(figures.subtotalCents + charged);
});

test.each([
  [5, 0],
  [6, 12_50],
  [9, 50_00],
  [0, 0],
])("with 5 pieces included, %i pieces cost %i centavos extra", (pieces, cents) => {
  expect(extraShippingCents({ includedPieces: 5, pieceCents: 12_50 }, pieces)).toBe(cents);
});

const cents = fc.integer({ min: 0, max: 5_000_000 });
const anyLines = fc.array(
  fc.record({
    pieces: fc.integer({ min: 1, max: 500 }),
    priceCents: cents,
    wholesalePriceCents: fc.option(cents),
    isDigital: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);
const anyTerms = fc.record({
  carrier: fc.option(
    fc.record({
      priceCents: cents,
      insuranceRateBps: fc.option(fc.integer({ min: 1, max: 10_000 })),
      piecesFee: fc.option(fc.record({ includedPieces: fc.nat(50), pieceCents: fc.nat(10_000) })),
    }),
  ),
  insured: fc.boolean(),
  onlineFee: fc.option(fc.record({ rateBps: fc.integer({ min: 0, max: 9_999 }), baseCents: fc.nat(100_000) })),
  packagingCents: fc.nat(100_000_000),
});

test("the figures of any cart add up to the centavo and are never negative", () => {
  fc.assert(
    fc.property(anyLines, anyTerms, (draftLines, chosenTerms) => {
      const pricedLines = draftLines.map((item) =>
        line(item.pieces, item.priceCents, item.wholesalePriceCents, item.isDigital),
      );
      const summary = summarizeCart(pricedLines, RULE);
      const figures = quote(summary, chosenTerms);
      const parts = [
        figures.subtotalCents,
        figures.packagingCents,
        figures.shippingCents,
        figures.extraShippingCents,
        figures.insuranceCents,
      ];
      expect(parts.every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true);
      expect(figures.totalCents).toBe(parts.reduce((sum, part) => sum + part, 0));
      expect(figures.grandTotalCents).toBe(figures.totalCents + figures.onlineFeeCents);
      expect(figures.onlineFeeCents).toBeGreaterThanOrEqual(0);
      const isPacked = draftLines.some((item) => !item.isDigital);
      expect(figures.packagingCents).toBe(isPacked ? chosenTerms.packagingCents : 0);
      expect(headOfficeSummary(pricedLines, summary).subtotalCents).toBe(figures.subtotalCents);
    }),
    { numRuns: 2_000 },
  );
});

test("an amount is unchanged by the conversion to pesos and back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_000_000_000_000 }), (amount) => {
      expect(toCents(JSON.parse(JSON.stringify(toPesos(amount))) as number)).toBe(amount);
    }),
    { numRuns: 5_000 },
  );
});
