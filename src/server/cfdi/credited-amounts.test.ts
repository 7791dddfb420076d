import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { creditNoteLines } from "../../domain/credit-note-lines.ts";
import { globalPeriod } from "../../domain/global-period.ts";
import { invoiceAmounts, type InvoiceAmounts } from "../../domain/invoice-amounts.ts";
import {
  globalSaleLine,
  linesOfOrder,
  lineTotalCents,
  vatPartsOf,
  type ChargedOrder,
} from "../../domain/invoice-lines.ts";
import type { Cents } from "../../domain/money.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { CHARGE_SAT_KEYS, BILLING_SERVICE_KEYS } from "../../domain/sat-keys.ts";
import { splitByVat, subtractVatParts, sumVatParts, vatKey, type VatPart } from "../../domain/vat.ts";
import { anyOrder, paidCents } from "../testing/any-order.ts";
import { amountsOf, makeIngreso, TEST_STAMP_UUID } from "../testing/invoices.ts";
import { checkSums, type BrokenRule } from "./check-sums.ts";
import { buildEgreso, buildGlobal, buildIngreso } from "./comprobante.ts";
import { readInvoiceLines, readSaleParts } from "./read-invoice-lines.ts";
import { serialize } from "./xml.ts";

/**
 * The number of random orders, which differ in each run. For a long run:
 * `ORDERS=100000 npx vitest run src/server/cfdi/credited-amounts.test.ts`.
 */
const ORDER_COUNT = Number(process.env.ORDERS ?? 1_000);
const ORDERS_PER_GLOBAL = 10;
const heading = makeIngreso();
const november = globalPeriod({ periodLength: "month", day: "2026-11-01" }, "601");

/** An order's invoice has one general rate. Only a global invoice of a period in which the rate changed has two. */
const anySale = anyOrder.map((order) => ({
  ...order,
  lines: order.lines.map((line) => {
    const isGeneral = "treatment" in line.vat && line.vat.treatment === "general";
    return isGeneral ? { ...line, vat: order.chargesVat } : line;
  }),
}));
/**
 * A refund in ten thousandths of the remaining amount, often all of it, and the number of returned pieces of each line.
 */
const anyRefund = fc.record({
  share: fc.oneof(fc.constant(10_000), fc.integer({ min: 1, max: 10_000 })),
  counts: fc.oneof(fc.constant<number[]>([]), fc.array(fc.nat({ max: 30 }), { maxLength: 12 })),
});
const anyRefunds = fc.array(anyRefund, { minLength: 1, maxLength: 4 });

const shareOf = (cents: Cents, share: number) => Math.max(1, Number((BigInt(cents) * BigInt(share)) / 10_000n));
const sumOf = (parts: readonly VatPart[]) => parts.reduce((sum, { cents }) => sum + cents, 0);
const partsOf = ({ taxes }: InvoiceAmounts): VatPart[] =>
  taxes.map(({ baseCents, taxCents, ...vat }) => ({ vat, cents: baseCents + taxCents }));

/** The centavos by which credit notes exceed what they credit, in total and in each treatment. */
function excessCents(charged: readonly VatPart[], credited: readonly VatPart[]): Cents {
  return sumOf(subtractVatParts(credited, charged)) + Math.max(0, sumOf(credited) - sumOf(charged));
}

/** Whether the tax of the notes is at most that of the document, apart from the rounding of each note to centavos. */
function isTaxWithin(document: InvoiceAmounts, notes: readonly InvoiceAmounts[]): boolean {
  return document.taxes.every((row) => {
    const taxesOfRow = notes.flatMap(({ taxes }) => taxes.filter((tax) => vatKey(tax) === vatKey(row)));
    const taxCents = taxesOfRow.reduce((sum, tax) => sum + tax.taxCents, 0);
    return taxCents <= row.taxCents + (notes.length + 1) / 2;
  });
}

