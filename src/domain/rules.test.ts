import { describe, expect, test } from "vitest";
import { cartLineName, maxPieces, pieceNoun, shownLineName, sumBySize } from "./cart-line.ts";
import { clockTone, isExpired } from "./cart-expiry.ts";
import { formatDateTime, formatEventTime, format24HourTime } from "./dates.ts";
import { formatMoney } from "./money.ts";
import { canMoveOrder, firstStatus, ORDER_TRANSITIONS, ORDER_STATUSES, progressSteps } from "./order-status.ts";
import { formatPhone, phoneDigits } from "./phone.ts";
import { stateOfPostalCode } from "./postal-code.ts";
import { productBadge } from "./product-badge.ts";
import { sizePosition } from "./size-order.ts";

const atMinute = (minutes: number): Date => new Date(Date.UTC(2026, 10, 21, 12, minutes));

describe("a cart's clock", () => {
  test("ends exactly at its deadline", () => {
    expect(isExpired(atMinute(20), atMinute(20))).toBe(true);
    expect(isExpired(atMinute(20), new Date(atMinute(20).getTime() - 1))).toBe(false);
  });
  test.each([
    [601, "calm"],
    [600, "warning"],
    [301, "warning"],
    [300, "urgent"],
  ] as const)("with %i seconds left its tone is '%s'", (seconds, tone) => expect(clockTone(seconds)).toBe(tone));
});

describe("order transitions", () => {
  const allowedTransitions = new Set([
    "WAITING_PAYMENT>PAYMENT_ACCEPTED",
    "WAITING_PAYMENT>RESERVED",
    "WAITING_PAYMENT>CANCELLED",
    "WAITING_PAYMENT>JOINED",
    "RESERVED>WAITING_PAYMENT",
    "RESERVED>PAYMENT_ACCEPTED",
    "RESERVED>CANCELLED",
    "RESERVED>JOINED",
    "PRESALE>WAITING_PAYMENT",
    "PRESALE>PAYMENT_ACCEPTED",
    "PRESALE>CANCELLED",
    "PRESALE>JOINED",
    "PAYMENT_ACCEPTED>SHIPPED",
    "PAYMENT_ACCEPTED>CANCELLED",
    "PAYMENT_ACCEPTED>JOINED",
    "CANCELLED>PAYMENT_ACCEPTED",
  ]);
  test.each(ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const)))(
    "a change from %s to %s is allowed only if it is listed",
    (from, to) => {
      expect(canMoveOrder(from, to)).toBe(allowedTransitions.has(`${from}>${to}`));
    },
  );
  test("shipped and joined are final", () =>
    expect([...ORDER_TRANSITIONS.SHIPPED, ...ORDER_TRANSITIONS.JOINED]).toEqual([]));
  test("only a presale order of a branch starts as presale", () => {
    expect(firstStatus({ isPresale: true, inBranch: true })).toBe("PRESALE");
    expect(firstStatus({ isPresale: true, inBranch: false })).toBe("WAITING_PAYMENT");
    expect(firstStatus({ isPresale: false, inBranch: true })).toBe("WAITING_PAYMENT");
  });
  test("the progress bar of an order that has not ended shows paid once it is paid or shipped", () => {
    expect(progressSteps("RESERVED")).toEqual({ created: true, paid: false, shipped: false });
    expect(progressSteps("PAYMENT_ACCEPTED")).toEqual({ created: true, paid: true, shipped: false });
    expect(progressSteps("SHIPPED")).toEqual({ created: true, paid: true, shipped: true });
  });

  test("the progress bar of an ended order keeps its payment", () => {
    expect(progressSteps("CANCELLED", ["WAITING_PAYMENT", "CANCELLED"])).toEqual({
      created: true,
      paid: false,
      shipped: false,
    });
    expect(progressSteps("CANCELLED", ["WAITING_PAYMENT", "PAYMENT_ACCEPTED", "CANCELLED"]).paid).toBe(true);
    expect(progressSteps("JOINED", ["WAITING_PAYMENT", "PAYMENT_ACCEPTED", "JOINED"]).paid).toBe(true);
    // The other order was paid before it was joined into this one: its history does not make this one paid.
    expect(progressSteps("WAITING_PAYMENT", ["WAITING_PAYMENT", "PAYMENT_ACCEPTED"]).paid).toBe(false);
  });
});

describe("badges of products", () => {
  const daysAgo = (n: number): Date => new Date(atMinute(0).getTime() - n * 86_400_000);
  test.each([
    [{ isOffer: false, isMarkedNew: false, createdAt: daysAgo(5) }, "new", "five days old"],
    [{ isOffer: false, isMarkedNew: false, createdAt: daysAgo(5.01) }, null, "a little older"],
    [{ isOffer: false, isMarkedNew: true, createdAt: daysAgo(300) }, "new", "marked as new"],
    [{ isOffer: true, isMarkedNew: true, createdAt: daysAgo(0) }, "offer", "on offer: never new"],
  ] as const)("%o is %s: %s", (product, tag, _why) => expect(productBadge(product, atMinute(0))).toBe(tag));
});

