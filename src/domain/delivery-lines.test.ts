import { expect, test } from "vitest";
import { addDeliveredPiece, codeForDeliveryLine, readDeliveryLines } from "./delivery-lines.ts";

const ID = "0192f0c1-0000-7000-8000-000000000001";

test.each<[string, string, string, number | null, string]>([
  ["Falda larga, CH, 5", "Falda larga", "CH", 5, "commas"],
  ["Falda larga;CH;5", "Falda larga", "CH", 5, "semicolons"],
  ["Falda larga\tCH\t5", "Falda larga", "CH", 5, "a spreadsheet's tabs"],
  ["Falda larga, roja, CH, 5", "Falda larga, roja", "CH", 5, "a comma in the name"],
  [`${ID}, 3`, ID, "", 3, "a size by its id"],
  [ID, ID, "", 1, "a barcode scanner types the id alone: one piece"],
  ["Falda, CH, cinco", "Falda", "CH", null, "not a number"],
  ["Falda, CH, 0", "Falda", "CH", null, "zero pieces"],
  ["Falda, CH, -2", "Falda", "CH", null, "a negative number"],
  ["Falda, CH, 2.5", "Falda", "CH", null, "a fraction"],
  ["Falda, CH, 100001", "Falda", "CH", null, "above the limit"],
])("%j is %j, size %j, %j pieces: %s", (typed, item, size, pieces) => {
  expect(readDeliveryLines(typed)).toEqual([{ lineNumber: 1, item, size, pieces }]);
});

test("empty lines are skipped but counted in the line numbers", () => {
  expect(readDeliveryLines("\nFalda, CH, 1\n\nFalda, M, 2\n").map(({ lineNumber }) => lineNumber)).toEqual([2, 4]);
});

test.each([
  ["", "A-1", "A-1, 1", 1, "the first line"],
  ["A-1, 1", "A-1", "A-1, 2", 2, "one more of the same"],
  ["A-1, 99\nB, M, 2\n\n", "A-1", "A-1, 100\nB, M, 2", 100, "one more of the first line"],
  ["A-1, 1", "A-12", "A-1, 1\nA-12, 1", 1, "a code that begins like another"],
  ["Falda, M, 3", "Falda", "Falda, M, 3\nFalda, 1", 1, "a name that has a size on its line"],
  ["A-1, muchas", "A-1", "A-1, muchas\nA-1, 1", 1, "a line that is wrong stays as typed"],
])("%j with a piece of %s is %j (%i): %s", (text, sizeText, expectedText, pieces) => {
  expect(addDeliveredPiece(text, sizeText)).toEqual({ text: expectedText, pieces });
});

test("a size is written by its SKU, else its GTIN, else our own code; a code that contains a cell separator is not used", () => {
  const size = { sizeId: ID, sku: "A-1", gtin: "036000291452" };
  expect(codeForDeliveryLine(size)).toBe("A-1");
  expect(codeForDeliveryLine({ ...size, sku: "A,1" })).toBe("036000291452");
  expect(codeForDeliveryLine({ ...size, sku: null, gtin: null })).toBe("0000000000000001");
});
