import { describe, expect, test } from "vitest";
import { gtinCheckDigit, publicGtin, readGtin } from "./gtin.ts";

describe("a GTIN", () => {
  test.each([
    ["96385074", "96385074", "8 digits"],
    ["036000291452", "036000291452", "12 digits"],
    ["4006381333931", "4006381333931", "13 digits"],
    ["10614141000415", "10614141000415", "14 digits"],
    [" 7-50103-58801-0 ", "750103588010", "as printed, with hyphens"],
    ["4 006381 333931", "4006381333931", "as printed, with spaces"],
    ["4006381333930", { refused: "gtin_check_digit" }, "a wrong check digit"],
    ["4006381339331", { refused: "gtin_check_digit" }, "two digits swapped"],
    ["400638133393", { refused: "gtin_check_digit" }, "the check digit left out"],
    ["40063813339", { refused: "gtin_malformed" }, "11 digits"],
    ["123456789", { refused: "gtin_malformed" }, "9 digits"],
    ["400638133393100", { refused: "gtin_malformed" }, "15 digits"],
    ["400638133393A", { refused: "gtin_malformed" }, "a letter"],
    ["٤٠٠٦٣٨١٣٣٣٩٣١", { refused: "gtin_malformed" }, "digits of another script"],
    ["", { refused: "gtin_malformed" }, "an empty text"],
  ])("%s is read as %o: %s", (typed, expected, _why) => expect(readGtin(typed)).toEqual(expected));

  test("has exactly one valid check digit, and each single wrong digit is found", () => {
    for (const length of [7, 11, 12, 13]) {
      for (let n = 0; n < 200; n++) {
        const body = String((n * 7_919_317 + 104_729) % 10 ** length).padStart(length, "0");
        const gtin = body + String(gtinCheckDigit(body));
        expect(readGtin(gtin)).toBe(gtin);
        const index = n % gtin.length;
        const wrongGtin =
          gtin.slice(0, index) + String((Number(gtin[index]) + 1 + (n % 9)) % 10) + gtin.slice(index + 1);
        expect(readGtin(wrongGtin)).toEqual({ refused: "gtin_check_digit" });
      }
    }
  });

  test("of 12 digits has the same check digit as the one of 13 digits that begins with a zero", () => {
    expect(readGtin("0036000291452")).toBe("0036000291452");
    expect(gtinCheckDigit("03600029145")).toBe(gtinCheckDigit("0003600029145"));
  });
});

test.each([
  ["7501031311309", "7501031311309"],
  ["036000291452", "036000291452"],
  ["2001234567893", null],
  ["0201234567890", null],
  ["201234567890", null],
  ["0412345678905", null],
  ["20123451", null],
  ["96385074", "96385074"],
  [null, null],
])("sales channels get the number %s as %s", (gtin, expected) => expect(publicGtin(gtin)).toBe(expected));
