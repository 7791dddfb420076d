import { expect, test } from "vitest";
import { ORDER, ORDER_PLACED, ORDER_WITH_RECEIPT } from "../../../contract/examples/orders.ts";
import { Order } from "../../../contract/orders.ts";
import { nextSteps } from "./next-steps.ts";

const NOW = new Date("2026-11-20T18:00:00Z");
const CUT_OFF = "14:00";
const SHIPPING_IN_BUSINESS_DAYS = {
  ...ORDER.shipping,
  details: { name: "Correcaminos", description: "Llega en 3 a 5 días hábiles" },
};
const SHIPPING_WITHOUT_DAYS = { ...ORDER.shipping, details: { name: "Mensajero", description: "Te llamamos antes" } };

const makeOrder = (changes: object, baseOrder: object = ORDER_PLACED) =>
  Order.parse({ ...baseOrder, shipping: SHIPPING_IN_BUSINESS_DAYS, ...changes });
const listTitles = (changes: object, baseOrder?: object, now = NOW) =>
  nextSteps(makeOrder(changes, baseOrder), now, CUT_OFF).map(({ title }) => title.replaceAll(/\s/g, " "));

const ONLINE_PAYMENT_CHANGES = { payment_method: "MP", transfer: null };
const PENDING_CASH_PAYMENT = {
  state: "PENDING",
  kind: "cash",
  installments: null,
  amount: 1,
  refunded: 0,
  createdOn: NOW.toISOString(),
};

test("the steps of a transfer begin with its deadline, and end with the arrival", () => {
  expect(listTitles({})).toEqual([
    "Haz tu transferencia antes del domingo 22 de noviembre, 11:12 a. m.",
    "Después preparamos tu paquete",
    "Llega entre el miércoles 25 y el viernes 27 de noviembre",
  ]);
  const [transfer, , arrival] = nextSteps(makeOrder({}), NOW, CUT_OFF);
  expect(transfer!.link).toEqual({ href: "#transfer", label: "Ver datos para transferir" });
  expect(arrival!.text).toBe("Con Correcaminos, si pagas hoy.");
});

const paidChanges = (changes: object = {}) => ({
  status: "PAYMENT_ACCEPTED",
  payBy: null,
  transfer: null,
  history: [
    { status: "WAITING_PAYMENT", on: "2026-11-20T17:00:00.000Z", change: null },
    { status: "PAYMENT_ACCEPTED", on: "2026-11-20T18:00:00.000Z", change: null },
  ],
  ...changes,
});
const arrivalStepOf = (changes: object, baseOrder?: object, now = NOW) =>
  nextSteps(makeOrder(changes, baseOrder), now, CUT_OFF).at(-1)!;

test("the days of arrival are counted from the payment, or from today if it is too late for them", () => {
  expect(arrivalStepOf(paidChanges())).toEqual({
    title: "Llega entre el miércoles 25 y el viernes 27 de noviembre",
    text: "Con Correcaminos.",
  });
  expect(arrivalStepOf(paidChanges(), undefined, new Date("2026-11-24T18:00:00Z")).title).toMatch(/25 y el viernes 27/);
  expect(arrivalStepOf(paidChanges(), undefined, new Date("2026-11-25T18:00:00Z")).title).toMatch(/30 de noviembre/);
  expect(arrivalStepOf({}, ORDER_WITH_RECEIPT).text).toBe("Con Correcaminos, si tu pago se confirma hoy.");
});

test.each([
  ["the goods are made to order", { products: ORDER_PLACED.products.map((line) => ({ ...line, madeToOrder: true })) }],
  [
    "the carrier counts calendar days",
    { shipping: { ...ORDER.shipping, details: { name: "Correcaminos", description: "Llega en 3 a 5 días" } } },
  ],
])("no day of arrival is promised if %s", (_reason, changes) => {
  expect(arrivalStepOf(paidChanges(changes)).title).toBe("Llega con Correcaminos");
});

