import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bestInstallments,
  INSTALLMENT_MONTHS,
  installmentsText,
  maxInstallments,
  MIN_INSTALLMENT_CENTS,
  offeredPlans,
  type InstallmentPlan,
  type Installments,
} from "./installments.ts";

const PLANS = [
  { months: 3, fromCents: 500_00 },
  { months: 6, fromCents: 1_000_00 },
  { months: 12, fromCents: 3_000_00 },
];

describe("the most months of a total", () => {
  test.each<[number, Installments | null, string]>([
    [0, null, "nothing to pay"],
    [499_99, null, "one centavo below the smallest minimum"],
    [500_00, { months: 3, amountCents: 166_66 }, "exactly the minimum, 0.02 left over"],
    [999_99, { months: 3, amountCents: 333_33 }, "one centavo below 6 months"],
    [1_000_00, { months: 6, amountCents: 166_66 }, "exactly the minimum of 6 months"],
    [1_299_00, { months: 6, amountCents: 216_50 }, "divides evenly"],
    [2_999_99, { months: 6, amountCents: 499_99 }, "one centavo below 12 months"],
    [3_000_00, { months: 12, amountCents: 250_00 }, "exactly the minimum of 12 months"],
  ])("%i centavos: %o, %s", (totalCents, expected) => {
    expect(bestInstallments(PLANS, totalCents)).toEqual(expected);
  });

  test.each<[number, Installments | null, string]>([
    [299_99, null, "3 months would be $99.99"],
    [300_00, { months: 3, amountCents: 100_00 }, "3 months of exactly $100"],
    [599_99, { months: 3, amountCents: 199_99 }, "6 months would be $99.99"],
    [600_00, { months: 6, amountCents: 100_00 }, "6 months of exactly $100"],
  ])("%i centavos with minimums of 0: %o, %s", (totalCents, expected) => {
    const plans = [
      { months: 6, fromCents: 0 },
      { months: 3, fromCents: 0 },
    ];
    expect(bestInstallments(plans, totalCents)).toEqual(expected);
  });

  test("without plans there are none", () => {
    expect(bestInstallments([], 10_000_00)).toBeNull();
  });

  test("the monthly payments never exceed the total, and with one centavo more each they would", () => {
    const plan = fc.record({
      months: fc.constantFrom(...INSTALLMENT_MONTHS),
      fromCents: fc.integer({ min: 0, max: 100_000_00 }),
    });
    fc.assert(
      fc.property(fc.array(plan, { maxLength: 6 }), fc.integer({ min: 0, max: 200_000_00 }), (plans, totalCents) => {
        const installments = bestInstallments(plans, totalCents);
        if (installments === null) return;
        expect(installments.amountCents).toBeGreaterThanOrEqual(MIN_INSTALLMENT_CENTS);
        expect(installments.amountCents * installments.months).toBeLessThanOrEqual(totalCents);
        expect((installments.amountCents + 1) * installments.months).toBeGreaterThan(totalCents);
        expect(plans.some(({ months, fromCents }) => months === installments.months && fromCents <= totalCents)).toBe(
          true,
        );
      }),
    );
  });
});

test.each<[InstallmentPlan[], number, number | null, string]>([
  [[], 10_000_00, null, "a shop without plans leaves it to the provider"],
  [PLANS, 499_99, 1, "below every minimum the shop does not pay for months"],
  [PLANS, 500_00, 3, "the smallest plan"],
  [PLANS, 5_000_00, 12, "the largest plan"],
])("the cap of %o for %i centavos is %o: %s", (plans, totalCents, cap) => {
  expect(maxInstallments(plans, totalCents)).toBe(cap);
});

test.each([
  [1_299_00, "Hasta 6 meses sin intereses de $216.50"],
  [1_300_00, "Hasta 6 meses sin intereses desde $216.66"],
])("%i centavos in 6 months: %s", (totalCents, text) => {
  expect(installmentsText(bestInstallments(PLANS, totalCents)!, totalCents)).toBe(text);
});

describe("a shop's plans", () => {
  const settings = {
    enabled: true,
    fee: 0,
    base: 0,
    installments: { confirmed: true, plans: [{ months: 3, from: 500.5 }] },
  };

  test("are offered with their minimum in centavos", () => {
    expect(offeredPlans(settings)).toEqual([{ months: 3, fromCents: 500_50 }]);
  });

  test.each([
    ["payments online are switched off", { enabled: false }],
    ["paying online adds a percentage", { fee: 0.01 }],
    ["paying online adds an amount", { base: 0.01 }],
    ["the owner has not confirmed them", { installments: { ...settings.installments, confirmed: false } }],
  ])("are not offered where %s", (_, changes) => {
    expect(offeredPlans({ ...settings, ...changes })).toEqual([]);
  });
});
