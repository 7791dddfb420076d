import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { invoiceAmounts, type InvoiceAmounts } from "./invoice-amounts.ts";
import { globalSaleLine, linesOfOrder, lineTotalCents, vatPartsOf, type InvoiceLine } from "./invoice-lines.ts";
import { anyOrder, paidCents } from "../server/testing/any-order.ts";
import { microsText } from "./micros.ts";
import { isRefusal } from "./refusal.ts";
import { CHARGE_SAT_KEYS, resolveSatKeys } from "./sat-keys.ts";
import { sumVatParts, VAT_RATES_BPS, VAT_TREATMENTS, type Vat } from "./vat.ts";

/** The number of random orders. Each run generates other orders. */
const ORDER_COUNT = 20_000;

const VAT_16: Vat = { treatment: "general", rateBps: 1600 };
const VAT_8: Vat = { treatment: "general", rateBps: 800 };

function line(pieces: number, unitPriceCents: number, discountCents = 0, vat = VAT_16): InvoiceLine {
  const keys = resolveSatKeys();
  return { description: "Blusa", identification: null, keys, pieces, unitPriceCents, discountCents, vat };
}

function amountsOf(lines: InvoiceLine[]): InvoiceAmounts {
  const amounts = invoiceAmounts(lines);
  if (isRefusal(amounts)) throw new Error(amounts.refused);
  return amounts;
}

test("a blouse of $116.00 is 100.00 and 16.00 of VAT", () => {
  const amounts = amountsOf([line(1, 116_00)]);
  expect(amounts).toMatchObject({ subtotalCents: 100_00, discountCents: 0, taxCents: 16_00, totalCents: 116_00 });
});

