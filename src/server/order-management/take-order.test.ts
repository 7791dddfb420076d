import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { quoteCart } from "../checkout/quote-cart.ts";
import { findPeople, findPerson } from "../customers/find-people.ts";
import { newId } from "../db/new-id.ts";
import { NO_CODE } from "../presale-access/access-code-verifier.ts";
import type { Shop } from "../shops/shop.ts";
import { listChanges } from "../change-log/change-log.ts";
import { availableOf, createTestSize } from "../testing/test-size.ts";
import { newGuest, PLAIN_CARRIER } from "../testing/shopper.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { findOrder } from "../orders/queries.ts";
import { editPhoneCart, findLiveCart, setCartPieces } from "./phone-cart.ts";
import { quotePhoneOrder } from "./quote-phone-order.ts";
import { takeOrder } from "./take-order.ts";

let testApp: TestApp;
let shop: Shop;
const ACTOR = { memberId: null, name: "Lucía", ip: null };
beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.findShop("norte");
});
afterAll(() => testApp.stop());

const ADDRESS = { street: "Calle 1", neighborhood: "Centro", postalCode: "06000", city: "Cuauhtémoc", state: "CDMX" };

const PERSON = { name: "Rosa", lastName: "Campos", phone: "5598765432", email: null };

/** An order of a new customer, to a new address. */
function orderInput(cartId: string) {
  const payment = { carrierId: PLAIN_CARRIER, insured: false, paymentMethod: "TB" as const };
  return { ...payment, cartId, customer: PERSON, address: ADDRESS };
}

test("pieces are reserved as for a customer's cart, and the last piece goes to one of two carts", async () => {
  const size = await createTestSize(testApp.app, { pieces: 3 });
  const cartId = newId();
  expect(await setCartPieces(testApp.app, shop, cartId, { ...size, pieces: 2 })).toEqual({ cartId });
  expect(await availableOf(testApp.app, size.sizeId)).toBe(1);
  expect(await setCartPieces(testApp.app, shop, cartId, { ...size, pieces: 4 })).toEqual({ refused: "too_few" });
  const outcomes = await Promise.all([
    setCartPieces(testApp.app, shop, cartId, { ...size, pieces: 3 }),
    setCartPieces(testApp.app, shop, newId(), { ...size, pieces: 1 }),
  ]);
  expect(outcomes.filter(isRefusal)).toEqual([{ refused: "too_few" }]);
  expect(await availableOf(testApp.app, size.sizeId)).toBe(0);
  expect(await setCartPieces(testApp.app, shop, newId(), { ...size, sizeId: newId(), pieces: 1 })).toEqual({
    refused: "size_not_found",
  });
  // Removing the last line ends the cart. The next piece starts a new one.
  await setCartPieces(testApp.app, shop, cartId, { ...size, pieces: 0 });
  expect(await findLiveCart(testApp.app, shop, cartId)).toBeUndefined();
  const other = await createTestSize(testApp.app, { pieces: 1 });
  const next = await setCartPieces(testApp.app, shop, cartId, { ...other, pieces: 1 });
  expect(next).not.toEqual({ cartId });
  expect(isRefusal(next)).toBe(false);
});

test("the cart of a call is edited up to the first refusal, and what was edited before it stays", async () => {
  const [shirt, hat] = [
    await createTestSize(testApp.app, { pieces: 3 }),
    await createTestSize(testApp.app, { pieces: 1 }),
  ];
  const cartId = newId();
  const held = async () =>
    (await findLiveCart(testApp.app, shop, cartId))?.lines.map(({ sizeId, pieces }) => [sizeId, pieces]);
  const edit = (...edits: Parameters<typeof editPhoneCart>[3]) => editPhoneCart(testApp.app, shop, cartId, edits);
  expect(await edit({ kind: "add", ...shirt, pieces: 1 })).toEqual({ cartId, refusal: null });
  // The number that staff typed in the line is saved before the pieces of the button are added.
  await edit({ kind: "set", ...shirt, pieces: 2 }, { kind: "add", ...shirt, pieces: 1 });
  expect(await held()).toEqual([[shirt.sizeId, 3]]);
  const edits = [{ kind: "set", ...shirt, pieces: 1 } as const, { kind: "add", ...hat, pieces: 2 } as const];
  expect(await edit(...edits)).toEqual({ cartId, refusal: { refused: "too_few" } });
  expect(await held()).toEqual([[shirt.sizeId, 1]]);
  // Removing a size that is not in the cart changes nothing.
  expect(await edit({ kind: "set", ...hat, pieces: 0 })).toEqual({ cartId, refusal: null });
  expect(await held()).toEqual([[shirt.sizeId, 1]]);
});

