import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { quoteCart } from "../checkout/quote-cart.ts";
import { findCustomersForOrder, findVisibleCustomer } from "../customers/find-customers-for-order.ts";
import { newId } from "../db/new-id.ts";
import { CODE_MISSING } from "../presale-access/access-code-verifier.ts";
import type { Shop } from "../shops/shop.ts";
import { listChanges } from "../change-log/change-log.ts";
import { availableOf, createTestSize } from "../testing/test-size.ts";
import { createTestGuest, PLAIN_CARRIER } from "../testing/checkout-fixtures.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { findOrder } from "../orders/queries.ts";
import { editPhoneCart, findActivePhoneCart, setCartPieces } from "./phone-cart.ts";
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
  expect(await findActivePhoneCart(testApp.app, shop, cartId)).toBeUndefined();
  const otherSize = await createTestSize(testApp.app, { pieces: 1 });
  const nextResult = await setCartPieces(testApp.app, shop, cartId, { ...otherSize, pieces: 1 });
  expect(nextResult).not.toEqual({ cartId });
  expect(isRefusal(nextResult)).toBe(false);
});

test("the cart of a call is edited up to the first refusal, and what was edited before it stays", async () => {
  const [shirt, hat] = [
    await createTestSize(testApp.app, { pieces: 3 }),
    await createTestSize(testApp.app, { pieces: 1 }),
  ];
  const cartId = newId();
  const readCartPieces = async () =>
    (await findActivePhoneCart(testApp.app, shop, cartId))?.lines.map(({ sizeId, pieces }) => [sizeId, pieces]);
  const edit = (...edits: Parameters<typeof editPhoneCart>[3]) => editPhoneCart(testApp.app, shop, cartId, edits);
  expect(await edit({ kind: "add", ...shirt, pieces: 1 })).toEqual({ cartId, refusal: null });
  // The number that staff typed in the line ("set") is saved before their button adds pieces ("add").
  await edit({ kind: "set", ...shirt, pieces: 2 }, { kind: "add", ...shirt, pieces: 1 });
  expect(await readCartPieces()).toEqual([[shirt.sizeId, 3]]);
  const edits = [{ kind: "set", ...shirt, pieces: 1 } as const, { kind: "add", ...hat, pieces: 2 } as const];
  expect(await edit(...edits)).toEqual({ cartId, refusal: { refused: "too_few" } });
  expect(await readCartPieces()).toEqual([[shirt.sizeId, 1]]);
  // Removing a size that is not in the cart changes nothing.
  expect(await edit({ kind: "set", ...hat, pieces: 0 })).toEqual({ cartId, refusal: null });
  expect(await readCartPieces()).toEqual([[shirt.sizeId, 1]]);
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
  const discountWithLowerLimit = { ...staffDiscount, limitBps: 1_000 };
  const refusedOrder = await takeOrder(
    testApp.app,
    shop,
    { ...input, staffDiscount: discountWithLowerLimit, expectedTotalCents: 1 },
    ACTOR,
  );
  expect(refusedOrder).toMatchObject({ refusal: { refused: "discount_too_high" } });
  const quote = await quotePhoneOrder(testApp.app, shop, cartId, input);
  if (isRefusal(quote)) throw new Error(quote.refused);
  expect(quote.discounts).toMatchObject([{ label: "Descuento: Cliente frecuente", cents: 30_00 }]);
  const takeResult = await takeOrder(testApp.app, shop, { ...input, expectedTotalCents: quote.grandTotalCents }, ACTOR);
  if (!("orderId" in takeResult)) throw new Error(takeResult.refusal.refused);
  const order = (await findOrder(testApp.app.db, shop.id, takeResult.orderId))!;
  expect(order).toMatchObject({ discount_cents: 30_00, grand_total_cents: quote.grandTotalCents });
  const { rows } = await sql<{ after: object }>`
    SELECT after FROM change_log WHERE object_id = ${takeResult.orderId} AND action = 'order-place'`.execute(
    testApp.app.db,
  );
  expect(rows[0]!.after).toMatchObject({ discount: { label: "Descuento: Cliente frecuente", cents: 30_00 } });
  const violatedInvariants = await listViolatedInvariants(testApp.app);
  expect(violatedInvariants).toEqual([]);
});

