import { expect, test } from "vitest";
import { CART } from "../../../contract/examples/carts.ts";
import { CUSTOMER } from "../../../contract/examples/customers.ts";
import { CARRIER } from "../../../contract/examples/orders.ts";
import { advantageOf, carrierCents, choicesOf } from "./choices.ts";
import type { Cart } from "../../../contract/carts.ts";
import type { Customer } from "../../../contract/customers.ts";
import type { Carrier } from "../../../contract/orders.ts";

const NO_PIECES_FEE = { hasPiecesFee: false, maxPieces: 0, piecePrice: 0 };
const makeCarrier = (name: string, price: number, overrides: Partial<Carrier> = {}): Carrier =>
  ({ ...CARRIER, _id: name, name, price, hasAlert: false, alert: null, ...NO_PIECES_FEE, ...overrides }) as Carrier;
const CARRIER_WITH_PIECES_FEE = makeCarrier("few", 79, { hasPiecesFee: true, maxPieces: 5, piecePrice: 12.5 });
const CARRIERS = [makeCarrier("plain", 99), CARRIER_WITH_PIECES_FEE, makeCarrier("notice", 49, { hasAlert: true })];

const cartOf = (pieces: number, tickets = 0): Cart =>
  ({
    ...CART,
    products: [
      ...(pieces > 0 ? [{ ...CART.products[0], realQty: pieces }] : []),
      ...(tickets > 0 ? [{ ...CART.products[0], realQty: 0 }] : []),
    ],
  }) as Cart;
const choose = (cart: Cart, customer: Customer | null = null) =>
  choicesOf({ cart, customer, draft: undefined, carriers: CARRIERS });

test.each([
  [5, 79_00, "all pieces are included in the price"],
  [7, 104_00, "two extra pieces at 12.50"],
])("with a pieces fee, a parcel of %i pieces costs %i centavos: %s", (pieces, cents) => {
  expect(carrierCents(CARRIER_WITH_PIECES_FEE, pieces)).toBe(cents);
});

test("a carrier has an advantage only if it alone is the cheapest or it alone is the fastest", () => {
  const makeEstimateOverride = (to: string) => ({ estimate: { from: to, to } });
  const slowCarrier = makeCarrier("slow", 79, makeEstimateOverride("2026-12-08"));
  const fastCarrier = makeCarrier("fast", 159, makeEstimateOverride("2026-12-01"));
  const advantagesOf = (...carriers: Carrier[]) => carriers.map((carrier) => advantageOf(carrier, carriers, 1));
  expect(advantagesOf(slowCarrier, fastCarrier)).toEqual(["Más económico", "Más rápido"]);
  expect(advantagesOf(slowCarrier, fastCarrier, { ...fastCarrier, _id: "other" })).toEqual([
    "Más económico",
    null,
    null,
  ]);
  expect(advantagesOf(fastCarrier, makeCarrier("undated", 99, { estimate: null }))).toEqual([null, "Más económico"]);
  expect(advantagesOf(fastCarrier)).toEqual([null]);
});

test("the cheapest carrier for these pieces is preselected, but not one with a notice", () => {
  expect(choose(cartOf(2)).carrier?._id).toBe("few");
  expect(choose(cartOf(9)).carrier?._id).toBe("plain");
  const choicesWithNoticesOnly = choicesOf({
    cart: cartOf(1),
    customer: null,
    draft: undefined,
    carriers: CARRIERS.slice(2),
  });
  expect(choicesWithNoticesOnly.carrier).toBeNull();
});

test("the first address of a customer is preselected, and tickets alone need neither address nor carrier", () => {
  const customer = CUSTOMER as Customer;
  expect(choose(cartOf(1), customer).address).toEqual(customer.addresses[0]);
  expect(choose(cartOf(0, 1), customer)).toEqual({
    needsParcel: false,
    needsAddress: false,
    hasTickets: true,
    address: null,
    carrier: null,
    insured: false,
  });
});

test("a pick-up is never preselected, and needs no address and no insurance", () => {
  const point = makeCarrier("point", 0, { kind: "pickup", secured: false });
  const carriers = [...CARRIERS, point];
  const checkoutState = { cart: CART as Cart, customer: CUSTOMER as Customer, carriers };
  expect(choicesOf({ ...checkoutState, draft: undefined })).toMatchObject({
    needsAddress: true,
    carrier: { kind: "carrier" },
  });
  const draft = { carrierId: "point", insured: true } as Parameters<typeof choicesOf>[0]["draft"];
  expect(choicesOf({ ...checkoutState, draft })).toMatchObject({
    needsParcel: true,
    needsAddress: false,
    address: null,
    carrier: point,
    insured: false,
  });
});