test("a discount of staff is subtracted, shown with its reason and limited by their role", async () => {
  const size = await createTestSize(testApp.app, { pieces: 20, priceCents: 100_00 });
  const cartId = newId();
  await setCartPieces(testApp.app, shop, cartId, { ...size, pieces: 2 });
  const staffDiscount = {
    rule: { kind: "percent" as const, bps: 1_500 },
    reason: "Cliente frecuente",
    limitBps: 2_000,
  };
  const input = { ...orderInput(cartId), staffDiscount };
  const tooHigh = { ...staffDiscount, limitBps: 1_000 };
  const refused = await takeOrder(
    testApp.app,
    shop,
    { ...input, staffDiscount: tooHigh, expectedTotalCents: 1 },
    ACTOR,
  );
  expect(refused).toMatchObject({ refusal: { refused: "discount_too_high" } });
  const quoted = await quotePhoneOrder(testApp.app, shop, cartId, input);
  if (isRefusal(quoted)) throw new Error(quoted.refused);
  expect(quoted.discounts).toMatchObject([{ label: "Descuento: Cliente frecuente", cents: 30_00 }]);
  const placed = await takeOrder(testApp.app, shop, { ...input, expectedTotalCents: quoted.grandTotalCents }, ACTOR);
  if (!("orderId" in placed)) throw new Error(placed.refusal.refused);
  const order = (await findOrder(testApp.app.db, shop.id, placed.orderId))!;
  expect(order).toMatchObject({ discount_cents: 30_00, grand_total_cents: quoted.grandTotalCents });
  const { rows } = await sql<{ after: object }>`
    SELECT after FROM change_log WHERE object_id = ${placed.orderId} AND action = 'order-place'`.execute(
    testApp.app.db,
  );
  expect(rows[0]!.after).toMatchObject({ discount: { label: "Descuento: Cliente frecuente", cents: 30_00 } });
  const violated = await listViolatedInvariants(testApp.app);
  expect(violated).toEqual([]);
});

test("an order by phone has the shop's prices, wholesale and the branch's debt, and a repeated call places it once", async () => {
  const size = await createTestSize(testApp.app, { pieces: 20, priceCents: 100_00, wholesalePriceCents: 80_00 });
  const cartId = newId();
  await setCartPieces(testApp.app, shop, cartId, { ...size, pieces: 10 });
  const input = orderInput(cartId);
  const quoted = await quoteCart(testApp.app, shop, cartId, { ...input, access: NO_CODE });
  if (isRefusal(quoted)) throw new Error(quoted.refused);
  const refused = await takeOrder(testApp.app, shop, { ...input, expectedTotalCents: 1 }, ACTOR);
  if ("orderId" in refused) throw new Error("the order has another total");
  expect(refused).toEqual({
    refusal: { refused: "total_changed", difference: quoted.grandTotalCents - 1 },
    customerId: expect.any(String),
    addressId: expect.any(String),
    quote: quoted,
  });
  // The next attempt uses the customer and the address that were created.
  const ids = { customer: refused.customerId!, address: refused.addressId };
  const submit = () =>
    takeOrder(testApp.app, shop, { ...input, ...ids, expectedTotalCents: quoted.grandTotalCents }, ACTOR);
  const placed = await Promise.all([submit(), submit()]);
  expect(placed[0]).toEqual(placed[1]);
  const { orderId } = placed[0] as { orderId: string };
  expect(await findOrder(testApp.app.db, shop.id, orderId)).toMatchObject({
    grand_total_cents: 859_00,
    head_office_total_cents: 909_00,
    is_wholesale: true,
    lines: [{ pieces: 10, unit_price_cents: 75_00 }],
  });
  expect(await listChanges(testApp.app.db, "order", { id: orderId })).toMatchObject([
    { action: "order-place", who: "Lucía", after: { status: "WAITING_PAYMENT" } },
  ]);
  expect(await listViolatedInvariants(testApp.app)).toEqual([]);
});

