import { expect, test } from "vitest";
import { groupSeatsByRow } from "./seat-rows.ts";

const rowsOf = (names: string[]) =>
  groupSeatsByRow(names.map((name) => ({ name }))).map(({ row, seats }) => [row, seats.map(({ number }) => number)]);

test.each<[string, string[], ReturnType<typeof rowsOf>]>([
  [
    "the demo's tickets",
    ["Boleto B-01", "Boleto A-02", "Boleto A-01"],
    [
      ["A", ["01", "02"]],
      ["B", ["01"]],
    ],
  ],
  ["numbers in their order, not as text", ["A-10", "A-9", "A-100"], [["A", ["9", "10", "100"]]]],
  [
    "rows with numbers",
    ["Platea 10-1", "Platea 9-1"],
    [
      ["9", ["1"]],
      ["10", ["1"]],
    ],
  ],
  [
    "rows of two letters after those of one",
    ["AA-1", "B-1"],
    [
      ["B", ["1"]],
      ["AA", ["1"]],
    ],
  ],
  [
    "seats without a row come last, in the given order",
    ["General", "A-1", "Balcón"],
    [
      ["A", ["1"]],
      [null, ["General", "Balcón"]],
    ],
  ],
  ["a date is not a seat", ["Sábado 2026-11-28"], [[null, ["Sábado 2026-11-28"]]]],
  ["no seats", [], []],
])("%s", (_, names, rows) => {
  expect(rowsOf(names)).toEqual(rows);
});
