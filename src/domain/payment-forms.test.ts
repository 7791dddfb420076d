import { expect, test } from "vitest";
import { paymentFormOf, paymentFormOfOrder, type PaymentWithMethod } from "./payment-forms.ts";

test.each([
  ["card", "visa", "04"],
  ["card", "master", "04"],
  ["card", "amex", "04"],
  ["card", "debvisa", "28"],
  ["card", "debmaster", "28"],
  ["cash", "oxxo", "01"],
  ["cash", "bancomer", "01"],
  ["transfer", "clabe", "03"],
  ["transfer", "confirmado por la tienda", "03"],
  ["wallet", "account_money", "31"],
  ["other", "", "31"],
] as const)("%s by %s is %s", (kind, method, form) => expect(paymentFormOf({ kind, method })).toBe(form));

const approvedPayment = (
  method: string,
  kind: PaymentWithMethod["kind"],
  cents: number,
  refundedCents = 0,
): PaymentWithMethod => ({
  state: "APPROVED",
  kind,
  method,
  cents,
  refundedCents,
});
const visa = (cents: number, refundedCents?: number) => approvedPayment("visa", "card", cents, refundedCents);
const oxxo = (cents: number) => approvedPayment("oxxo", "cash", cents);
const clabe = (cents: number) => approvedPayment("clabe", "transfer", cents);

test.each([
  [[visa(100), oxxo(300)], "01", "the form of the largest amount"],
  [[oxxo(200), oxxo(200), visa(300)], "01", "two payments in one form count together"],
  [[visa(500, 450), clabe(100)], "03", "refunded money does not count"],
  [[clabe(100), visa(100)], "03", "of two equal amounts, the first"],
  [[{ ...visa(900), state: "REJECTED" as const }, oxxo(10)], "01", "a rejected payment does not count"],
  [[{ ...visa(900), state: "DISPUTED" as const }], "04", "a disputed payment was received by card"],
  [[visa(900, 900)], null, "all was refunded"],
  [[], null, "nothing is paid"],
])("%o: %s, %s", (payments, form, _why) => expect(paymentFormOfOrder(payments)).toBe(form));
