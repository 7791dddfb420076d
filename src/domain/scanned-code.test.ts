import { expect, test } from "vitest";
import { isCodeOf, ownCodeOf, readScannedCode } from "./scanned-code.ts";

const SIZE = { sizeId: "01973f2c-5b1a-7c3d-9e4f-00a1b2c3d4e5", sku: "Fal-001/M", gtin: "0036000291452" };
const SIZE_WITH_UPC = { ...SIZE, gtin: "036000291452" };

test.each([
  ["FAL-001/m", SIZE, "an SKU in other capitals"],
  ["  fal-001/M ", SIZE, "an SKU with blanks around it"],
  ["0036000291452", SIZE, "a GTIN-13"],
  ["036000291452", SIZE, "its 12-digit form"],
  ["00036000291452", SIZE, "its 14-digit form"],
  ["0036000291452", SIZE_WITH_UPC, "a UPC that a scanner sends as GTIN-13"],
  ["0-036000-29145 2", SIZE, "a GTIN as packages print it"],
  ["01973f2c-5b1a-7c3d-9e4f-00a1b2c3d4e5", SIZE, "the id of the size"],
  [ownCodeOf(SIZE.sizeId), SIZE, "our own code"],
])("%j is a code of the size %j: %s", (typed, size) => expect(isCodeOf(readScannedCode(typed), size)).toBe(true));

test.each([
  ["fal-001", "the beginning of an SKU"],
  ["0036000291453", "another GTIN"],
  ["36000291452", "11 digits are not a GTIN"],
  ["9999999999999999", "more than 12 hexadecimal digits"],
  ["", "nothing"],
])("%j is not a code of the size: %s", (typed) => expect(isCodeOf(readScannedCode(typed), SIZE)).toBe(false));

test("our own code has 16 digits for every id", () => {
  expect(ownCodeOf("00000000-0000-7000-8000-000000000000")).toBe("0000000000000000");
  expect(ownCodeOf("00000000-0000-7000-8000-ffffffffffff")).toBe("0281474976710655");
  expect(readScannedCode("0281474976710655").idTail).toBe("ffffffffffff");
});
