import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endOfDay } from "./dates.ts";
import { formatClabe, isClabe, transferReference } from "./clabe.ts";
import { ORDER_STATUSES, type OrderStatus } from "./order-status.ts";
import { PAYMENT_STATES, summarizePayments, type Payment, type PaymentState } from "./payment.ts";
import { paymentDeadline, deadlineOfPaymentUnderWay } from "./payment-window.ts";

const TOTAL = 1046_59;
const payment = (state: PaymentState, cents = TOTAL, refundedCents = 0): Payment => ({ state, cents, refundedCents });

test.each<[OrderStatus, Payment[], Partial<ReturnType<typeof summarizePayments>>, string]>([
  ["WAITING_PAYMENT", [], { isLive: false, moveTo: null, flags: [] }, "no payment"],
  [
    "WAITING_PAYMENT",
    [payment("REJECTED")],
    { isLive: false, moveTo: null },
    "after a declined card the customer can pay again",
  ],
  ["WAITING_PAYMENT", [payment("PENDING")], { isLive: true, moveTo: null, flags: [] }, "a voucher is under way"],
  ["WAITING_PAYMENT", [payment("IN_REVIEW")], { isLive: true, moveTo: null }, "a card under review"],
  [
    "WAITING_PAYMENT",
    [payment("REJECTED"), payment("APPROVED")],
    { moveTo: "PAYMENT_ACCEPTED", flags: [] },
    "the second attempt succeeds",
  ],
  ["WAITING_PAYMENT", [payment("APPROVED", TOTAL - 1)], { moveTo: null, flags: ["UNDERPAID"] }, "a centavo short"],
  [
    "WAITING_PAYMENT",
    [payment("APPROVED", 1000_00), payment("APPROVED", 46_59)],
    { moveTo: "PAYMENT_ACCEPTED", flags: [] },
    "two payments add up to the total",
  ],
  [
    "WAITING_PAYMENT",
    [payment("APPROVED", TOTAL + 1)],
    { moveTo: "PAYMENT_ACCEPTED", flags: ["OVERPAID"] },
    "too much",
  ],
  [
    "PAYMENT_ACCEPTED",
    [payment("APPROVED"), payment("APPROVED")],
    { moveTo: null, flags: ["OVERPAID", "PAID_TWICE"] },
    "paid twice",
  ],
  [
    "PAYMENT_ACCEPTED",
    [payment("APPROVED"), payment("REFUNDED", TOTAL, TOTAL)],
    { moveTo: null, flags: [] },
    "the second payment was refunded",
  ],
  ["PAYMENT_ACCEPTED", [payment("REFUNDED", TOTAL, TOTAL)], { moveTo: "CANCELLED", isLive: false }, "all refunded"],
  [
    "PAYMENT_ACCEPTED",
    [payment("APPROVED", TOTAL, 100)],
    { moveTo: null, flags: [], paidCents: TOTAL - 100 },
    "partly refunded",
  ],
  [
    "PAYMENT_ACCEPTED",
    [payment("DISPUTED")],
    { moveTo: null, flags: ["DISPUTED"], paidCents: 0 },
    "a dispute does not change the status",
  ],
  ["WAITING_PAYMENT", [payment("DISPUTED")], { moveTo: null, flags: ["DISPUTED"] }, "disputed money is not paid money"],
  ["PRESALE", [payment("APPROVED")], { moveTo: "PAYMENT_ACCEPTED" }, "presale paid in advance"],
  ["RESERVED", [payment("APPROVED")], { moveTo: "PAYMENT_ACCEPTED" }, "held pieces paid"],
  [
    "CANCELLED",
    [payment("APPROVED")],
    { moveTo: null, flags: ["MONEY_TO_RETURN"] },
    "a cancelled order is not reopened here",
  ],
  [
    "SHIPPED",
    [payment("REFUNDED", TOTAL, TOTAL)],
    { moveTo: null, flags: ["REFUNDED_AFTER_SHIP"] },
    "refunded after shipping",
  ],
  [
    "SHIPPED",
    [payment("APPROVED", TOTAL, 649_00)],
    { moveTo: null, flags: [], paidCents: TOTAL - 649_00, missingCents: 0, surplusCents: 0 },
    "a partial refund is not a debt and raises no flag",
  ],
  [
    "PAYMENT_ACCEPTED",
    [payment("APPROVED", TOTAL, 649_00)],
    { missingCents: 0, surplusCents: 0, refundedCents: 649_00 },
    "a partial refund before shipping is not a debt either",
  ],
  [
    "PAYMENT_ACCEPTED",
    [payment("APPROVED"), payment("REFUNDED", TOTAL, TOTAL)],
    { missingCents: 0, surplusCents: 0, refundedCents: TOTAL },
    "a refunded second payment was not part of the sale",
  ],
  [
    "SHIPPED",
    [payment("APPROVED", TOTAL + 100_00, 149_00)],
    { missingCents: 0, surplusCents: 0 },
    "the surplus is refunded first",
  ],
  [
    "WAITING_PAYMENT",
    [payment("APPROVED", 500_00, 500_00)],
    { missingCents: TOTAL, surplusCents: 0 },
    "still to be paid",
  ],
  ["WAITING_PAYMENT", [payment("APPROVED", 1000_00)], { missingCents: 46_59 }, "a part of the total is missing"],
  ["CANCELLED", [payment("APPROVED")], { missingCents: 0, surplusCents: TOTAL }, "all of it has to be refunded"],
  [
    "CANCELLED",
    [payment("REFUNDED", TOTAL, TOTAL)],
    { missingCents: 0, surplusCents: 0, flags: [] },
    "a cancelled order that was refunded",
  ],
  ["JOINED", [payment("APPROVED")], { missingCents: 0, surplusCents: 0 }, "its money counts in the other order"],
  ["SHIPPED", [payment("DISPUTED")], { missingCents: TOTAL }, "disputed money does not count as paid"],
  ["PAYMENT_ACCEPTED", [], { moveTo: null, flags: [] }, "paid before payments were recorded"],
])("%s with %j: %o (%s)", (status, payments, expected) => {
  expect(summarizePayments({ status, grandTotalCents: TOTAL }, payments)).toMatchObject(expected);
});

