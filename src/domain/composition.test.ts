import { describe, expect, test } from "vitest";
import { checkComposition, formatComposition, readComposition, type FiberShare } from "./composition.ts";

const share = (fiber: string, percent: number): FiberShare => ({ fiber, percent });

test.each([
  [[share("Algodón", 100)], null, "one fibre"],
  [[share("Algodón", 95), share("Elastano", 5)], null, "two fibres"],
  [[share("Algodón", 95), share("Elastano", 4)], "composition_sum", "99 %"],
  [[share("Algodón", 95), share("Elastano", 6)], "composition_sum", "101 %"],
  [[], "composition_sum", "no fibre"],
  [[share("Algodón", 100), share("Elastano", 0)], "composition_percent", "a share of zero"],
  [[share("Algodón", 110), share("Elastano", -10)], "composition_percent", "a negative share"],
  [[share("Algodón", 99.5), share("Elastano", 0.5)], "composition_percent", "parts of a percent"],
  [[share("Algodón", 50), share("algodon", 50)], "composition_fiber_twice", "one fibre twice"],
  [[share("", 100)], "composition_fiber_missing", "a share without a fibre"],
  [[share("a".repeat(61), 100)], "composition_fiber_long", "a name that is too long"],
  [Array.from({ length: 11 }, (_, n) => share(`Fibra ${n}`, 9)), "composition_too_many", "eleven fibres"],
])("the composition %o has the refusal %s: %s", (fibers, refused, _why) => {
  expect(checkComposition(fibers)).toEqual(refused === null ? fibers : { refused });
});

describe("a typed composition", () => {
  test.each([
    ["95% algodón, 5% elastano", [share("Algodón", 95), share("Elastano", 5)]],
    ["Algodón 95 %; Elastano 5 %", [share("Algodón", 95), share("Elastano", 5)]],
    ["60 Lana / 40 Acrílico", [share("Lana", 60), share("Acrílico", 40)]],
    ["100 % de lino", [share("Lino", 100)]],
    ["Poliéster: 70\nAlgodón orgánico: 30", [share("Poliéster", 70), share("Algodón orgánico", 30)]],
    ["95 % nylon 6,6, 5 % poliéster 75D", [share("Nylon 6,6", 95), share("Poliéster 75D", 5)]],
    ["95 % algodón\n5 % elastano", [share("Algodón", 95), share("Elastano", 5)]],
    ["95% algodón", { refused: "composition_sum" }],
    ["algodón", { refused: "composition_malformed" }],
    ["100", { refused: "composition_malformed" }],
    ["", { refused: "composition_malformed" }],
    ["50 % lana 50 % seda", { refused: "composition_malformed" }],
  ])("%j is read as %o", (typed, expected) => expect(readComposition(typed)).toEqual(expected));

  test("in the form that `formatComposition` shows is read as the same composition", () => {
    for (let percent = 1; percent < 100; percent++) {
      const fibers = [share("Algodón", percent), share("Elastano", 100 - percent)];
      expect(readComposition(formatComposition(fibers))).toEqual(fibers);
    }
  });
});
