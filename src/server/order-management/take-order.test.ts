import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { runAudit } from "../audit/run-audit.ts";
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
import { findLiveCart, holdPieces, createGuestAddress, createGuest, takeOrder } from "./take-order.ts";

let testApp: TestApp;
let shop: Shop;
const BY = { memberId: null, name: "Lucía", address: null };
beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.shop("norte");
});
afterAll(() => testApp.stop());

const ADDRESS = { street: "Calle 1", neighborhood: "Centro", postalCode: "06000", city: "Cuauhtémoc", state: "CDMX" };

async function orderInput(cartId: string) {
  const person = { name: "Rosa", lastName: "Campos", phone: "5598765432", email: null };
  const customerId = await createGuest(testApp.app, person);
  const addressId = (await createGuestAddress(testApp.app, customerId, ADDRESS))!;
  return { cartId, customerId, addressId, carrierId: PLAIN_CARRIER, insured: false, paymentMethod: "TB" as const };
}

test("pieces are held as for a customer's cart, and the last piece goes to one of two orders", async () => {
  const size = await createTestSize(testApp.app, { pieces: 3 });
  const cartId = newId();
  expect(await holdPieces(testApp.app, shop, cartId, { ...size, pieces: 2 })).toEqual({ cartId });
  expect(await availableOf(testApp.app, size.sizeId)).toBe(1);
  expect(await holdPieces(testApp.app, shop, cartId, { ...size, pieces: 4 })).toEqual({ refused: "too_few" });
  const outcomes = await Promise.all([
    holdPieces(testApp.app, shop, cartId, { ...size, pieces: 3 }),
    holdPieces(testApp.app, shop, newId(), { ...size, pieces: 1 }),
  ]);
  expect(outcomes.filter(isRefusal)).toEqual([{ refused: "too_few" }]);
  expect(await availableOf(testApp.app, size.sizeId)).toBe(0);
  expect(await holdPieces(testApp.app, shop, newId(), { ...size, sizeId: newId(), pieces: 1 })).toEqual({
    refused: "size_not_found",
  });
  // Removing the last line ends the cart. The next piece starts a new one.
  await holdPieces(testApp.app, shop, cartId, { ...size, pieces: 0 });
  expect(await findLiveCart(testApp.app, shop, cartId)).toBeUndefined();
  const other = await createTestSize(testApp.app, { pieces: 1 });
  const next = await holdPieces(testApp.app, shop, cartId, { ...other, pieces: 1 });
  expect(next).not.toEqual({ cartId });
  expect(isRefusal(next)).toBe(false);
});

test("an order by phone has the shop's prices, wholesale and the branch's debt, and a repeated call places it once", async () => {
  const size = await createTestSize(testApp.app, { pieces: 20, priceCents: 100_00, wholesalePriceCents: 80_00 });
  const cartId = newId();
  await holdPieces(testApp.app, shop, cartId, { ...size, pieces: 10 });
  const input = await orderInput(cartId);
  const quoted = await quoteCart(testApp.app, shop, cartId, { ...input, access: NO_CODE });
  if (isRefusal(quoted)) throw new Error(quoted.refused);
  expect(await takeOrder(testApp.app, shop, { ...input, expectedTotalCents: quoted.grandTotalCents - 1 }, BY)).toEqual({
    refused: "total_changed",
  });
  const submit = () => takeOrder(testApp.app, shop, { ...input, expectedTotalCents: quoted.grandTotalCents }, BY);
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
    { act: "order-place", who: "Lucía", after: { status: "WAITING_PAYMENT" } },
  ]);
  expect((await runAudit(testApp.address)).filter(({ violations }) => violations > 0)).toEqual([]);
});

test("customers are found by phone, email and name, and a branch finds only its own", async () => {
  const matriz = await testApp.shop();
  const guest = await newGuest(testApp.app, matriz, "buscada@ejemplo.mx");
  const ids = async (typed: string, shops: "all" | string[]) =>
    (await findPeople(testApp.app.db, typed, shops)).map(({ id }) => id);
  expect(await ids("BUSCADA@ejemplo.mx", "all")).toEqual([guest.customerId]);
  expect(await ids("+52 55 1111 2222", "all")).toContain(guest.customerId);
  expect(await ids("lucia prueba", "all")).toContain(guest.customerId);
  expect(await ids("  ", "all")).toEqual([]);
  expect(await ids("buscada@ejemplo.mx", [shop.id])).toEqual([]);

  const size = await createTestSize(testApp.app, { pieces: 1 });
  const cartId = newId();
  await holdPieces(testApp.app, matriz, cartId, { ...size, pieces: 1 });
  const input = await orderInput(cartId);
  expect(await findPerson(testApp.app.db, input.customerId, [shop.id])).toMatchObject({ name: "Rosa" });
  const quoted = await quoteCart(testApp.app, matriz, cartId, { ...input, access: NO_CODE });
  if (isRefusal(quoted)) throw new Error(quoted.refused);
  await takeOrder(testApp.app, matriz, { ...input, expectedTotalCents: quoted.grandTotalCents }, BY);
  expect(await findPerson(testApp.app.db, input.customerId, [shop.id])).toBeUndefined();
  expect(await findPerson(testApp.app.db, input.customerId, [matriz.id])).toMatchObject({ name: "Rosa" });
  expect(await findPerson(testApp.app.db, "nada", "all")).toBeUndefined();
});
