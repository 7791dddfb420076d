import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { invoiceAmounts, VAT_RATES_BPS, type Amounts, type VatRateBps } from "./invoice-amounts.ts";
import { globalSaleLine, linesOfOrder, netCents, type InvoiceLine } from "./invoice-lines.ts";
import { anyOrder, paidCents } from "../server/testing/any-order.ts";
import { microsText } from "./micros.ts";
import { isRefusal } from "./refusal.ts";
import { CHARGE_SAT_KEYS, resolveSatKeys } from "./sat-keys.ts";

function line(pieces: number, unitPriceCents: number, discountCents = 0): InvoiceLine {
  return { description: "Blusa", identification: null, keys: resolveSatKeys(), pieces, unitPriceCents, discountCents };
}

function amountsOf(lines: InvoiceLine[], rateBps: VatRateBps = 1600): Amounts {
  const amounts = invoiceAmounts(lines, rateBps);
  if (isRefusal(amounts)) throw new Error(amounts.refused);
  return amounts;
}

test("a blouse of $116.00 is 100.00 and 16.00 of VAT", () => {
  const amounts = amountsOf([line(1, 116_00)]);
  expect(amounts).toMatchObject({ subtotalCents: 100_00, discountCents: 0, taxCents: 16_00, totalCents: 116_00 });
});

test("three pieces at $99.90 with $20.00 off: the discount in whole centavos, all else to six decimals", () => {
  const { concepts, totalCents } = amountsOf([line(3, 99_90, 20_00)]);
  const texts = concepts.map(({ unitValue, amount, discount, base, tax }) =>
    [unitValue, amount, discount, base, tax].map(microsText),
  );
  // 279.70 / 1.16 = 241.120690. Plus the discount of 17.24: 258.360690. Divided by three pieces: 86.120230.
  expect(texts).toEqual([["86.120230", "258.360690", "17.240000", "241.120690", "38.579310"]]);
  expect(totalCents).toBe(279_70);
});

test.each([
  [1, 1600, 1, 0],
  [3, 1600, 3, 0],
  [4, 1600, 3, 1],
  [1, 800, 1, 0],
] as const)("an order of %i centavos at %i bps is %i and %i", (cents, rateBps, baseCents, taxCents) => {
  expect(amountsOf([line(1, cents)], rateBps)).toMatchObject({ baseCents, taxCents, totalCents: cents });
});

describe("a line that cost nothing", () => {
  test("is left out of the invoice: SAT refuses a base of zero", () => {
    const amounts = amountsOf([line(1, 0), line(2, 50_00, 100_00), line(1, 10_00)]);
    expect(amounts.concepts.map((concept) => netCents(concept.line))).toEqual([10_00]);
  });
  test("is not invoiced alone", () => {
    expect(invoiceAmounts([line(1, 0)], 1600)).toEqual({ refused: "nothing_to_invoice" });
  });
});

test("a thousand equal orders in a global invoice add up to what was paid, without rounding drift", () => {
  for (const cents of [1, 7, 99_90, 350_00, 199_99, 1_234_57]) {
    for (const rateBps of VAT_RATES_BPS) {
      const orders = Array.from({ length: 1_000 }, (_, i) => globalSaleLine({ reference: `${i}`, paidCents: cents }));
      expect(amountsOf(orders, rateBps).totalCents).toBe(1_000 * cents);
    }
  }
});

test("a discount on the order is spread over its lines to the centavo", () => {
  const charges = { shipping: 99_00, extraShipping: 0, insurance: 0, packaging: 10_00, onlineFee: 0 };
  const lines = linesOfOrder({ lines: [line(3, 33_33), line(1, 0)], charges, discountCents: 50_01 }, CHARGE_SAT_KEYS);
  expect(lines.map(({ description }) => description)).toEqual(["Blusa", "Envío", "Empaque"]);
  expect(lines.reduce((sum, { discountCents }) => sum + discountCents, 0)).toBe(50_01);
});

test("100,000 orders of any kind: the invoice is for what was paid, to the centavo", () => {
  let differenceCents = 0;
  fc.assert(
    fc.property(anyOrder, fc.constantFrom(...VAT_RATES_BPS), (order, rateBps) => {
      const amounts = invoiceAmounts(linesOfOrder(order, CHARGE_SAT_KEYS), rateBps);
      const total = isRefusal(amounts) ? 0 : amounts.totalCents;
      differenceCents += Math.abs(total - paidCents(order));
      return total === paidCents(order);
    }),
    { numRuns: 100_000 },
  );
  expect(differenceCents).toBe(0);
}, 180_000);
