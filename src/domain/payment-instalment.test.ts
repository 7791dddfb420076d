import fc from "fast-check";
import { expect, test } from "vitest";
import { invoiceAmounts, type InvoiceAmounts } from "./invoice-amounts.ts";
import { centsToMicros, divideRounded } from "./micros.ts";
import { nextInstalment, type Instalment } from "./payment-instalment.ts";
import { isRefusal } from "./refusal.ts";
import { BILLING_SERVICE_KEYS } from "./sat-keys.ts";
import { VAT_TREATMENTS, type Vat } from "./vat.ts";

const VATS: Vat[] = [
  { treatment: "general", rateBps: 1600 },
  { treatment: "general", rateBps: 800 },
  ...VAT_TREATMENTS.filter((treatment) => treatment !== "general").map((treatment) => ({
    treatment,
    rateBps: 0 as const,
  })),
];

function invoiceOf(lines: readonly { vat: Vat; cents: number }[]): InvoiceAmounts {
  const amounts = invoiceAmounts(
    lines.map(({ vat, cents }) => ({
      description: "Vestido",
      identification: null,
      keys: BILLING_SERVICE_KEYS,
      pieces: 1,
      unitPriceCents: cents,
      discountCents: 0,
      vat,
    })),
  );
  if (isRefusal(amounts)) throw new Error(amounts.refused);
  return amounts;
}

/** The instalments of an invoice that these payments make, in centavos and in their order. */
function instalmentsOf(invoice: InvoiceAmounts, paymentsCents: readonly number[]): Instalment[] {
  let [instalmentCount, paidCents] = [0, 0];
  return paymentsCents.map((paymentCents) => {
    const instalment = nextInstalment(invoice, { instalmentCount, paidCents }, paymentCents);
    instalmentCount++;
    paidCents += paymentCents;
    return instalment;
  });
}

const anyInvoice = fc
  .array(fc.record({ vat: fc.constantFrom(...VATS), cents: fc.integer({ min: 1, max: 9_999_999 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map(invoiceOf);

/** An invoice and any split of its total into payments of at least one centavo. */
const anySplit = anyInvoice.chain((invoice) =>
  fc.uniqueArray(fc.integer({ min: 1, max: Math.max(1, invoice.totalCents - 1) }), { maxLength: 12 }).map((cuts) => {
    const sortedCuts = cuts.filter((cut) => cut < invoice.totalCents).toSorted((a, b) => a - b);
    const parts = [...sortedCuts, invoice.totalCents].map((end, i) => end - (sortedCuts[i - 1] ?? 0));
    return { invoice, parts };
  }),
);

test("each instalment begins with the balance after the one before, and the last one ends at zero", () => {
  fc.assert(
    fc.property(anySplit, ({ invoice, parts }) => {
      const instalments = instalmentsOf(invoice, parts);
      expect(instalments.map(({ number }) => number)).toEqual(parts.map((_, i) => i + 1));
      expect(instalments[0]!.balanceBeforeCents).toBe(invoice.totalCents);
      for (const [i, instalment] of instalments.entries()) {
        expect(instalment.balanceAfterCents).toBe(instalment.balanceBeforeCents - instalment.paidCents);
        expect(instalment.balanceBeforeCents).toBe(instalments[i - 1]?.balanceAfterCents ?? invoice.totalCents);
      }
      expect(instalments.at(-1)!.balanceAfterCents).toBe(0);
    }),
    { numRuns: 300 },
  );
});

test("the bases of all instalments add up to the invoice's base, and their taxes to its tax within a centavo", () => {
  fc.assert(
    fc.property(anySplit, ({ invoice, parts }) => {
      const instalments = instalmentsOf(invoice, parts);
      for (const row of invoice.taxes) {
        const instalmentTaxes = instalments
          .flatMap(({ taxes }) => taxes)
          .filter(({ vat }) => vat.treatment === row.treatment && vat.rateBps === row.rateBps);
        const isItemised = row.treatment !== "notSubject" && row.treatment !== "notItemised";
        const base = instalmentTaxes.reduce((sum, tax) => sum + tax.base, 0n);
        expect(base).toBe(isItemised ? centsToMicros(row.baseCents) : 0n);
        const tax = instalmentTaxes.reduce((sum, instalmentTax) => sum + instalmentTax.tax, 0n);
        const difference = tax - (isItemised ? centsToMicros(row.taxCents) : 0n);
        // The invoice rounds its base and its tax to centavos. Each instalment adds at most half a millionth.
        const maxDifferenceMicros = 5_000 + (5_000 * row.rateBps) / 10_000 + parts.length;
        expect(Number(difference < 0n ? -difference : difference)).toBeLessThanOrEqual(maxDifferenceMicros);
      }
      for (const { taxes } of instalments)
        for (const { vat, base, tax } of taxes) {
          expect(base).toBeGreaterThan(0n);
          expect(tax).toBe(divideRounded(base * BigInt(vat.rateBps), 10_000n));
        }
    }),
    { numRuns: 300 },
  );
});

test.each<[Vat["treatment"][], Instalment["taxObject"]]>([
  [["general"], "02"],
  [["exempt"], "02"],
  [["notSubject"], "01"],
  [["notItemised"], "03"],
  [["notSubject", "notItemised"], "03"],
  [["notSubject", "zero"], "02"],
])("an instalment of an invoice with %j has the tax object %s", (treatments, taxObject) => {
  const lines = treatments.map((treatment) => ({
    vat: VATS.find((vat) => vat.treatment === treatment)!,
    cents: 100_00,
  }));
  expect(instalmentsOf(invoiceOf(lines), [50_00])[0]!.taxObject).toBe(taxObject);
});

test.each([0, -1, 100_01, 0.5])("a payment of %s centavos is no instalment of an invoice of 100 pesos", (cents) => {
  const invoice = invoiceOf([{ vat: VATS[0]!, cents: 100_00 }]);
  expect(() => nextInstalment(invoice, { instalmentCount: 0, paidCents: 0 }, cents)).toThrow(RangeError);
});
