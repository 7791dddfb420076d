import { describe, expect, test } from "vitest";
import { generalVatOn, splitByVat, sumVatParts, vatOn, withLastDays, type Vat, type VatPeriod } from "./vat.ts";

const VAT_16: Vat = { treatment: "general", rateBps: 1600 };
const VAT_0: Vat = { treatment: "zero", rateBps: 0 };

describe("the general rate", () => {
  const rates = [
    { validFrom: "2026-07-01", rateBps: 800 },
    { validFrom: "2000-01-01", rateBps: 1600 },
  ] as const;
  test.each([
    ["2026-06-30", 1600, "the day before a change"],
    ["2026-07-01", 800, "its first day"],
    ["2030-01-01", 800, "until another follows"],
    ["1999-12-31", 1600, "before all records: 16 %"],
  ])("on %s it is %i: %s", (day, rateBps) => expect(generalVatOn(day, rates).rateBps).toBe(rateBps));
});

describe("the treatment of a product", () => {
  const period = (validFrom: string, treatment: VatPeriod["treatment"]): VatPeriod => ({ validFrom, treatment });
  const day = "2026-11-20";
  test.each<[VatPeriod[][], Vat["treatment"], string]>([
    [[], "general", "nothing is set anywhere"],
    [[[], [period("2026-01-01", "exempt")]], "exempt", "the treatment of its category"],
    [
      [[period("2026-01-01", "zero")], [period("2026-01-01", "exempt")]],
      "zero",
      "its own treatment counts, not its category's",
    ],
    [[[], [period("2026-01-01", "zero")], [period("2026-01-01", "exempt")]], "zero", "the nearest category counts"],
    [[[period("2026-11-21", "zero")], [period("2026-01-01", "exempt")]], "exempt", "its own treatment begins tomorrow"],
    [[[period("2026-11-20", "zero")]], "zero", "it begins today"],
    [
      [[period("2026-02-01", "inherit"), period("2026-01-01", "zero")], [period("2026-01-01", "exempt")]],
      "exempt",
      "its own treatment has ended",
    ],
    [[[period("2026-01-01", "general")], [period("2026-01-01", "exempt")]], "general", "the general rate, by choice"],
  ])("with %j is %s: %s", (levels, treatment) => expect(vatOn(day, levels, VAT_16).treatment).toBe(treatment));
});

test("a period lasts until the day before the next one begins", () => {
  const periods = [{ validFrom: "2026-03-01" }, { validFrom: "2027-01-01" }, { validFrom: "2026-01-01" }];
  expect(withLastDays(periods).map(({ validUntil }) => validUntil)).toEqual(["2026-12-31", undefined, "2026-02-28"]);
});

describe("parts of an amount", () => {
  test("of the same treatment are added up, the highest rate first", () => {
    const parts = [
      { vat: VAT_0, cents: 1_00 },
      { vat: VAT_16, cents: 2_00 },
      { vat: VAT_0, cents: 3_00 },
    ];
    expect(sumVatParts(parts)).toEqual([
      { vat: VAT_16, cents: 2_00 },
      { vat: VAT_0, cents: 4_00 },
    ]);
  });
  test("another amount is split in their proportion, to the centavo", () => {
    const parts = [
      { vat: VAT_16, cents: 200_00 },
      { vat: VAT_0, cents: 100_00 },
    ];
    expect(splitByVat(100_00, parts).map(({ cents }) => cents)).toEqual([66_66, 33_34]);
    expect(splitByVat(1, parts)).toEqual([{ vat: VAT_0, cents: 1 }]);
  });
});