describe("phones", () => {
  test.each([
    ["5512345678", "5512345678"],
    ["55 1234 5678", "5512345678"],
    ["+52 55-1234-5678", "5512345678"],
    ["+52 1 55 1234 5678", "5512345678"],
    ["044 55 1234 5678", "5512345678"],
    ["(662) 123 45.67", "6621234567"],
    ["551234567", null],
    ["55123456789", null],
    ["hola", null],
    ["", null],
    ["٥٥١٢٣٤٥٦٧٨", null],
  ])("the digits of %j are %s", (typed, digits) => expect(phoneDigits(typed)).toBe(digits));
  test("are formatted in groups", () => {
    expect(formatPhone("5512345678")).toBe("55 1234 5678");
    expect(formatPhone("6621234567")).toBe("662 123 4567");
  });
});

test("two lines of the same size are merged", () => {
  expect(
    sumBySize([
      { sizeId: "a", pieces: 2 },
      { sizeId: "b", pieces: 1 },
      { sizeId: "a", pieces: 3 },
    ]),
  ).toEqual([
    { sizeId: "a", pieces: 5 },
    { sizeId: "b", pieces: 1 },
  ]);
});

test("a line may have its own pieces plus the available ones, or ten if there are none and it is made to order", () => {
  expect(maxPieces(3 + 2, false)).toBe(5);
  expect(maxPieces(0, true)).toBe(10);
  expect(maxPieces(1, true)).toBe(1);
});

test("a line's name is product, brand, colour and size", () => {
  expect(cartLineName({ name: "Vestido midi", brand: "Nopal", color: "Rojo" }, "CH")).toBe(
    "Vestido midi Nopal Rojo T: CH",
  );
  expect(cartLineName({ name: "Pasarela", brand: null, color: null }, "Boleto A-01")).toBe("Pasarela T: Boleto A-01");
});

test("sizes are sorted as customers expect", () => {
  const sizes = [
    "XXG",
    "28",
    "M",
    "Unitalla",
    "CH",
    "24",
    "25.5",
    "Boleto A-01",
    "XG",
    "Domingo",
    "G",
    "Sábado",
    "XCH",
    "25",
  ];
  expect(sizes.toSorted((a, b) => sizePosition(a) - sizePosition(b) || a.localeCompare(b))).toEqual([
    "Unitalla",
    "XCH",
    "CH",
    "M",
    "G",
    "XG",
    "XXG",
    "24",
    "25",
    "25.5",
    "28",
    "Sábado",
    "Domingo",
    "Boleto A-01",
  ]);
});

test("money and dates have the shop's formats", () => {
  expect(formatMoney(129_950)).toBe("$1,299.50");
  expect(formatMoney(0)).toBe("$0.00");
  expect(formatDateTime(new Date("2026-11-21T20:05:00Z"))).toBe("21/11/2026 02:05 p. m.");
  expect(formatDateTime(new Date("2026-11-21T06:00:00Z"))).toBe("21/11/2026 12:00 a. m.");
  expect(formatEventTime(new Date("2027-03-15T02:30:00Z"))).toBe("domingo 14 de marzo de 2027, 8:30\u00a0p.\u00a0m.");
  expect(format24HourTime(new Date("2026-11-21T20:32:00Z"))).toBe("14:32");
});

test.each([
  ["06700", "Ciudad de México"],
  ["44100", "Jalisco"],
  ["64000", "Nuevo León"],
  ["97000", "Yucatán"],
  ["19000", null],
  ["067", null],
])("postal code %s is in %s", (code, state) => expect(stateOfPostalCode(code)).toBe(state));

test.each([
  ["Pasarela T: Boleto A-01", true, "Pasarela · Boleto A-01"],
  ["Noche de son T: General", true, "Noche de son · Boleto General"],
  ["Noche T: total T: General", true, "Noche T: total · Boleto General"],
  ["Vestido midi Rojo T: CH", false, "Vestido midi Rojo T: CH"],
])("the line name %s (of a ticket: %s) is shown as %s", (name, isTicket, shownName) => {
  expect(shownLineName(name, isTicket)).toBe(shownName);
});

test.each([
  [[2, 1], "prendas"],
  [[0], "boletos"],
  [[0, 3], "piezas"],
])("the pieces held for lines with %j parcel pieces are called %s", (quantities, noun) => {
  expect(pieceNoun(quantities.map((realQty) => ({ realQty })))).toBe(noun);
});
