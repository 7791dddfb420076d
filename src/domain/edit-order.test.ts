import { expect, test } from "vitest";
import {
  checkEditable,
  checkEditedDiscount,
  editLines,
  outOfStockLines,
  type EditConditions,
  type EditableLine,
} from "./edit-order.ts";
import { isRefusal } from "./refusal.ts";

const UNPAID: EditConditions = {
  status: "WAITING_PAYMENT",
  isPresale: false,
  hasJoined: false,
  isDocumented: false,
  hasTickets: false,
  hasPendingReceipt: false,
  grandTotalCents: 100_00,
  payments: [],
};
const withPayment = (state: EditConditions["payments"][number]["state"], refundedCents = 0) => ({
  payments: [{ state, cents: 100_00, refundedCents }],
});

test.each<[Partial<EditConditions>, string | undefined]>([
  [{}, undefined],
  [{ status: "RESERVED" }, undefined],
  [{ status: "PRESALE", isPresale: true }, "edit_not_allowed"],
  [{ status: "PAYMENT_ACCEPTED" }, "edit_not_allowed"],
  [{ status: "SHIPPED" }, "edit_not_allowed"],
  [{ status: "CANCELLED" }, "edit_not_allowed"],
  [{ status: "JOINED" }, "edit_not_allowed"],
  [{ isPresale: true }, "edit_presale"],
  [{ hasJoined: true }, "edit_joined"],
  [{ isDocumented: true }, "edit_documented"],
  [{ hasTickets: true }, "edit_documented"],
  [{ hasPendingReceipt: true }, "edit_receipt"],
  [withPayment("PENDING"), "edit_payment_pending"],
  [withPayment("IN_REVIEW"), "edit_payment_pending"],
  [withPayment("APPROVED"), "edit_paid"],
  [withPayment("DISPUTED"), "edit_paid"],
  [withPayment("REFUNDED", 100_00), "edit_paid"],
  [withPayment("REJECTED"), undefined],
  [withPayment("EXPIRED"), undefined],
  [withPayment("CANCELLED"), undefined],
])("editing an order with %j has the refusal %s", (facts, refused) => {
  expect(checkEditable({ ...UNPAID, ...facts })?.refused).toBe(refused);
});

const line = (sizeId: string, pieces: number, changes: Partial<EditableLine> = {}): EditableLine => ({
  sizeId,
  pieces,
  name: sizeId.toUpperCase(),
  prices: { priceCents: 100_00, wholesalePriceCents: null, branchPriceCents: null, branchWholesalePriceCents: null },
  isDigital: false,
  isForSale: true,
  available: 10,
  ...changes,
});

const LINES = [line("a", 2), line("b", 1, { isForSale: false }), line("c", 1, { isDigital: true })];
const NEW_LINE_BY_SIZE_ID = new Map(
  [line("d", 0), line("e", 0, { isForSale: false })].map((size) => [size.sizeId, size]),
);

function edit(edits: Record<string, number>, hasCarrier = true) {
  const lineEdits = Object.entries(edits).map(([sizeId, pieces]) => ({ sizeId, pieces }));
  const result = editLines(LINES, lineEdits, { addable: NEW_LINE_BY_SIZE_ID, hasCarrier });
  if (isRefusal(result)) return result.refused;
  return result.lines.map(({ sizeId, pieces }) => `${pieces}${sizeId}`).join(" ");
}

test.each<[Record<string, number>, string, string]>([
  [{}, "2a 1b 1c", "nothing changes"],
  [{ a: 5 }, "5a 1b 1c", "more pieces"],
  [{ a: 0 }, "1b 1c", "a line is removed"],
  [{ d: 3 }, "2a 1b 1c 3d", "a new line comes last"],
  [{ d: 0, x: 0 }, "2a 1b 1c", "no pieces of sizes that are not in the order"],
  [{ a: 0, b: 0, c: 0 }, "edit_last_line", "the order would be empty"],
  [{ a: 0, b: 0, c: 0, d: 1 }, "1d", "every line is replaced"],
  [{ b: 2 }, "edit_not_sold", "more pieces of a size that is no longer sold"],
  [{ b: 0 }, "2a 1c", "fewer pieces of a size that is no longer sold"],
  [{ e: 1 }, "edit_not_sold", "a size that is hidden"],
  [{ x: 1 }, "edit_not_sold", "a size that does not exist"],
  [{ a: -1 }, "pieces_wrong", "fewer than none"],
  [{ a: 1.5 }, "pieces_wrong", "half a piece"],
  [{ a: 10_000 }, "pieces_wrong", "more than a line may have"],
])("the edit %j gives %s: %s", (edits, result) => {
  expect(edit(edits)).toBe(result);
});

test("an order without address and carrier gets no piece that needs a parcel", () => {
  expect(edit({ a: 0, b: 0 }, false)).toBe("1c");
  expect(edit({ a: 0, b: 0, d: 1 }, false)).toBe("edit_without_parcel");
});

test("a changed line reports how many pieces it may have, including those of the order", () => {
  const result = editLines(
    [line("a", 2, { available: 3 })],
    [
      { sizeId: "a", pieces: 6 },
      { sizeId: "d", pieces: 11 },
    ],
    { addable: NEW_LINE_BY_SIZE_ID, hasCarrier: true },
  );
  if (isRefusal(result)) throw new Error(result.refused);
  expect(outOfStockLines(result.lines, result.changes)).toEqual([
    { sizeId: "a", name: "A", maxPieces: 5 },
    { sizeId: "d", name: "D", maxPieces: 10 },
  ]);
  const fittingChanges = result.changes.map((change) => ({ ...change, after: change.before + 3 }));
  expect(outOfStockLines(result.lines, fittingChanges)).toEqual([]);
});

const AMOUNT = { rule: { kind: "amount" as const, cents: 50_00 }, reason: "Detalle", limitBps: 2_000 };
const HALF = { rule: { kind: "percent" as const, bps: 5_000 }, reason: "Detalle", limitBps: 2_000 };

test.each([
  [AMOUNT, false, 250_00, 250_00, undefined, "a fifth is the most that the sales role may give"],
  [AMOUNT, false, 249_99, 250_00, "discount_too_high", "more than a fifth"],
  [AMOUNT, true, 100_00, 100_00, undefined, "a discount that the edit does not change, on the same subtotal"],
  [AMOUNT, true, 99_99, 100_00, "discount_too_high", "the same amount is a larger part of a smaller subtotal"],
  [HALF, true, 1_00, 100_00, undefined, "a rate stays the same part"],
  [HALF, false, 100_00, 100_00, "discount_too_high", "a new rate is limited"],
] as const)(
  "the discount %j (unchanged: %s) on %i centavos, %i before the edit, has the refusal %s: %s",
  (discount, isUnchanged, subtotalCents, subtotalBeforeCents, refused, _why) => {
    expect(checkEditedDiscount(discount, { isUnchanged, subtotalCents, subtotalBeforeCents })?.refused).toBe(refused);
  },
);