test("three pieces at $99.90 with $20.00 off: the discount in whole centavos, all else to six decimals", () => {
  const { concepts, totalCents } = amountsOf([line(3, 99_90, 20_00)]);
  const texts = concepts.map(({ unitValue, amount, discount, taxes }) =>
    [unitValue, amount, discount, ...taxes.flatMap(({ base, tax }) => [base, tax])].map(microsText),
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
] as const)(
  "an order of %i centavos at %i bps has a base of %i and a tax of %i",
  (cents, rateBps, baseCents, taxCents) => {
    const amounts = amountsOf([line(1, cents, 0, { treatment: "general", rateBps })]);
    expect(amounts).toMatchObject({ baseCents, taxCents, totalCents: cents });
  },
);

test("every treatment in one document: a row for each, which add up to what was paid", () => {
  const untaxedTreatments = VAT_TREATMENTS.filter((treatment) => treatment !== "general");
  const untaxedLines = untaxedTreatments.map((treatment) => line(1, 10_05, 0, { treatment, rateBps: 0 }));
  const amounts = amountsOf([...untaxedLines, line(1, 116_00), line(1, 58_00)]);
  expect(amounts.taxes).toEqual([
    { treatment: "general", rateBps: 1600, baseCents: 150_00, taxCents: 24_00 },
    ...untaxedTreatments.map((treatment) => ({ treatment, rateBps: 0, baseCents: 10_05, taxCents: 0 })),
  ]);
  expect(amounts).toMatchObject({ subtotalCents: 190_20, taxCents: 24_00, totalCents: 214_20 });
});

describe("16 % and 8 % in one document (a global invoice over the day of a change)", () => {
  test("the lower rate's base is whole centavos, because two fractions could round to another centavo together", () => {
    // 0.07/1.16 = 0.0603 and 0.07/1.08 = 0.0648 would be a base of 0.13 and taxes of 0.01 and 0.01: a centavo too much.
    const amounts = amountsOf([line(1, 7), line(1, 7, 0, VAT_8)]);
    expect(amounts.totalCents).toBe(14);
    expect(amounts.concepts[1]!.taxes.map(({ base, tax }) => [base, tax].map(microsText))).toEqual([
      ["0.060000", "0.004800"],
    ]);
  });
  test("any two amounts add up to the centavo", () => {
    for (let centsAt16 = 1; centsAt16 <= 58; centsAt16++) {
      for (let centsAt8 = 1; centsAt8 <= 108; centsAt8++) {
        const { totalCents, taxes, baseCents } = amountsOf([line(1, centsAt16), line(1, centsAt8, 0, VAT_8)]);
        expect(totalCents).toBe(centsAt16 + centsAt8);
        expect(taxes.reduce((sum, row) => sum + row.baseCents, 0)).toBe(baseCents);
      }
    }
  });
});

test("an order with several treatments is one line of a global invoice, with a tax for each", () => {
  const parts = sumVatParts([
    { vat: { treatment: "exempt", rateBps: 0 }, cents: 100_00 },
    { vat: VAT_16, cents: 50_00 },
    { vat: VAT_16, cents: 66_00 },
  ]);
  const { concepts, totalCents } = amountsOf([globalSaleLine({ reference: "1", paidCents: 216_00, parts })]);
  expect(concepts.map(({ amount, taxes }) => [amount, ...taxes.map(({ base }) => base)].map(microsText))).toEqual([
    ["200.000000", "100.000000", "100.000000"],
  ]);
  expect(totalCents).toBe(216_00);
});

describe("a line that cost nothing", () => {
  test("is left out of the invoice: SAT refuses a base of zero", () => {
    const amounts = amountsOf([line(1, 0), line(2, 50_00, 100_00), line(1, 10_00)]);
    expect(amounts.concepts.map((concept) => lineTotalCents(concept.line))).toEqual([10_00]);
  });
  test("is not invoiced alone", () => {
    expect(invoiceAmounts([line(1, 0)])).toEqual({ refused: "nothing_to_invoice" });
  });
});

test("a thousand equal orders in a global invoice add up to what was paid, without rounding drift", () => {
  for (const cents of [1, 7, 99_90, 350_00, 199_99, 1_234_57]) {
    for (const rateBps of VAT_RATES_BPS) {
      const parts = [{ vat: { treatment: "general" as const, rateBps }, cents }];
      const saleLines = Array.from({ length: 1_000 }, (_, i) =>
        globalSaleLine({ reference: `${i}`, paidCents: cents, parts }),
      );
      expect(amountsOf(saleLines).totalCents).toBe(1_000 * cents);
    }
  }
});

test("a discount on the order is spread over its lines to the centavo", () => {
  const charges = { shipping: 99_00, extraShipping: 0, insurance: 0, packaging: 10_00, onlineFee: 0 };
  const order = { lines: [line(3, 33_33), line(1, 0)], charges, chargesVat: VAT_16, discountCents: 50_01 };
  const lines = linesOfOrder(order, CHARGE_SAT_KEYS);
  expect(lines.map(({ description }) => description)).toEqual(["Blusa", "Envío", "Empaque"]);
  expect(lines.reduce((sum, { discountCents }) => sum + discountCents, 0)).toBe(50_01);
});

test(`${ORDER_COUNT} orders of any kind and any treatments: the invoice is for what was paid, to the centavo`, () => {
  let differenceCents = 0;
  fc.assert(
    fc.property(anyOrder, (order) => {
      const amounts = invoiceAmounts(linesOfOrder(order, CHARGE_SAT_KEYS));
      if (isRefusal(amounts)) return paidCents(order) === 0;
      differenceCents += Math.abs(amounts.totalCents - paidCents(order));
      return amounts.totalCents === paidCents(order) && rowsAddUp(amounts);
    }),
    { numRuns: ORDER_COUNT },
  );
  expect(differenceCents).toBe(0);
}, 180_000);

test(`${ORDER_COUNT / 20} global invoices of any orders, with one line for each: the total is what was paid`, () => {
  fc.assert(
    fc.property(fc.array(anyOrder, { minLength: 1, maxLength: 12 }), (orders) => {
      const sales = orders.map((order, i) => {
        const parts = sumVatParts(linesOfOrder(order, CHARGE_SAT_KEYS).flatMap(vatPartsOf));
        return globalSaleLine({ reference: `${i}`, paidCents: paidCents(order), parts });
      });
      const totalPaidCents = orders.reduce((sum, order) => sum + paidCents(order), 0);
      const amounts = invoiceAmounts(sales);
      return isRefusal(amounts) ? totalPaidCents === 0 : amounts.totalCents === totalPaidCents && rowsAddUp(amounts);
    }),
    { numRuns: ORDER_COUNT / 20 },
  );
}, 180_000);

/** What the constraint `invoices_taxes_add_up` requires of each document. */
function rowsAddUp({ taxes, baseCents, totalCents }: InvoiceAmounts): boolean {
  const totalBaseCents = taxes.reduce((sum, row) => sum + row.baseCents, 0);
  const totalWithTaxCents = taxes.reduce((sum, row) => sum + row.baseCents + row.taxCents, 0);
  return totalBaseCents === baseCents && totalWithTaxCents === totalCents;
}
