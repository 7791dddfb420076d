import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endOfDay } from "./dates.ts";
import { formatClabe, isClabe, transferReference } from "./clabe.ts";
import { ORDER_STATUSES, type OrderStatus } from "./order-status.ts";
import { PAYMENT_STATES, settle, type Payment, type PaymentState } from "./payment.ts";
import { payBy, payByOfPending } from "./payment-window.ts";

const DUE = 1046_59;
const paid = (state: PaymentState, cents = DUE, refundedCents = 0): Payment => ({ state, cents, refundedCents });

test.each<[OrderStatus, Payment[], Partial<ReturnType<typeof settle>>, string]>([
  ["WAITING_PAYMENT", [], { isLive: false, moveTo: null, flags: [] }, "nothing yet"],
  ["WAITING_PAYMENT", [paid("REJECTED")], { isLive: false, moveTo: null }, "a declined card hides no button"],
  ["WAITING_PAYMENT", [paid("PENDING")], { isLive: true, moveTo: null, flags: [] }, "a voucher is under way"],
  ["WAITING_PAYMENT", [paid("IN_REVIEW")], { isLive: true, moveTo: null }, "a card under review"],
  ["WAITING_PAYMENT", [paid("REJECTED"), paid("APPROVED")], { moveTo: "PAYMENT_ACCEPTED", flags: [] }, "second try"],
  ["WAITING_PAYMENT", [paid("APPROVED", DUE - 1)], { moveTo: null, flags: ["UNDERPAID"] }, "a centavo short"],
  [
    "WAITING_PAYMENT",
    [paid("APPROVED", 1000_00), paid("APPROVED", 46_59)],
    { moveTo: "PAYMENT_ACCEPTED", flags: [] },
    "two parts make the whole",
  ],
  ["WAITING_PAYMENT", [paid("APPROVED", DUE + 1)], { moveTo: "PAYMENT_ACCEPTED", flags: ["OVERPAID"] }, "too much"],
  [
    "PAYMENT_ACCEPTED",
    [paid("APPROVED"), paid("APPROVED")],
    { moveTo: null, flags: ["OVERPAID", "PAID_TWICE"] },
    "paid twice",
  ],
  [
    "PAYMENT_ACCEPTED",
    [paid("APPROVED"), paid("REFUNDED", DUE, DUE)],
    { moveTo: null, flags: [] },
    "the double went back",
  ],
  ["PAYMENT_ACCEPTED", [paid("REFUNDED", DUE, DUE)], { moveTo: "CANCELLED", isLive: false }, "all went back"],
  ["PAYMENT_ACCEPTED", [paid("APPROVED", DUE, 100)], { moveTo: null, flags: [], paidCents: DUE - 100 }, "a part back"],
  [
    "PAYMENT_ACCEPTED",
    [paid("DISPUTED")],
    { moveTo: null, flags: ["DISPUTED"], paidCents: 0 },
    "a dispute moves nothing",
  ],
  ["WAITING_PAYMENT", [paid("DISPUTED")], { moveTo: null, flags: ["DISPUTED"] }, "disputed money is not paid money"],
  ["PRESALE", [paid("APPROVED")], { moveTo: "PAYMENT_ACCEPTED" }, "presale paid in advance"],
  ["RESERVED", [paid("APPROVED")], { moveTo: "PAYMENT_ACCEPTED" }, "held pieces paid"],
  ["CANCELLED", [paid("APPROVED")], { moveTo: null, flags: ["MONEY_TO_RETURN"] }, "the door back is not opened here"],
  ["SHIPPED", [paid("REFUNDED", DUE, DUE)], { moveTo: null, flags: ["REFUNDED_AFTER_SHIP"] }, "shipped and given back"],
  [
    "SHIPPED",
    [paid("APPROVED", DUE, 649_00)],
    { moveTo: null, flags: [], paidCents: DUE - 649_00, missingCents: 0, surplusCents: 0, saleRefundCents: 649_00 },
    "a part given back is no debt, and nothing to look at",
  ],
  [
    "PAYMENT_ACCEPTED",
    [paid("APPROVED", DUE, 649_00)],
    { missingCents: 0, surplusCents: 0, refundedCents: 649_00 },
    "nor before it is sent",
  ],
  [
    "PAYMENT_ACCEPTED",
    [paid("APPROVED"), paid("REFUNDED", DUE, DUE)],
    { missingCents: 0, surplusCents: 0, refundedCents: DUE, saleRefundCents: 0 },
    "the double that went back was never of the sale",
  ],
  [
    "SHIPPED",
    [paid("APPROVED", DUE + 100_00, 149_00)],
    { missingCents: 0, surplusCents: 0, saleRefundCents: 49_00 },
    "what was too much goes back first",
  ],
  ["WAITING_PAYMENT", [paid("APPROVED", 500_00, 500_00)], { missingCents: DUE, surplusCents: 0 }, "still to be paid"],
  ["WAITING_PAYMENT", [paid("APPROVED", 1000_00)], { missingCents: 46_59 }, "a part is missing"],
  ["CANCELLED", [paid("APPROVED")], { missingCents: 0, surplusCents: DUE }, "all of it has to go back"],
  ["CANCELLED", [paid("REFUNDED", DUE, DUE)], { missingCents: 0, surplusCents: 0, flags: [] }, "it went back"],
  ["JOINED", [paid("APPROVED")], { missingCents: 0, surplusCents: 0 }, "its money counts elsewhere"],
  ["SHIPPED", [paid("DISPUTED")], { missingCents: DUE }, "disputed money is not there"],
  ["PAYMENT_ACCEPTED", [], { moveTo: null, flags: [] }, "paid before payments were written down"],
])("%s with %j: %o (%s)", (status, payments, wanted) => {
  expect(settle({ status, dueCents: DUE }, payments)).toMatchObject(wanted);
});