const anyPayment = fc
  .record({
    state: fc.constantFrom(...PAYMENT_STATES),
    cents: fc.integer({ min: 1, max: 2 * TOTAL }),
    refundedTwoHundredths: fc.nat(100),
  })
  .map(({ state, cents, refundedTwoHundredths }): Payment => ({
    state,
    cents,
    refundedCents: state === "REFUNDED" ? cents : Math.floor((cents * refundedTwoHundredths) / 200),
  }));
const anyOrder = fc.record({
  status: fc.constantFrom(...ORDER_STATUSES),
  grandTotalCents: fc.integer({ min: 1, max: 2 * TOTAL }),
});

describe("for any payments", () => {
  test("the result does not depend on the sequence of the payments", () => {
    fc.assert(
      fc.property(anyOrder, fc.array(anyPayment, { maxLength: 6 }), fc.nat(), (order, payments, offset) => {
        const rotatedPayments = payments.map((_, index) => payments[(index + offset) % payments.length]!).toReversed();
        expect(summarizePayments(order, rotatedPayments)).toEqual(summarizePayments(order, payments));
      }),
    );
  });

  test("an order that awaits its payment is paid exactly when the money received and not refunded reaches its total", () => {
    fc.assert(
      fc.property(anyOrder, fc.array(anyPayment, { maxLength: 6 }), (order, payments) => {
        const { paidCents, moveTo } = summarizePayments(order, payments);
        const awaitsPayment = ["WAITING_PAYMENT", "RESERVED", "PRESALE"].includes(order.status);
        expect(paidCents).toBeGreaterThanOrEqual(0);
        expect(moveTo === "PAYMENT_ACCEPTED").toBe(awaitsPayment && paidCents >= order.grandTotalCents);
      }),
    );
  });
});

test("an order never has both missing and surplus money, and no refund exceeds what was received", () => {
  fc.assert(
    fc.property(anyOrder, fc.array(anyPayment, { maxLength: 6 }), (order, payments) => {
      const { paidCents, refundedCents, missingCents, surplusCents } = summarizePayments(order, payments);
      expect(Math.min(missingCents, surplusCents)).toBe(0);
      expect(refundedCents).toBeLessThanOrEqual(payments.reduce((sum, payment) => sum + payment.cents, 0));
      expect(missingCents).toBeLessThanOrEqual(order.grandTotalCents);
      if (!["CANCELLED", "JOINED"].includes(order.status)) {
        expect(surplusCents).toBe(Math.max(0, paidCents - order.grandTotalCents));
      }
    }),
  );
});

test("the deadline: a day online, two for a transfer, and later while a payment is under way", () => {
  const windows = { online: 24, transfer: 48, receipt: 72 };
  const now = new Date("2026-11-21T18:00:00Z");
  expect(paymentDeadline({ status: "WAITING_PAYMENT", paymentMethod: "MP" }, windows, now)).toEqual(
    new Date("2026-11-22T18:00:00Z"),
  );
  expect(paymentDeadline({ status: "WAITING_PAYMENT", paymentMethod: "TB" }, windows, now)).toEqual(
    new Date("2026-11-23T18:00:00Z"),
  );
  expect(paymentDeadline({ status: "PRESALE", paymentMethod: "TB" }, windows, now)).toBeNull();
  const expiresAt = new Date("2026-11-24T05:59:59Z");
  expect(deadlineOfPaymentUnderWay({ state: "PENDING", expiresAt, createdAt: now })).toEqual(
    new Date("2026-11-25T05:59:59Z"),
  );
  expect(deadlineOfPaymentUnderWay({ state: "IN_REVIEW", expiresAt: null, createdAt: now })).toEqual(
    new Date("2026-11-24T18:00:00Z"),
  );
  expect(deadlineOfPaymentUnderWay({ state: "REJECTED", expiresAt, createdAt: now })).toBeNull();
});

test("a day ends at its last second in Mexico City", () => {
  expect(endOfDay(new Date("2026-11-22T05:30:00Z"))).toEqual(new Date("2026-11-22T05:59:59Z"));
  expect(endOfDay(new Date("2026-11-22T06:00:00Z"))).toEqual(new Date("2026-11-23T05:59:59Z"));
});

test.each([
  ["002010077777777771", true],
  ["032180000118359719", true],
  ["002010077777777772", false],
  ["00201007777777777", false],
  ["00201007777777777a", false],
])("the CLABE %s is valid: %s", (clabe, valid) => expect(isClabe(clabe)).toBe(valid));

test("one wrong digit of a CLABE is detected at any position", () => {
  const clabe = "032180000118359719";
  for (let index = 0; index < 18; index++) {
    for (let shift = 1; shift < 10; shift++) {
      const digit = (Number(clabe[index]) + shift) % 10;
      expect(isClabe(`${clabe.slice(0, index)}${digit}${clabe.slice(index + 1)}`)).toBe(false);
    }
  }
});

test("a CLABE is formatted in groups and a transfer's reference has seven digits", () => {
  expect(formatClabe("002010077777777771")).toBe("002 010 07777777777 1");
  expect(transferReference("100042")).toBe("0100042");
  expect(transferReference("123456789")).toBe("3456789");
});
