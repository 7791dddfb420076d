import { describe, expect, test } from "vitest";
import { joinOrders, type BoughtLine, type BoughtOrder } from "./join-orders.ts";
import { ORDER_STATUSES } from "./order-status.ts";
import { isRefusal } from "./refusal.ts";

const PRICES = {
  priceCents: 100_00,
  wholesalePriceCents: 80_00,
  branchPriceCents: null,
  branchWholesalePriceCents: null,
};
const line = (sizeId: string, changes: Partial<BoughtLine> = {}): BoughtLine => ({
  sizeId,
  prices: PRICES,
  pieces: 2,
  held: 2,
  isDigital: false,
  wholesale: false,
  ...changes,
});
const CARRIER = { priceCents: 99_00, insuranceRateBps: null, piecesFee: null };
const TERMS = { carrier: CARRIER, insured: false, onlineFee: null, packagingCents: 10_00 };
const INSURED_TERMS = {
  carrier: { ...CARRIER, insuranceRateBps: 200 },
  insured: true,
  onlineFee: null,
  packagingCents: 10_00,
};

/** Two pieces of 100.00, 99.00 of shipping, 10.00 of packaging. */
const order = (id: string, changes: Partial<BoughtOrder> = {}): BoughtOrder => ({
  id,
  customerId: "ana",
  shopId: "matriz",
  status: "WAITING_PAYMENT",
  wholesale: false,
  terms: TERMS,
  grandTotalCents: 309_00,
  isInvoiced: false,
  isPickup: false,
  lines: [line(`size of ${id}`)],
  discountCents: 0,
  headOfficeDiscountCents: 0,
  freeShipping: null,
  ...changes,
});

function joinedFigures(joiningOrder: BoughtOrder, target: BoughtOrder) {
  const result = joinOrders(joiningOrder, target);
  if (isRefusal(result)) throw new Error(result.refused);
  return result;
}

describe("two orders joined", () => {
  test("cost their lines at the prices as bought, and shipping and packaging once", () => {
    const { chargedQuote, overpaidCents } = joinedFigures(order("a"), order("b"));
    expect(chargedQuote).toMatchObject({
      pieces: 4,
      subtotalCents: 400_00,
      shippingCents: 99_00,
      packagingCents: 10_00,
      grandTotalCents: 509_00,
    });
    expect(overpaidCents).toBe(0);
  });

  test("that were both paid have overpaid one shipping and one packaging", () => {
    const paidStatus = { status: "PAYMENT_ACCEPTED" } as const;
    expect(joinedFigures(order("a", paidStatus), order("b", paidStatus)).overpaidCents).toBe(109_00);
  });

  test("keep each line's price, even if together they have enough pieces for wholesale", () => {
    const wholesaleOrder = order("a", {
      wholesale: true,
      lines: [line("x", { wholesale: true, pieces: 12, held: 12 })],
      grandTotalCents: 1_069_00,
    });
    expect(joinedFigures(wholesaleOrder, order("b")).chargedQuote.subtotalCents).toBe(12 * 80_00 + 2 * 100_00);
  });

  test("are charged the packaging of the order that takes the lines, and none for tickets alone", () => {
    const target = order("b", { terms: { ...TERMS, packagingCents: 0 }, grandTotalCents: 299_00 });
    expect(joinedFigures(order("a"), target).chargedQuote.packagingCents).toBe(0);
    const ticketOrder = (id: string) => order(id, { lines: [line(id, { isDigital: true })] });
    expect(joinedFigures(ticketOrder("a"), ticketOrder("b")).chargedQuote.packagingCents).toBe(0);
  });

  test("have the terms of the order that takes the lines: extra pieces, insurance and fee for all lines", () => {
    const piecesFee = { includedPieces: 3, pieceCents: 12_50 };
    const target = order("b", {
      terms: {
        carrier: { ...INSURED_TERMS.carrier, piecesFee },
        insured: true,
        onlineFee: { rateBps: 349, baseCents: 4_00 },
        packagingCents: 10_00,
      },
    });
    const { chargedQuote } = joinedFigures(order("a"), target);
    expect(chargedQuote).toMatchObject({ extraShippingCents: 12_50, insuranceCents: 10_00 });
    expect(chargedQuote.onlineFeeCents).toBeGreaterThan(0);
  });

  test("in a branch are also added up at the head office's prices", () => {
    const prices = { ...PRICES, branchPriceCents: 130_00, branchWholesalePriceCents: 110_00 };
    const inBranch = (id: string) => order(id, { lines: [line(id, { prices })], grandTotalCents: 369_00 });
    const { chargedQuote, owedQuote } = joinedFigures(inBranch("a"), inBranch("b"));
    expect(chargedQuote.grandTotalCents).toBe(629_00);
    expect(owedQuote.grandTotalCents).toBe(509_00);
  });
});

