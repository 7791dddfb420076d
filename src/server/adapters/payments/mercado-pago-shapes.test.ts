import { describe, expect, test } from "vitest";
import { MpPayment, MpPreference, readPayments, toSnapshot } from "./mercado-pago-shapes.ts";

const RESPONSE = {
  id: 135859802741,
  status: "approved",
  status_detail: "accredited",
  external_reference: "matriz:100042",
  collector_id: 99,
  transaction_amount: 249.5,
  currency_id: "MXN",
  payment_type_id: "credit_card",
  payment_method_id: "visa",
  live_mode: true,
  date_created: "2026-11-21T12:00:00.000-06:00",
  date_last_updated: "2026-11-21T12:00:01.000-06:00",
};

const makeSnapshot = (changes: object = {}, isSandbox = false) =>
  toSnapshot(MpPayment.parse({ ...RESPONSE, ...changes }), isSandbox);

test("a payment is converted to the provider interface", () => {
  expect(makeSnapshot()).toEqual({
    id: "135859802741",
    orderRef: "matriz:100042",
    collectorId: "99",
    state: "APPROVED",
    rawStatus: "approved/accredited",
    cents: 249_50,
    refundedCents: 0,
    currency: "MXN",
    kind: "card",
    method: "visa",
    installments: null,
    voucherUrl: null,
    voucherReference: null,
    expiresAt: null,
    createdAt: new Date("2026-11-21T18:00:00Z"),
    updatedAt: new Date("2026-11-21T18:00:01Z"),
    approvedAt: null,
    isRealMoney: true,
    isDisputeLost: false,
  });
});

test.each([
  ["approved", "accredited", "APPROVED"],
  ["approved", "partially_refunded", "APPROVED"],
  ["authorized", "pending_capture", "PENDING"],
  ["pending", "pending_waiting_payment", "PENDING"],
  ["pending", "pending_waiting_transfer", "PENDING"],
  ["pending", "pending_challenge", "PENDING"],
  ["in_process", "pending_contingency", "IN_REVIEW"],
  ["in_process", "pending_review_manual", "IN_REVIEW"],
  ["in_process", "offline_process", "IN_REVIEW"],
  ["rejected", "cc_rejected_insufficient_amount", "REJECTED"],
  ["rejected", "cc_rejected_high_risk", "REJECTED"],
  ["cancelled", "expired", "EXPIRED"],
  ["cancelled", "by_collector", "CANCELLED"],
  ["cancelled", "by_payer", "CANCELLED"],
  ["cancelled", null, "CANCELLED"],
  ["refunded", "refunded", "REFUNDED"],
  ["in_mediation", null, "DISPUTED"],
  ["charged_back", "in_process", "DISPUTED"],
  ["charged_back", "settled", "DISPUTED"],
  ["charged_back", "reimbursed", "APPROVED"],
  ["charged_back", null, "DISPUTED"],
  ["partially_paid", null, null],
  ["APPROVED", null, null],
  ["", null, null],
  ["constructor", null, null],
  ["__proto__", null, null],
])("%s/%s is %s", (status, status_detail, state) => {
  expect(makeSnapshot({ status, status_detail }).state).toBe(state);
});

test.each([
  ["credit_card", "card"],
  ["debit_card", "card"],
  ["prepaid_card", "card"],
  ["ticket", "cash"],
  ["atm", "cash"],
  ["bank_transfer", "transfer"],
  ["account_money", "wallet"],
  ["digital_wallet", "wallet"],
  ["digital_currency", "other"],
  [null, "other"],
])("paid by %s: %s", (payment_type_id, kind) => {
  expect(makeSnapshot({ payment_type_id }).kind).toBe(kind);
});

test.each<[string, number | null, number | null, string]>([
  ["credit_card", 6, 6, "months that the payer chose"],
  ["credit_card", 1, 1, "a single payment"],
  ["credit_card", 0, null, "not stated"],
  ["credit_card", null, null, "not stated"],
  ["ticket", 1, null, "cash has no months"],
])("%s with installments %s: %s (%s)", (payment_type_id, installments, expectedInstallments) => {
  expect(makeSnapshot({ payment_type_id, installments }).installments).toBe(expectedInstallments);
});

