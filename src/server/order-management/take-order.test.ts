import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { runAudit } from "../audit/run-audit.ts";
import { quoteCart } from "../checkout/quote-cart.ts";
import { findPeople, findPerson } from "../customers/find-people.ts";
import { newId } from "../db/new-id.ts";
import { NO_CODE } from "../presale-access/access-code-verifier.ts";
import type { Shop } from "../shops/shop.ts";
import { listChanges } from "../change-log/change-log.ts";
import { left, createTestSize } from "../testing/test-size.ts";
import { newGuest, PLAIN_CARRIER } from "../testing/shopper.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { findOrder } from "../orders/queries.ts";
import { findLiveCart, holdPieces, makeAddress, makePerson, takeOrder } from "./take-order.ts";

let test_: TestApp;
let shop: Shop;
const BY = { memberId: null, name: "Lucía", address: null };
beforeAll(async () => {
  test_ = await startTestApp();
  shop = await test_.shop("norte");
});
afterAll(() => test_.stop());

const ADDRESS = { street: "Calle 1", neighborhood: "Centro", postalCode: "06000", city: "Cuauhtémoc", state: "CDMX" };

async function wishFor(cartId: string) {
  const person = { name: "Rosa", lastName: "Campos", phone: "5598765432", email: null };
  const customerId = await makePerson(test_.app, person);
  const addressId = (await makeAddress(test_.app, customerId, ADDRESS))!;
  return { cartId, customerId, addressId, carrierId: PLAIN_CARRIER, insured: false, paymentMethod: "TB" as const };
}

test("pieces are held as by a shopper, the last one by one of two who take orders", async () => {
  const size = await createTestSize(test_.app, { pieces: 3 });
  const cartId = newId();
  expect(await holdPieces(test_.app, shop, cartId, { ...size, pieces: 2 })).toEqual({ cartId });
  expect(await left(test_.app, size.sizeId)).toBe(1);
  expect(await holdPieces(test_.app, shop, cartId, { ...size, pieces: 4 })).toEqual({ refused: "too_few" });
  const answers = await Promise.all([
    holdPieces(test_.app, shop, cartId, { ...size, pieces: 3 }),
    holdPieces(test_.app, shop, newId(), { ...size, pieces: 1 }),
  ]);
  expect(answers.filter(isRefusal)).toEqual([{ refused: "too_few" }]);
  expect(await left(test_.app, size.sizeId)).toBe(0);
  expect(await holdPieces(test_.app, shop, newId(), { ...size, sizeId: newId(), pieces: 1 })).toEqual({
    refused: "size_not_found",
  });
  // The last line out ends the cart; the next piece begins another.
  await holdPieces(test_.app, shop, cartId, { ...size, pieces: 0 });
  expect(await findLiveCart(test_.app, shop, cartId)).toBeUndefined();
  const other = await createTestSize(test_.app, { pieces: 1 });
  const again = await holdPieces(test_.app, shop, cartId, { ...other, pieces: 1 });
  expect(again).not.toEqual({ cartId });
  expect(isRefusal(again)).toBe(false);
});

test("is the shop's own order: same figures, wholesale and what the branch owes; pressed twice it is one", async () => {
  const size = await createTestSize(test_.app, { pieces: 20, priceCents: 100_00, wholesalePriceCents: 80_00 });
  const cartId = newId();
  await holdPieces(test_.app, shop, cartId, { ...size, pieces: 10 });
  const wish = await wishFor(cartId);
  const told = await quoteCart(test_.app, shop, cartId, { ...wish, access: NO_CODE });
  if (isRefusal(told)) throw new Error(told.refused);
  expect(await takeOrder(test_.app, shop, { ...wish, expectedTotalCents: told.grandTotalCents - 1 }, BY)).toEqual({
    refused: "total_changed",
  });
  const press = () => takeOrder(test_.app, shop, { ...wish, expectedTotalCents: told.grandTotalCents }, BY);
  const placed = await Promise.all([press(), press()]);
  expect(placed[0]).toEqual(placed[1]);
  const { orderId } = placed[0] as { orderId: string };
  expect(await findOrder(test_.app.db, shop.id, orderId)).toMatchObject({
    grand_total_cents: 859_00,
    head_office_total_cents: 909_00,
    is_wholesale: true,
    lines: [{ pieces: 10, unit_price_cents: 75_00 }],
  });
  expect(await listChanges(test_.app.db, "order", { id: orderId })).toMatchObject([
    { act: "order-place", who: "Lucía", after: { status: "WAITING_PAYMENT" } },
  ]);
  expect((await runAudit(test_.address)).filter(({ violations }) => violations > 0)).toEqual([]);
});

test("people are found by phone, mail and name; a branch finds only its own", async () => {
  const matriz = await test_.shop();
  const guest = await newGuest(test_.app, matriz, "buscada@ejemplo.mx");
  const ids = async (typed: string, shops: "all" | string[]) =>
    (await findPeople(test_.app.db, typed, shops)).map(({ id }) => id);
  expect(await ids("BUSCADA@ejemplo.mx", "all")).toEqual([guest.customerId]);
  expect(await ids("+52 55 1111 2222", "all")).toContain(guest.customerId);
  expect(await ids("lucia prueba", "all")).toContain(guest.customerId);
  expect(await ids("  ", "all")).toEqual([]);
  expect(await ids("buscada@ejemplo.mx", [shop.id])).toEqual([]);

  const size = await createTestSize(test_.app, { pieces: 1 });
  const cartId = newId();
  await holdPieces(test_.app, matriz, cartId, { ...size, pieces: 1 });
  const wish = await wishFor(cartId);
  expect(await findPerson(test_.app.db, wish.customerId, [shop.id])).toMatchObject({ name: "Rosa" });
  const told = await quoteCart(test_.app, matriz, cartId, { ...wish, access: NO_CODE });
  if (isRefusal(told)) throw new Error(told.refused);
  await takeOrder(test_.app, matriz, { ...wish, expectedTotalCents: told.grandTotalCents }, BY);
  expect(await findPerson(test_.app.db, wish.customerId, [shop.id])).toBeUndefined();
  expect(await findPerson(test_.app.db, wish.customerId, [matriz.id])).toMatchObject({ name: "Rosa" });
  expect(await findPerson(test_.app.db, "nada", "all")).toBeUndefined();
});
