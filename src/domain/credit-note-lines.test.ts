import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { creditNoteLines, type CreditableLine, type ReturnedLine } from "./credit-note-lines.ts";
import { lineTotalCents, vatPartsOf } from "./invoice-lines.ts";
import { isRefusal } from "./refusal.ts";
import { BILLING_SERVICE_KEYS, resolveSatKeys } from "./sat-keys.ts";
import { sumVatParts, type Vat, type VatPart } from "./vat.ts";

const keys = resolveSatKeys({ productKey: "53102000" });
const creditableLine = (
  pieces: number,
  unitPriceCents: number,
  discountCents = 0,
  uncreditedPieces = pieces,
): CreditableLine => ({
  description: "Vestido",
  identification: null,
  keys,
  pieces,
  unitPriceCents,
  discountCents,
  uncreditedPieces,
  vat: { treatment: "general", rateBps: 1600 },
});
const INVOICE = [creditableLine(3, 500_00), creditableLine(2, 200_00, 100_00), creditableLine(1, 99_00)];

const credit = (returnedLines: ReturnedLine[], dueCents: number, lines = INVOICE) => {
  const result = creditNoteLines(lines, returnedLines, dueCents);
  if (isRefusal(result)) throw new Error(result.refused);
  return {
    reason: result.reason,
    noteLines: result.lines.map((noteLine) => [
      noteLine.description,
      noteLine.pieces,
      noteLine.unitPriceCents,
      noteLine.discountCents,
    ]),
    cents: result.lines.reduce((sum, noteLine) => sum + lineTotalCents(noteLine), 0),
  };
};

test.each<[ReturnedLine[], number, ReturnType<typeof credit>, string]>([
  [
    [{ line: 0, pieces: 1 }],
    500_00,
    { reason: "return", noteLines: [["Vestido", 1, 500_00, 0]], cents: 500_00 },
    "one of three pieces at its price",
  ],
  [
    [{ line: 1, pieces: 1 }],
    150_00,
    { reason: "return", noteLines: [["Vestido", 1, 200_00, 50_00]], cents: 150_00 },
    "with its part of the discount",
  ],
  [
    [{ line: 0, pieces: 1 }],
    450_00,
    { reason: "return", noteLines: [["Vestido", 1, 500_00, 50_00]], cents: 450_00 },
    "less was refunded than the piece cost",
  ],
  [
    [{ line: 0, pieces: 1 }],
    599_00,
    {
      reason: "return",
      noteLines: [
        ["Vestido", 1, 500_00, 0],
        ["Bonificación", 1, 99_00, 0],
      ],
      cents: 599_00,
    },
    "more was refunded: the shipping too",
  ],
  [[], 10_00, { reason: "creditNote", noteLines: [["Bonificación", 1, 10_00, 0]], cents: 10_00 }, "nothing came back"],
  [
    [
      { line: 2, pieces: 1 },
      { line: 0, pieces: 3 },
    ],
    1,
    { reason: "return", noteLines: [["Vestido", 3, 500_00, 1_499_99]], cents: 1 },
    "a line without an amount is left out",
  ],
])("returning %o with %i centavos due gives %o: %s", (returned, dueCents, expected) =>
  expect(credit(returned, dueCents)).toEqual(expected),
);

test("an allowance has SAT's key for billing services", () => {
  const result = creditNoteLines(INVOICE, [], 10_00);
  expect(isRefusal(result) ? result : result.lines[0]!.keys).toEqual(BILLING_SERVICE_KEYS);
});

describe("returned lines that do not fit the invoice are refused:", () => {
  test.each<[string, ReturnedLine[]]>([
    ["another line", [{ line: 3, pieces: 1 }]],
    ["a negative line", [{ line: -1, pieces: 1 }]],
    ["no pieces", [{ line: 0, pieces: 0 }]],
    ["half a piece", [{ line: 0, pieces: 0.5 }]],
    ["more pieces", [{ line: 0, pieces: 4 }]],
    [
      "one line twice",
      [
        { line: 0, pieces: 1 },
        { line: 0, pieces: 1 },
      ],
    ],
  ])("%s", (_, returned) => {
    expect(creditNoteLines(INVOICE, returned, 10_00)).toEqual({ refused: "credit_lines_wrong" });
  });
  test("pieces that another credit note has", () => {
    const lines = [creditableLine(3, 500_00, 0, 1)];
    expect(creditNoteLines(lines, [{ line: 0, pieces: 2 }], 10_00)).toEqual({ refused: "credit_lines_wrong" });
  });
});

test("the lines always add up to what is due, each at most its price", () => {
  const anyLine = fc
    .record({
      pieces: fc.integer({ min: 1, max: 40 }),
      unit: fc.integer({ min: 1, max: 500_000 }),
      share: fc.double({ min: 0, max: 0.99, noNaN: true }),
    })
    .map(({ pieces, unit, share }) => creditableLine(pieces, unit, Math.floor(pieces * unit * share)));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyLine, fc.nat({ max: 40 })), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 20_000_000 }),
      (items, dueCents) => {
        const lines = items.map(([item]) => item);
        const returned = items
          .map(([item, pieces], index) => ({ line: index, pieces: Math.min(pieces, item.pieces) }))
          .filter(({ pieces }) => pieces > 0);
        const result = creditNoteLines(lines, returned, dueCents);
        if (isRefusal(result)) return false;
        return (
          result.lines.reduce((sum, noteLine) => sum + lineTotalCents(noteLine), 0) === dueCents &&
          result.lines.every((noteLine) => lineTotalCents(noteLine) > 0 && noteLine.discountCents >= 0)
        );
      },
    ),
  );
});

describe("several credit notes of one invoice", () => {
  const exempt: Vat = { treatment: "exempt", rateBps: 0 };
  const mixedLines = [creditableLine(1, 100_00), { ...creditableLine(1, 100_00), vat: exempt }];
  const creditedBy = (lines: CreditableLine[], notes: [returned: ReturnedLine[], dueCents: number][]) => {
    let creditedParts: VatPart[] = [];
    return notes.map(([returned, dueCents]) => {
      const result = creditNoteLines(lines, returned, dueCents, creditedParts);
      if (isRefusal(result)) throw new Error(result.refused);
      const parts = sumVatParts(result.lines.flatMap(vatPartsOf));
      creditedParts = [...creditedParts, ...parts];
      return parts.map(({ vat, cents }) => [vat.treatment, cents]);
    });
  };

  test("after all taxed pieces came back, money is credited only on the exempt pieces", () => {
    const notes = creditedBy(mixedLines, [
      [[{ line: 0, pieces: 1 }], 100_00],
      [[], 60_00],
    ]);
    expect(notes).toEqual([[["general", 100_00]], [["exempt", 60_00]]]);
  });

  test("the same holds in one note, if more was refunded than the piece cost", () => {
    const [note] = creditedBy(mixedLines, [[[{ line: 0, pieces: 1 }], 130_00]]);
    expect(note).toEqual([
      ["general", 100_00],
      ["exempt", 30_00],
    ]);
  });

  test("a piece that comes back after a refund is credited for what its treatment still declares", () => {
    const notes = creditedBy(mixedLines, [
      [[], 150_00],
      [[{ line: 0, pieces: 1 }], 50_00],
    ]);
    expect(notes[1]).toEqual([
      ["general", 25_00],
      ["exempt", 25_00],
    ]);
  });
});
