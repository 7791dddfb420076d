import { describe, expect, test } from "vitest";
import { readPesos } from "./read-pesos.ts";

describe("pesos as people type them", () => {
  test.each([
    ["150", 15_000],
    ["150.5", 15_050],
    ["$1,299.50", 129_950],
    [" 1299.50 ", 129_950],
    ["0", 0],
    ["$ 20", 2_000],
  ])("%j is %i centavos", (typed, cents) => {
    expect(readPesos(typed)).toBe(cents);
  });

  test.each(["", "abc", "1.505", "-3", "1,29", "1e3", "1,2999", "1234567890", "1.2.3", "NaN"])(
    "%j is not an amount",
    (typed) => {
      expect(readPesos(typed)).toBeNull();
    },
  );
});
