import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { checkOut } from "../checkout/check-out.ts";
import type { Shop } from "../shops/shop.ts";
import { makeCheckoutInput, createTestCart, createTestGuest } from "../testing/checkout-fixtures.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { availableOf, createTestSize } from "../testing/test-size.ts";
import { findCart } from "./find-cart.ts";
import { releaseCart } from "./release-cart.ts";
import { releaseExpiredCarts } from "./release-expired.ts";
import { recordHeartbeat } from "./shopping-heartbeat.ts";

let testApp: TestApp;
let shop: Shop;
beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.findShop();
});
afterAll(() => testApp.stop());

const setHeartbeat = (secondsAgo: number) =>
  sql`UPDATE shopping_heartbeat SET at = clock_timestamp() - make_interval(secs => ${secondsAgo})`.execute(
    testApp.app.db,
  );

/**
 * A cart that has the only piece of a size and expires in this many seconds. A negative number is a time in the past.
 */
async function createCartThatExpires(inSeconds: number) {
  const size = await createTestSize(testApp.app, { pieces: 1 });
  const cart = await createTestCart(testApp.app, shop, [{ ...size, pieces: 1 }]);
  await sql`UPDATE carts SET expires_at = clock_timestamp() + make_interval(secs => ${inSeconds}) WHERE id = ${cart.id}`.execute(
    testApp.app.db,
  );
  return { cart, id: cart.id, sizeId: size.sizeId };
}

async function readSecondsToExpiry(cartId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT extract(epoch FROM expires_at - clock_timestamp())::float8 AS seconds FROM carts WHERE id = ${cartId}`.execute(
    testApp.app.db,
  );
  return rows[0]!.seconds;
}

test("before the first heartbeat carts expire by the database's clock", async () => {
  const { id, sizeId } = await createCartThatExpires(-1);
  expect((await findCart(testApp.app, shop, id))?.state).toBe("expired");
  expect(await availableOf(testApp.app, sizeId)).toBe(1);
});

test("a cart whose time ended during an outage stays active, can be bought, and gets the missed time back", async () => {
  await setHeartbeat(60);
  const unboughtCart = await createCartThatExpires(-20);
  const boughtCart = await createCartThatExpires(-20);

  expect(await releaseExpiredCarts(testApp.app.db)).toEqual({ carts: 0, sizes: 0 });
  expect((await findCart(testApp.app, shop, unboughtCart.id))?.state).toBe("active");
  const guest = await createTestGuest(testApp.app, shop);
  const order = await checkOut(testApp.app, shop, guest.customerId, makeCheckoutInput(boughtCart.cart, guest));
  expect(isRefusal(order)).toBe(false);

  expect(await recordHeartbeat(testApp.app.db)).toBeGreaterThan(0);
  expect(await readSecondsToExpiry(unboughtCart.id)).toBeGreaterThan(35);
  expect(await readSecondsToExpiry(unboughtCart.id)).toBeLessThan(45);
});

test("a cart that had expired before the outage is released", async () => {
  await setHeartbeat(60);
  const { id, sizeId } = await createCartThatExpires(-90);
  await releaseExpiredCarts(testApp.app.db);
  expect((await findCart(testApp.app, shop, id))?.state).toBe("expired");
  expect(await availableOf(testApp.app, sizeId)).toBe(1);
});

test("after a long outage carts get half an hour back and no more", async () => {
  await setHeartbeat(3 * 3_600);
  const { id, sizeId } = await createCartThatExpires(-2.9 * 3_600);
  await recordHeartbeat(testApp.app.db);
  await releaseExpiredCarts(testApp.app.db);
  expect((await findCart(testApp.app, shop, id))?.state).toBe("expired");
  expect(await availableOf(testApp.app, sizeId)).toBe(1);
});

test("a few seconds without a heartbeat are not an outage", async () => {
  await setHeartbeat(10);
  const { id } = await createCartThatExpires(100);
  await recordHeartbeat(testApp.app.db);
  expect(await readSecondsToExpiry(id)).toBeLessThanOrEqual(100);
});

test("two processes that recover at the same time extend a cart once", async () => {
  await setHeartbeat(60);
  const { id } = await createCartThatExpires(100);
  const extendedCounts = await Promise.all([
    recordHeartbeat(testApp.app.db),
    recordHeartbeat(testApp.app.genericPlanDb),
  ]);
  expect(extendedCounts.filter((carts) => carts > 0)).toHaveLength(1);
  expect(await readSecondsToExpiry(id)).toBeGreaterThan(155);
  expect(await readSecondsToExpiry(id)).toBeLessThan(165);
});

test("a cart that staff release during an outage releases its pieces, and gets no time back", async () => {
  await setHeartbeat(60);
  const { id, sizeId } = await createCartThatExpires(600);
  const by = { memberId: null, name: "consola", ip: null };
  expect(await releaseCart(testApp.app, id, by)).toBe("released");
  expect(await availableOf(testApp.app, sizeId)).toBe(1);
  await recordHeartbeat(testApp.app.db);
  expect((await findCart(testApp.app, shop, id))?.state).toBe("expired");
});
