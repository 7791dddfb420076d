import { expect, test } from "vitest";
import { code128, ean13, type Barcode } from "./barcode.ts";

/** "1" for each module of a bar, "0" for each of a space. */
const modulesOf = ({ widths }: Barcode): string =>
  widths.map((width, index) => (index % 2 === 0 ? "1" : "0").repeat(width)).join("");

test("EAN-13 of 4006381333931 has the modules that the tables of the GS1 specifications give", () => {
  // 4006381333931: parity ABAABB of the first digit 4.
  expect(modulesOf(ean13("4006381333931"))).toBe(
    "10100011010100111010111101111010001001011001101010100001010000101000010111010010000101100110101",
  );
});

test.each(["0000000000000", "7501031311309", "9999999999994"])(
  "EAN-13 of %s has 95 modules and bars at both ends",
  (digits) => {
    const barcode = ean13(digits);
    expect(barcode.moduleCount).toBe(95);
    expect(barcode.widths).toHaveLength(59);
  },
);

test.each([
  ["AB-1", 4, "letters: one symbol each"],
  ["123456", 3, "digits: pairs"],
  ["12345", 4, "a digit without a pair, a switch of sets and two pairs"],
  ["FAL-001-M", 9, "short runs of digits: one symbol each"],
  ["A1234567B", 8, "a long run in the middle is packed, with two switches of sets and a digit without a pair"],
])("Code 128 of %s has %i symbols between start and check: %s", (text, symbols) => {
  // Start, check and each symbol have 11 modules, stop has 13.
  expect(code128(text).moduleCount).toBe((symbols + 2) * 11 + 13);
});

test("Code 128 of 'PJJ123C' has the check symbol 55", () => {
  // The example of Wikipedia, Code 128, has 54 with the start of set A. The start of set B is one more.
  const barcode = code128("PJJ123C");
  expect(barcode.widths.slice(-13, -7).join("")).toBe("311321");
});