test.each(ORDER_STATUSES)("an order in status %s joins only if it has not ended", (status) => {
  const canJoin = ["WAITING_PAYMENT", "RESERVED", "PRESALE", "PAYMENT_ACCEPTED"].includes(status);
  const otherStatus = status === "PAYMENT_ACCEPTED" ? status : "RESERVED";
  for (const [joiningOrder, target] of [
    [order("a", { status }), order("b", { status: otherStatus })],
    [order("b", { status: otherStatus }), order("a", { status })],
  ] as const) {
    const result = joinOrders(joiningOrder, target);
    expect(isRefusal(result) ? result.refused : "joined").toBe(canJoin ? "joined" : "order_ended");
  }
});

const PAID_STATUS = { status: "PAYMENT_ACCEPTED" } as const;
test.each<[string, BoughtOrder, BoughtOrder, string]>([
  ["an order with itself", order("a"), order("a"), "same_order"],
  ["orders of two customers", order("a", { customerId: "eva" }), order("b"), "not_together"],
  ["orders of two shops", order("a", { shopId: "norte" }), order("b"), "not_together"],
  [
    "a paid order into an unpaid one: the customer would not learn what they still owe",
    order("a", PAID_STATUS),
    order("b"),
    "payment_differs",
  ],
  [
    "an unpaid order into a paid one: unpaid goods would be shipped",
    order("a"),
    order("b", PAID_STATUS),
    "payment_differs",
  ],
  [
    "a parcel into an order of tickets",
    order("a"),
    order("b", { terms: { ...TERMS, carrier: null }, lines: [line("t", { isDigital: true })] }),
    "into_without_carrier",
  ],
  ["an invoiced order", order("a", { isInvoiced: true }), order("b"), "order_invoiced"],
  ["an order that is collected at a pickup point", order("a", { isPickup: true }), order("b"), "pickup_join"],
  ["an order into one that is collected", order("a"), order("b", { isPickup: true }), "pickup_join"],
  ["an order into an invoiced one", order("a"), order("b", { isInvoiced: true }), "order_invoiced"],
  ["an insured order into one without insurance", order("a", { terms: INSURED_TERMS }), order("b"), "insurance_lost"],
  [
    "the same size at two prices",
    order("a", { lines: [line("x")] }),
    order("b", { lines: [line("x", { prices: { ...PRICES, priceCents: 90_00 } })] }),
    "line_differs",
  ],
  [
    "the same size, in stock in one order and made to order in the other",
    order("a", { lines: [line("x", { held: 0 })] }),
    order("b", { lines: [line("x")] }),
    "line_differs",
  ],
  [
    "many pieces into an order whose carrier charges for each piece above five",
    order("a", { lines: [line("x", { pieces: 30, held: 30 })], grandTotalCents: 3_109_00 }),
    order("b", { terms: { ...TERMS, carrier: { ...CARRIER, piecesFee: { includedPieces: 5, pieceCents: 12_50 } } } }),
    "costs_more",
  ],
])("%s is refused", (_, joiningOrder, target, refused) => {
  expect(joinOrders(joiningOrder, target)).toEqual({ refused });
});

test("an order of tickets joins one with a parcel, and the same size at the same price becomes one line", () => {
  expect(isRefusal(joinOrders(order("a", { lines: [line("t", { isDigital: true })] }), order("b")))).toBe(false);
  expect(
    joinedFigures(order("a", { lines: [line("x")] }), order("b", { lines: [line("x")] })).chargedQuote.pieces,
  ).toBe(4);
});
