import { expect, test } from "vitest";
import { readDeliveryLines } from "./delivery-lines.ts";

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
  expect(readDeliveryLines(typed)).toEqual([{ line: 1, item, size, pieces }]);
});

test("empty lines are skipped but counted in the line numbers", () => {
  expect(readDeliveryLines("\nFalda, CH, 1\n\nFalda, M, 2\n").map(({ line }) => line)).toEqual([2, 4]);
});