test("a repeated call for a new customer places one order and creates one customer", async () => {
  const size = await createTestSize(testApp.app, { pieces: 1 });
  const cartId = newId();
  await setCartPieces(testApp.app, shop, cartId, { ...size, pieces: 1 });
  const customer = { ...PERSON, phone: "5500000088" };
  const input = { ...orderInput(cartId), customer };
  const quoted = await quoteCart(testApp.app, shop, cartId, { ...input, access: NO_CODE });
  if (isRefusal(quoted)) throw new Error(quoted.refused);
  const submit = () => takeOrder(testApp.app, shop, { ...input, expectedTotalCents: quoted.grandTotalCents }, ACTOR);
  const [first, ...others] = await Promise.all([submit(), submit(), submit()]);
  expect(first).toEqual({ orderId: expect.any(String) });
  expect([...others, await submit()]).toEqual([first, first, first]);
  const { customer_id: customerId } = (await findOrder(
    testApp.app.db,
    shop.id,
    (first as { orderId: string }).orderId,
  ))!;
  expect((await findPeople(testApp.app.db, customer.phone, "all")).map(({ id }) => id)).toEqual([customerId]);
});

test("an order of a new customer with an ended cart is refused, and creates no customer", async () => {
  const input = { ...orderInput(newId()), customer: { ...PERSON, phone: "5500000077" }, expectedTotalCents: 1 };
  expect(await takeOrder(testApp.app, shop, input, ACTOR)).toEqual({
    refusal: { refused: "cart_not_found" },
    customerId: null,
    addressId: null,
    quote: null,
  });
  expect(await findPeople(testApp.app.db, "5500000077", "all")).toEqual([]);
});

test("customers are found by phone, email and name, and a branch finds only its own", async () => {
  const matriz = await testApp.findShop();
  const guest = await newGuest(testApp.app, matriz, "buscada@ejemplo.mx");
  const ids = async (text: string, shops: "all" | string[]) =>
    (await findPeople(testApp.app.db, text, shops)).map(({ id }) => id);
  expect(await ids("BUSCADA@ejemplo.mx", "all")).toEqual([guest.customerId]);
  expect(await ids("+52 55 1111 2222", "all")).toContain(guest.customerId);
  expect(await ids("lucia prueba", "all")).toContain(guest.customerId);
  expect(await ids("  ", "all")).toEqual([]);
  expect(await ids("buscada@ejemplo.mx", [shop.id])).toEqual([]);

  const size = await createTestSize(testApp.app, { pieces: 1 });
  const cartId = newId();
  await setCartPieces(testApp.app, matriz, cartId, { ...size, pieces: 1 });
  const input = orderInput(cartId);
  const quoted = await quoteCart(testApp.app, matriz, cartId, { ...input, access: NO_CODE });
  if (isRefusal(quoted)) throw new Error(quoted.refused);
  const refused = await takeOrder(testApp.app, matriz, { ...input, expectedTotalCents: 1 }, ACTOR);
  if ("orderId" in refused) throw new Error("the order has another total");
  const customer = refused.customerId!;
  expect(await findPerson(testApp.app.db, customer, [shop.id])).toMatchObject({ name: "Rosa" });
  await takeOrder(testApp.app, matriz, { ...input, customer, expectedTotalCents: quoted.grandTotalCents }, ACTOR);
  expect(await findPerson(testApp.app.db, customer, [shop.id])).toBeUndefined();
  expect(await findPerson(testApp.app.db, customer, [matriz.id])).toMatchObject({ name: "Rosa" });
  expect(await findPerson(testApp.app.db, "nada", "all")).toBeUndefined();
});