test.each([
  ["an uploaded receipt is reviewed", {}, ORDER_WITH_RECEIPT, "Revisamos tu comprobante"],
  [
    "an online payment names its deadline",
    ONLINE_PAYMENT_CHANGES,
    ORDER_PLACED,
    "Paga antes del domingo 22 de noviembre, 11:12 a. m.",
  ],
  [
    "a voucher names its own deadline",
    {
      ...ONLINE_PAYMENT_CHANGES,
      payments: [
        { ...PENDING_CASH_PAYMENT, voucher: { url: "u", reference: null, expiresOn: "2026-11-21T18:00:00.000Z" } },
      ],
    },
    ORDER_PLACED,
    "Paga tu ficha antes del sábado 21 de noviembre, 12:00 p. m.",
  ],
  [
    "a card payment is reviewed",
    {
      ...ONLINE_PAYMENT_CHANGES,
      payments: [{ ...PENDING_CASH_PAYMENT, kind: "card", state: "IN_REVIEW", voucher: null }],
    },
    ORDER_PLACED,
    "Mercado Pago revisa tu pago",
  ],
  [
    "an order without a deadline names none",
    { status: "RESERVED", payBy: null },
    ORDER_PLACED,
    "Apartamos tus piezas, sin fecha límite",
  ],
  [
    "a branch's presale order is not to be paid yet",
    { status: "PRESALE", payBy: null },
    ORDER_PLACED,
    "Tu lugar en la preventa está apartado",
  ],
  [
    "a paid order is packed",
    { status: "PAYMENT_ACCEPTED", payBy: null, transfer: null },
    ORDER_PLACED,
    "Preparamos tu paquete",
  ],
])("%s", (_reason, changes, baseOrder, title) => {
  expect(listTitles(changes, baseOrder)[0]).toBe(title);
});

const inTransitChanges = (estimate: object | null) => ({
  deliveredAt: null,
  parcels: ORDER.parcels.map((parcel) => ({
    ...parcel,
    state: "IN_TRANSIT",
    events: parcel.events.slice(0, 2),
    estimate,
  })),
});
const IN_TRANSIT_CHANGES = inTransitChanges({ from: "2026-11-25", to: "2026-11-27" });

test("a shipped parcel names its days of arrival, and says when they are over", () => {
  expect(listTitles(IN_TRANSIT_CHANGES, ORDER)).toEqual(["Llega entre el miércoles 25 y el viernes 27 de noviembre"]);
  expect(listTitles(IN_TRANSIT_CHANGES, ORDER, new Date("2026-11-28T05:59:00Z"))[0]).toMatch(/^Llega entre/);
  expect(listTitles(IN_TRANSIT_CHANGES, ORDER, new Date("2026-11-28T06:00:00Z"))).toEqual([
    "Tu paquete ya debe estar contigo",
  ]);
});

test("no day is named without the carrier's days", () => {
  expect(listTitles(inTransitChanges(null), ORDER)).toEqual(["Tu paquete va en camino"]);
  expect(nextSteps(makeOrder({ shipping: SHIPPING_WITHOUT_DAYS }), NOW, CUT_OFF)[2]).toEqual({
    title: "Llega con Mensajero",
    text: "Te llamamos antes",
  });
});

test("a delivered order names the day, and an order with unshipped pieces announces them", () => {
  expect(listTitles({}, ORDER)).toEqual(["Llegó el martes 24 de noviembre"]);
  expect(listTitles({ deliveredAt: null }, ORDER)).toEqual(["Lo que falta sale después"]);
});

test("tickets are not packed", () => {
  const products = ORDER.products.map((line) => ({ ...line, realQty: 0 }));
  expect(listTitles({ products })).toEqual([
    "Haz tu transferencia antes del domingo 22 de noviembre, 11:12 a. m.",
    "Recibe tus boletos",
  ]);
});

test.each(["CANCELLED", "JOINED"])("nothing follows for an order that is %s", (status) => {
  expect(listTitles({ status })).toEqual([]);
});