test("an order by phone has the branch's wholesale prices and what it owes the head office, and a repeated call places it once", async () => {
  const size = await createTestSize(testApp.app, { pieces: 20, priceCents: 100_00, wholesalePriceCents: 80_00 });
  const cartId = newId();
  await setCartPieces(testApp.app, shop, cartId, { ...size, pieces: 10 });
  const input = orderInput(cartId);
  const quote = await quoteCart(testApp.app, shop, cartId, { ...input, access: CODE_MISSING });
  if (isRefusal(quote)) throw new Error(quote.refused);
  const refusedOrder = await takeOrder(testApp.app, shop, { ...input, expectedTotalCents: 1 }, ACTOR);
  if ("orderId" in refusedOrder) throw new Error("the order has another total");
  expect(refusedOrder).toEqual({
    refusal: { refused: "total_changed", difference: quote.grandTotalCents - 1 },
    customerId: expect.any(String),
    addressId: expect.any(String),
    quote,
  });
  // The next attempt uses the customer and the address that were created.
  const ids = { customer: refusedOrder.customerId!, address: refusedOrder.addressId };
  const submit = () =>
    takeOrder(testApp.app, shop, { ...input, ...ids, expectedTotalCents: quote.grandTotalCents }, ACTOR);
  const takeResults = await Promise.all([submit(), submit()]);
  expect(takeResults[0]).toEqual(takeResults[1]);
  const { orderId } = takeResults[0] as { orderId: string };
  expect(await findOrder(testApp.app.db, shop.id, orderId)).toMatchObject({
    grand_total_cents: 859_00,
    head_office_total_cents: 909_00,
    is_wholesale: true,
    lines: [{ pieces: 10, unit_price_cents: 75_00 }],
  });
  expect(await listChanges(testApp.app.db, "order", { id: orderId })).toMatchObject([
    { action: "order-place", actor: "Lucía", after: { status: "WAITING_PAYMENT" } },
  ]);
  expect(await listViolatedInvariants(testApp.app)).toEqual([]);
});

test("a repeated call for a new customer places one order and creates one customer", async () => {
  const size = await createTestSize(testApp.app, { pieces: 1 });
  const cartId = newId();
  await setCartPieces(testApp.app, shop, cartId, { ...size, pieces: 1 });
  const customer = { ...PERSON, phone: "5500000088" };
  const input = { ...orderInput(cartId), customer };
  const quote = await quoteCart(testApp.app, shop, cartId, { ...input, access: CODE_MISSING });
  if (isRefusal(quote)) throw new Error(quote.refused);
  const submit = () => takeOrder(testApp.app, shop, { ...input, expectedTotalCents: quote.grandTotalCents }, ACTOR);
  const [firstResult, ...otherResults] = await Promise.all([submit(), submit(), submit()]);
  expect(firstResult).toEqual({ orderId: expect.any(String) });
  expect([...otherResults, await submit()]).toEqual([firstResult, firstResult, firstResult]);
  const { customer_id: customerId } = (await findOrder(
    testApp.app.db,
    shop.id,
    (firstResult as { orderId: string }).orderId,
  ))!;
  expect((await findCustomersForOrder(testApp.app.db, customer.phone, "all")).map(({ id }) => id)).toEqual([
    customerId,
  ]);
});

test("an order of a new customer with an unknown cart is refused, and creates no customer", async () => {
  const input = { ...orderInput(newId()), customer: { ...PERSON, phone: "5500000077" }, expectedTotalCents: 1 };
  expect(await takeOrder(testApp.app, shop, input, ACTOR)).toEqual({
    refusal: { refused: "cart_not_found" },
    customerId: null,
    addressId: null,
    quote: null,
  });
  expect(await findCustomersForOrder(testApp.app.db, "5500000077", "all")).toEqual([]);
});

test("customers are found by phone, email and name, and a branch finds only its own", async () => {
  const headOffice = await testApp.findShop();
  const guest = await createTestGuest(testApp.app, headOffice, "buscada@ejemplo.mx");
  const findIds = async (text: string, shops: "all" | string[]) =>
    (await findCustomersForOrder(testApp.app.db, text, shops)).map(({ id }) => id);
  expect(await findIds("BUSCADA@ejemplo.mx", "all")).toEqual([guest.customerId]);
  expect(await findIds("+52 55 1111 2222", "all")).toContain(guest.customerId);
  expect(await findIds("lucia prueba", "all")).toContain(guest.customerId);
  expect(await findIds("  ", "all")).toEqual([]);
  expect(await findIds("buscada@ejemplo.mx", [shop.id])).toEqual([]);

  const size = await createTestSize(testApp.app, { pieces: 1 });
  const cartId = newId();
  await setCartPieces(testApp.app, headOffice, cartId, { ...size, pieces: 1 });
  const input = orderInput(cartId);
  const quote = await quoteCart(testApp.app, headOffice, cartId, { ...input, access: CODE_MISSING });
  if (isRefusal(quote)) throw new Error(quote.refused);
  const refusedOrder = await takeOrder(testApp.app, headOffice, { ...input, expectedTotalCents: 1 }, ACTOR);
  if ("orderId" in refusedOrder) throw new Error("the order has another total");
  const customerId = refusedOrder.customerId!;
  expect(await findVisibleCustomer(testApp.app.db, customerId, [shop.id])).toMatchObject({ name: "Rosa" });
  await takeOrder(
    testApp.app,
    headOffice,
    { ...input, customer: customerId, expectedTotalCents: quote.grandTotalCents },
    ACTOR,
  );
  expect(await findVisibleCustomer(testApp.app.db, customerId, [shop.id])).toBeUndefined();
  expect(await findVisibleCustomer(testApp.app.db, customerId, [headOffice.id])).toMatchObject({ name: "Rosa" });
  expect(await findVisibleCustomer(testApp.app.db, "nada", "all")).toBeUndefined();
});