const anyPayment = fc
  .record({ state: fc.constantFrom(...PAYMENT_STATES), cents: fc.integer({ min: 1, max: 2 * DUE }), part: fc.nat(100) })
  .map(({ state, cents, part }): Payment => ({
    state,
    cents,
    refundedCents: state === "REFUNDED" ? cents : Math.floor((cents * part) / 200),
  }));
const anyOrder = fc.record({
  status: fc.constantFrom(...ORDER_STATUSES),
  dueCents: fc.integer({ min: 1, max: 2 * DUE }),
});

describe("whatever the payments", () => {
  test("the order in which their news comes changes nothing", () => {
    fc.assert(
      fc.property(anyOrder, fc.array(anyPayment, { maxLength: 6 }), fc.nat(), (order, payments, turn) => {
        const rotated = payments.map((_, index) => payments[(index + turn) % payments.length]!).toReversed();
        expect(settle(order, rotated)).toEqual(settle(order, payments));
      }),
    );
  });

  test("an order is accepted exactly when what is there and not given back reaches what is due", () => {
    fc.assert(
      fc.property(anyOrder, fc.array(anyPayment, { maxLength: 6 }), (order, payments) => {
        const { paidCents, moveTo } = settle(order, payments);
        const awaits = ["WAITING_PAYMENT", "RESERVED", "PRESALE"].includes(order.status);
        expect(paidCents).toBeGreaterThanOrEqual(0);
        expect(moveTo === "PAYMENT_ACCEPTED").toBe(awaits && paidCents >= order.dueCents);
      }),
    );
  });
});

test("never is money missing and too much at once, and no refund is more than what came", () => {
  fc.assert(
    fc.property(anyOrder, fc.array(anyPayment, { maxLength: 6 }), (order, payments) => {
      const { paidCents, refundedCents, saleRefundCents, missingCents, surplusCents } = settle(order, payments);
      expect(Math.min(missingCents, surplusCents)).toBe(0);
      expect(saleRefundCents).toBeLessThanOrEqual(refundedCents);
      expect(missingCents).toBeLessThanOrEqual(order.dueCents);
      if (!["CANCELLED", "JOINED"].includes(order.status)) {
        expect(surplusCents).toBe(Math.max(0, paidCents - order.dueCents));
      }
    }),
  );
});

test("the deadline: a day online, two for a transfer, and later while a payment is under way", () => {
  const windows = { online: 24, transfer: 48, receipt: 72 };
  const now = new Date("2026-11-21T18:00:00Z");
  expect(payBy({ status: "WAITING_PAYMENT", paymentMethod: "MP" }, windows, now)).toEqual(
    new Date("2026-11-22T18:00:00Z"),
  );
  expect(payBy({ status: "WAITING_PAYMENT", paymentMethod: "TB" }, windows, now)).toEqual(
    new Date("2026-11-23T18:00:00Z"),
  );
  expect(payBy({ status: "PRESALE", paymentMethod: "TB" }, windows, now)).toBeNull();
  const expiresAt = new Date("2026-11-24T05:59:59Z");
  expect(payByOfPending({ state: "PENDING", expiresAt, createdAt: now })).toEqual(new Date("2026-11-25T05:59:59Z"));
  expect(payByOfPending({ state: "IN_REVIEW", expiresAt: null, createdAt: now })).toEqual(
    new Date("2026-11-24T18:00:00Z"),
  );
  expect(payByOfPending({ state: "REJECTED", expiresAt, createdAt: now })).toBeNull();
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
])("the CLABE %s is %s", (clabe, is) => expect(isClabe(clabe)).toBe(is));

test("one wrong digit anywhere is noticed", () => {
  const clabe = "032180000118359719";
  for (let at = 0; at < 18; at++) {
    for (let wrong = 1; wrong < 10; wrong++) {
      const digit = (Number(clabe[at]) + wrong) % 10;
      expect(isClabe(`${clabe.slice(0, at)}${digit}${clabe.slice(at + 1)}`)).toBe(false);
    }
  }
});

test("a CLABE is read in groups, a transfer's reference has seven digits", () => {
  expect(formatClabe("002010077777777771")).toBe("002 010 07777777777 1");
  expect(transferReference("100042")).toBe("0100042");
  expect(transferReference("123456789")).toBe("3456789");
});