describe("amounts", () => {
  test.each([
    [0.01, 1],
    [19.99, 19_99],
    [8.2, 8_20],
    [9999.99, 9999_99],
    [100_000_000, 100_000_000_00],
  ])("%d pesos are %i centavos", (pesos, cents) => {
    expect(makeSnapshot({ transaction_amount: pesos }).cents).toBe(cents);
  });

  test.each([0, -1, -0.01, 100_000_000.01, 1e300, Number.NaN, Number.POSITIVE_INFINITY, "249.50", null, undefined])(
    "%s pesos are not a valid payment",
    (transaction_amount) => {
      expect(MpPayment.safeParse({ ...RESPONSE, transaction_amount }).success).toBe(false);
    },
  );

  test.each([-1, Number.NaN, "1"])("%s pesos are not a valid refund", (transaction_amount_refunded) => {
    expect(MpPayment.safeParse({ ...RESPONSE, transaction_amount_refunded }).success).toBe(false);
  });

  test.each([
    ["not given", { transaction_amount_refunded: null }, 0],
    ["a part", { transaction_amount_refunded: 10.1 }, 10_10],
    ["more than was paid", { transaction_amount_refunded: 900 }, 249_50],
    ["all, for a refunded status", { status: "refunded", transaction_amount_refunded: 0 }, 249_50],
  ])("refunded: %s", (_, changes, cents) => {
    expect(makeSnapshot(changes).refundedCents).toBe(cents);
  });
});

describe("a voucher's URL", () => {
  const voucherUrlOf = (external_resource_url: string | null, isSandbox = false) =>
    makeSnapshot({ transaction_details: { external_resource_url } }, isSandbox).voucherUrl;

  test.each([
    "https://www.mercadopago.com.mx/payments/1/ticket?caller_id=2",
    "https://mercadopago.com/payments/1/ticket",
    "https://api.mercadopago.com/v1/ticket",
    "https://www.mercadolibre.com.mx/ticket",
  ])("%s is shown", (url) => {
    expect(voucherUrlOf(url)).toBe(url);
  });

  test.each([
    "http://www.mercadopago.com.mx/ticket",
    "javascript:alert(1)//www.mercadopago.com.mx",
    "data:text/html,www.mercadopago.com.mx",
    "https://mercadopago.com.mx.malo.example/ticket",
    "https://malo.example/www.mercadopago.com.mx",
    "https://www.mercadopago.com.mx@malo.example/",
    "https://nomercadopago.com.mx/ticket",
    "https://mercadopago.com.br.example/",
    "/payments/1/ticket",
    "no es una dirección",
    "",
    null,
  ])("%s is not shown", (url) => {
    expect(voucherUrlOf(url)).toBeNull();
  });

  test("of the sandbox is shown only by a shop with the sandbox", () => {
    const url = "http://127.0.0.1:3000/sandbox/mp/mlm/payments/ticket/helper?payment_id=1";
    expect(voucherUrlOf(url, true)).toBe(url);
    expect(voucherUrlOf(url)).toBeNull();
    expect(voucherUrlOf("https://www.mercadopago.com.mx/ticket", true)).toBeNull();
  });
});

describe("an invalid response", () => {
  test.each([
    ["no status", { status: undefined }],
    ["no collector", { collector_id: null }],
    ["an empty id", { id: "" }],
    ["a date without its zone", { date_created: "2026-11-21T12:00:00.000" }],
    ["a text that is not a date", { date_last_updated: "ayer" }],
    ["an invalid live mode", { live_mode: "true" }],
  ])("%s: it is not a valid payment", (_, changes) => {
    expect(MpPayment.safeParse({ ...RESPONSE, ...changes }).success).toBe(false);
  });

  test("is not among the payments of a search, and the search's error names it", () => {
    const malformedResults = [
      { ...RESPONSE, status: 7, live_mode: null },
      { ...RESPONSE, id: null },
    ];
    const { payments, error } = readPayments([malformedResults[0], RESPONSE, malformedResults[1]], false);
    expect(payments).toEqual([makeSnapshot()]);
    expect(error?.message).toBe(
      "BAD_RESPONSE: payment 135859802741 without a valid status, live_mode; payment ? without a valid id",
    );
    expect(readPayments([RESPONSE], false)).toEqual({ payments: [makeSnapshot()], error: null });
  });

  test.each(["javascript:alert(1)", "//malo", "", null])("%s is not a valid payment page", (init_point) => {
    expect(MpPreference.safeParse({ id: "1-a", init_point, collector_id: 1 }).success).toBe(false);
  });
});

test.each([
  ["charged_back", "settled", true],
  ["charged_back", "in_process", false],
  ["charged_back", "reimbursed", false],
  ["approved", "settled", false],
])("a dispute with status %s/%s is lost: %s", (status, detail, isLost) => {
  expect(makeSnapshot({ status, status_detail: detail }).isDisputeLost).toBe(isLost);
});
