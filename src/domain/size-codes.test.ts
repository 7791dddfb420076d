import { expect, test } from "vitest";
import { readGrams, readSizeCodes } from "./size-codes.ts";

test.each([
  ["250", 250],
  ["250 g", 250],
  ["1,200 gramos", 1_200],
  [" 90gr. ", 90],
  ["", null],
  ["0", { refused: "weight_malformed" }],
  ["-5", { refused: "weight_malformed" }],
  ["0.25", { refused: "weight_malformed" }],
  ["1,2", { refused: "weight_malformed" }],
  ["100001", { refused: "weight_malformed" }],
  ["100000", 100_000],
  ["medio kilo", { refused: "weight_malformed" }],
] as const)("the weight %j is %o", (typed, expected) => expect(readGrams(typed)).toEqual(expected));

test.each([
  [
    { sku: " A-1 ", gtin: "4006381333931", weightGrams: "80" },
    { sku: "A-1", gtin: "4006381333931", weightGrams: 80 },
  ],
  [
    { sku: "", gtin: " ", weightGrams: "" },
    { sku: null, gtin: null, weightGrams: null },
  ],
  [
    { sku: "A".repeat(51), gtin: "", weightGrams: "" },
    { refused: "sku_long", field: "sku" },
  ],
  [
    { sku: "", gtin: "4006381333932", weightGrams: "" },
    { refused: "gtin_check_digit", field: "gtin" },
  ],
  [
    { sku: "", gtin: "", weightGrams: "x" },
    { refused: "weight_malformed", field: "weightGrams" },
  ],
])("the codes %o are read as %o", (typed, expected) => expect(readSizeCodes(typed)).toEqual(expected));
