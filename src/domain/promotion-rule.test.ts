import { expect, test } from "vitest";
import { shortRuleText, readRule, type RuleAndMinimum } from "./promotion-rule.ts";

test.each<[rule: RuleAndMinimum["rule"], fromCents: number, label: string]>([
  [{ kind: "bundle", group: 3, discounted: 1, bps: 10_000 }, 0, "3×2"],
  [{ kind: "bundle", group: 2, discounted: 1, bps: 5_000 }, 0, "2ª a mitad de precio"],
  [{ kind: "bundle", group: 3, discounted: 1, bps: 3_000 }, 0, "3ª con -30\u00A0%"],
  [{ kind: "bundle", group: 5, discounted: 2, bps: 5_000 }, 0, "2 de cada 5 a mitad de precio"],
  [{ kind: "percent", bps: 1_250 }, 0, "-12.5\u00A0%"],
  [{ kind: "amount", cents: 100_00 }, 999_00, "-$100.00 desde $999.00"],
  [{ kind: "freeShipping" }, 999_00, "Envío gratis desde $999.00"],
  [{ kind: "gift" }, 0, "Con regalo"],
])("the short text of %o from %i centavos is %s", (rule, fromCents, label) => {
  expect(shortRuleText({ rule, fromCents })).toBe(label);
});

test.each<[typed: string, terms: RuleAndMinimum | null]>([
  ["percent:12.5", { rule: { kind: "percent", bps: 1_250 }, fromCents: 0 }],
  ["AMOUNT:100", { rule: { kind: "amount", cents: 100_00 }, fromCents: 0 }],
  ["3x2", { rule: { kind: "bundle", group: 3, discounted: 1, bps: 10_000 }, fromCents: 0 }],
  ["second:50 %", { rule: { kind: "bundle", group: 2, discounted: 1, bps: 5_000 }, fromCents: 0 }],
  ["free-shipping:999", { rule: { kind: "freeShipping" }, fromCents: 999_00 }],
  ["gift", { rule: { kind: "gift" }, fromCents: 0 }],
  ["gift:999", null],
  ["percent", null],
  ["", null],
])("the rule %j of a command line is read as %o", (typed, terms) => {
  expect(readRule(typed)).toEqual(terms);
});