/** The centavos by which the credit notes of one order are wrong, and SAT's rules that they break. */
function creditAll(order: ChargedOrder, refunds: readonly { share: number; counts: number[] }[]) {
  const soldAmounts = invoiceAmounts(linesOfOrder(order, CHARGE_SAT_KEYS));
  if (isRefusal(soldAmounts)) return { wrongCents: 0, brokenRules: [] };
  const lines = readInvoiceLines(serialize(buildIngreso({ ...heading, amounts: soldAmounts })));
  const uncreditedPieces = lines.map(({ pieces }) => pieces);
  const creditedByLine = new Map<string, Cents>();
  const notes: InvoiceAmounts[] = [];
  let wrongCents = 0;
  const brokenRules: BrokenRule[] = [];
  for (const { share, counts } of refunds) {
    const remainingCents = soldAmounts.totalCents - notes.reduce((sum, { totalCents }) => sum + totalCents, 0);
    if (remainingCents === 0) break;
    const dueCents = shareOf(remainingCents, share);
    const returnedLines = uncreditedPieces
      .map((pieces, line) => ({ line, pieces: Math.min(counts[line] ?? 0, pieces) }))
      .filter(({ pieces }) => pieces > 0);
    const creditNote = creditNoteLines(
      lines.map((line, i) => ({ ...line, uncreditedPieces: uncreditedPieces[i]! })),
      returnedLines,
      dueCents,
      notes.flatMap(partsOf),
    );
    if (isRefusal(creditNote)) throw new Error(creditNote.refused);
    for (const { line, pieces } of returnedLines) uncreditedPieces[line]! -= pieces;
    for (const line of creditNote.lines) {
      creditedByLine.set(line.description, (creditedByLine.get(line.description) ?? 0) + lineTotalCents(line));
    }
    const amounts = amountsOf(creditNote.lines);
    notes.push(amounts);
    wrongCents += Math.abs(amounts.totalCents - dueCents);
    brokenRules.push(
      ...checkSums(buildEgreso({ ...heading, amounts, reason: creditNote.reason, invoiceUuid: TEST_STAMP_UUID })),
    );
  }
  for (const line of lines)
    wrongCents += Math.max(0, (creditedByLine.get(line.description) ?? 0) - lineTotalCents(line));
  return {
    wrongCents:
      wrongCents +
      excessCents(partsOf(soldAmounts), notes.flatMap(partsOf)) +
      (isTaxWithin(soldAmounts, notes) ? 0 : 1),
    brokenRules,
  };
}

test(`the credit notes of ${ORDER_COUNT} orders equal what is due, and never exceed the invoice, a line or a tax`, () => {
  fc.assert(
    fc.property(anySale, anyRefunds, (order, refunds) => {
      assert.deepEqual(creditAll(order, refunds), { wrongCents: 0, brokenRules: [] });
    }),
    { numRuns: ORDER_COUNT },
  );
}, 1_200_000);

test(`global invoices of ${ORDER_COUNT} orders declare what was paid for each; credit notes never exceed it`, () => {
  const anySoldOrder = fc.record({
    order: anySale,
    keptShare: fc.integer({ min: 1, max: 10_000 }),
    refunds: anyRefunds,
  });
  fc.assert(
    fc.property(
      fc.array(anySoldOrder, { minLength: ORDERS_PER_GLOBAL, maxLength: ORDERS_PER_GLOBAL }),
      (soldOrders) => {
        const sales = soldOrders
          .filter(({ order }) => paidCents(order) > 0)
          .map(({ order, keptShare, refunds }, i) => {
            const cents = shareOf(paidCents(order), keptShare);
            const discounted = { ...order, discountCents: order.discountCents + paidCents(order) - cents };
            const parts = sumVatParts(linesOfOrder(discounted, CHARGE_SAT_KEYS).flatMap(vatPartsOf));
            return { reference: `${i}`, cents, parts, refunds };
          });
        const amounts = invoiceAmounts(
          sales.map(({ reference, cents, parts }) => globalSaleLine({ reference, paidCents: cents, parts })),
        );
        if (isRefusal(amounts) || isRefusal(november)) throw new Error("no global invoice");
        const global = buildGlobal({ ...heading, amounts, period: november });
        assert.deepEqual(checkSums(global), []);
        assert.equal(
          amounts.totalCents,
          sales.reduce((sum, { cents }) => sum + cents, 0),
        );
        assert.equal(sumOf(partsOf(amounts)), amounts.totalCents);
        const xml = serialize(global);
        for (const { reference, cents, refunds } of sales) {
          const parts = readSaleParts(xml, reference);
          const creditedParts: VatPart[] = [];
          for (const { share } of refunds) {
            const remainingCents = cents - sumOf(creditedParts);
            if (remainingCents === 0) break;
            const dueCents = shareOf(remainingCents, share);
            const remainingParts = subtractVatParts(parts, creditedParts);
            const dueParts = splitByVat(dueCents, remainingParts.length === 0 ? parts : remainingParts);
            const sale = globalSaleLine({ reference, paidCents: dueCents, parts: dueParts });
            const note = amountsOf([{ ...sale, keys: BILLING_SERVICE_KEYS }]);
            assert.equal(note.totalCents, dueCents);
            assert.deepEqual(
              checkSums(buildEgreso({ ...heading, amounts: note, reason: "creditNote", invoiceUuid: TEST_STAMP_UUID })),
              [],
            );
            creditedParts.push(...partsOf(note));
          }
          // If the rate changed in the period, one centavo of a sale may be declared at the other rate (decision 35).
          const hasTwoRates = amounts.taxes.filter(({ rateBps }) => rateBps > 0).length > 1;
          assert.ok(sumOf(creditedParts) <= cents);
          assert.ok(sumOf(subtractVatParts(creditedParts, parts)) <= (hasTwoRates ? 1 : 0));
        }
      },
    ),
    { numRuns: ORDER_COUNT / ORDERS_PER_GLOBAL },
  );
}, 1_200_000);
