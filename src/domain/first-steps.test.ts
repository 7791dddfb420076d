import { describe, expect, test } from "vitest";
import { FIRST_STEPS, firstSteps, stepsMissingToOpen, type FirstStep, type OpeningFacts } from "./first-steps.ts";

const EMPTY: OpeningFacts = {
  kind: "headOffice",
  hasCompanyData: false,
  hasOwnTheme: false,
  isThemeConfirmed: false,
  carriers: 0,
  parcelProducts: 0,
  goods: 0,
  takesTransfers: false,
  takesOnlinePayments: false,
  hasOwnLegalTexts: false,
  isLegalConfirmed: false,
  orders: 0,
  isOpened: false,
};
const doneSteps = (facts: Partial<OpeningFacts>): FirstStep[] =>
  firstSteps({ ...EMPTY, ...facts })
    .filter(({ isDone }) => isDone)
    .map(({ step }) => step);

test("an empty head office has every step to do", () => {
  expect(firstSteps(EMPTY)).toEqual(FIRST_STEPS.map((step) => ({ step, isDone: false })));
});

test.each<[Partial<OpeningFacts>, FirstStep[], string]>([
  [{ hasCompanyData: true }, ["company"], "the company's data"],
  [{ hasOwnTheme: true }, ["theme"], "a logo, a banner or a colour"],
  [{ isThemeConfirmed: true }, ["theme"], "the default theme, confirmed"],
  [{ carriers: 1 }, ["shipping"], "a carrier"],
  [{ goods: 2, parcelProducts: 0 }, ["shipping", "product"], "tickets need no carrier"],
  [{ goods: 2, parcelProducts: 1 }, ["product"], "one of two products needs a parcel"],
  [{ takesTransfers: true }, ["payment"], "an account to transfer to"],
  [{ takesOnlinePayments: true }, ["payment"], "Mercado Pago"],
  [{ hasOwnLegalTexts: true }, ["legal"], "the shop's own texts"],
  [{ isLegalConfirmed: true }, ["legal"], "the standard texts, confirmed"],
  [{ orders: 1 }, ["testOrder"], "an order in any status"],
  [{ isOpened: true }, ["open"], "opened"],
])("%o completes %j: %s", (facts, steps, _why) => {
  expect(doneSteps(facts)).toEqual(steps);
});

test("a branch has only the steps that the head office cannot do for it", () => {
  expect(firstSteps({ ...EMPTY, kind: "branch" }).map(({ step }) => step)).toEqual([
    "company",
    "theme",
    "payment",
    "legal",
    "open",
  ]);
});

describe("steps that are missing before a shop can open", () => {
  test.each<[Partial<OpeningFacts>, FirstStep[]]>([
    [{}, ["shipping", "payment", "product"]],
    [{ goods: 1, parcelProducts: 1, carriers: 1 }, ["payment"]],
    [{ goods: 1, takesTransfers: true }, []],
    [{ goods: 1, parcelProducts: 1, carriers: 1, takesOnlinePayments: true }, []],
  ])("%o lacks %j", (facts, missingSteps) => {
    expect(stepsMissingToOpen({ ...EMPTY, ...facts })).toEqual(missingSteps);
  });
});
