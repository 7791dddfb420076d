import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { addToCart } from "../cart/add-to-cart.ts";
import { changeQuantity } from "../cart/change-quantity.ts";
import { releaseExpiredCarts } from "../cart/release-expired.ts";
import { checkOut } from "../checkout/check-out.ts";
import { moveOrder } from "../orders/move-order.ts";
import type { Shop } from "../shops/shop.ts";
import { availableOf, createTestSize, type TestSize } from "../testing/test-size.ts";
import { createTestGuest, makeCheckoutInput } from "../testing/checkout-fixtures.ts";
import { startAppOnDatabase, startTestApp, type TestApp } from "../testing/test-app.ts";
import { holdingCaps, unpaidCaps, type Buyer, type Shopper } from "./shopper.ts";
import { compactIpHoldingChanges } from "./compact-ip-holding-changes.ts";

// Triggers count the pieces that each IP address holds. The count must be right after any change of carts, orders or
// their lines. Two apps on one database act like two processes.
let processA: TestApp;
let processB: TestApp;
let shop: Shop;
let size: TestSize;

beforeAll(async () => {
  processA = await startTestApp();
  processB = await startAppOnDatabase(processA.databaseConfig);
});
beforeEach(async () => {
  shop = await processA.findShop();
  size = await createTestSize(processA.app, { pieces: 5_000 });
  ipNumber++;
});
afterAll(async () => {
  await processB.stop();
  await processA.stop();
});

let ipNumber = 0;

function testShopper(device: string | null = null): Shopper {
  const hash = (text: string) => Buffer.from(text.padEnd(16, ".")).subarray(0, 16);
  const caps = holdingCaps(shop.settings.limits, { tier: "customer", stockPieces: 1_000_000, scale: 1 });
  return {
    ipHash: hash(`address ${ipNumber}`),
    deviceHash: device === null ? null : hash(device),
    caps: { ...caps, ipPieces: 100 },
  };
}

async function add(
  pieces: number,
  { app = processA.app, cartId = null as string | null, testSize = size, shopper = testShopper() } = {},
) {
  const added = await addToCart(app, shop, { cartId, presaleId: null, lines: [{ ...testSize, pieces }], shopper });
  if (isRefusal(added)) throw new Error(added.refused);
  return { cartId: added.cart?.id ?? "", cart: added.cart!, isAdded: added.failed.length === 0 };
}

/** The number of rows of `ip_holding_changes` for the IP address of this test, and the sums of their pieces. */
async function countHoldings() {
  const { rows } = await sql<{ rows: number; cartPieces: number; orderPieces: number }>`
    SELECT count(*)::int AS rows, coalesce(sum(cart_pieces), 0)::int AS "cartPieces",
      coalesce(sum(order_pieces), 0)::int AS "orderPieces"
    FROM ip_holding_changes WHERE ip_hash = ${testShopper().ipHash}`.execute(processA.app.db);
  return rows[0]!;
}

async function expectInvariantsHold(): Promise<void> {
  const violatedInvariants = await listViolatedInvariants(processA.app);
  expect(violatedInvariants).toEqual([]);
}

test("pieces are counted from the first piece in the cart until the order is cancelled", async () => {
  const { cartId } = await add(3);
  expect(await countHoldings()).toMatchObject({ cartPieces: 3, orderPieces: 0 });
  const change = { cartId, ...size, access: null as never, grant: null, shopper: testShopper() };
  expect(await changeQuantity(processA.app, shop, { ...change, pieces: 7 })).toBe("changed");
  expect(await changeQuantity(processA.app, shop, { ...change, pieces: 5 })).toBe("changed");
  const other = await createTestSize(processA.app, { pieces: 9 });
  const { cart } = await add(4, { cartId, testSize: other });
  expect(await countHoldings()).toMatchObject({ cartPieces: 9, orderPieces: 0 });

  const guest = await createTestGuest(processA.app, shop);
  const buyer: Buyer = { ...testShopper(), caps: unpaidCaps(shop.settings.limits, { tier: "customer", scale: 1 }) };
  const placed = await checkOut(processA.app, shop, guest.customerId, {
    ...makeCheckoutInput(cart, guest),
    readBuyer: async () => buyer,
  });
  if (isRefusal(placed)) throw new Error(placed.refused);
  expect(await countHoldings()).toMatchObject({ cartPieces: 0, orderPieces: 9 });
  await moveOrder(processA.app, placed.orderId, { to: "CANCELLED", actor: "prueba", reason: "prueba" });
  expect(await countHoldings()).toMatchObject({ cartPieces: 0, orderPieces: 0 });
  await expectInvariantsHold();
});

test("lines changed in SQL are counted, and a cart of staff counts for an IP address once a piece is added from there", async () => {
  const staffResult = await addToCart(processA.app, shop, {
    cartId: null,
    presaleId: null,
    lines: [{ ...size, pieces: 6 }],
  });
  if (isRefusal(staffResult)) throw new Error(staffResult.refused);
  expect(await countHoldings()).toMatchObject({ rows: 0 });
  const other = await createTestSize(processA.app, { pieces: 9 });
  await add(2, { cartId: staffResult.cart!.id, testSize: other });
  expect(await countHoldings()).toMatchObject({ cartPieces: 8 });
  await processA.app.db
    .transaction()
    .execute(async (tx) => {
      await sql`UPDATE cart_lines SET pieces = 1, held = 1 WHERE size_id = ${size.sizeId}`.execute(tx);
      await sql`DELETE FROM cart_lines WHERE size_id = ${other.sizeId}`.execute(tx);
      const { rows } = await sql`
        SELECT sum(cart_pieces)::int AS "cartPieces" FROM ip_holding_changes WHERE ip_hash = ${testShopper().ipHash}`.execute(
        tx,
      );
      expect(rows).toEqual([{ cartPieces: 1 }]);
      throw new Error("undo");
    })
    .catch((error: Error) => expect(error.message).toBe("undo"));
  expect(await countHoldings()).toMatchObject({ cartPieces: 8 });
});

test("an expired cart does not count, before and after it is released", async () => {
  const { cartId } = await add(90);
  expect((await add(11)).isAdded).toBe(false);
  await sql`UPDATE carts SET expires_at = clock_timestamp() WHERE id = ${cartId}`.execute(processA.app.db);
  expect((await add(100)).isAdded).toBe(true);
  expect((await add(1)).isAdded).toBe(false);
  await releaseExpiredCarts(processA.app.db);
  expect((await add(1)).isAdded).toBe(false);
  expect(await countHoldings()).toMatchObject({ cartPieces: 100 });
  expect(await availableOf(processA.app, size.sizeId)).toBe(4_900);
});

test("many carts of one IP address need few rows; concurrent additions, expiry and tidying lose no piece", async () => {
  for (let n = 0; n < 60; n++) expect((await add(1, { app: n % 2 ? processA.app : processB.app })).isAdded).toBe(true);
  expect((await countHoldings()).rows).toBeLessThan(40);
  const expireTwoCarts = sql`
    UPDATE carts SET expires_at = clock_timestamp() WHERE id IN (
      SELECT id FROM carts WHERE ip_hash = ${testShopper().ipHash} AND expires_at > clock_timestamp() LIMIT 2)`;
  const areAdded = await Promise.all(
    Array.from({ length: 120 }, async (_, n) => {
      const { app } = n % 2 ? processA : processB;
      if (n % 5 === 1) await expireTwoCarts.execute(app.db).then(() => releaseExpiredCarts(app.db));
      if (n % 5 === 3) await compactIpHoldingChanges(app.db);
      return (await add(1, { app })).isAdded;
    }),
  );
  const { rows } = await sql<{ held: number }>`
    SELECT sum(held)::int AS held FROM carts WHERE ip_hash = ${testShopper().ipHash}`.execute(processA.app.db);
  expect(areAdded).toContain(true);
  expect(rows[0]!.held).toBeLessThanOrEqual(100);
  expect(await countHoldings()).toMatchObject({ cartPieces: rows[0]!.held });
  await expectInvariantsHold();
});

test("tidying leaves one row per IP address, and deletes the rows of one that holds nothing", async () => {
  const { cartId } = await add(2);
  const { cartId: remainingCartId } = await add(3);
  await compactIpHoldingChanges(processA.app.db);
  expect(await countHoldings()).toEqual({ rows: 1, cartPieces: 5, orderPieces: 0 });
  await sql`UPDATE carts SET expires_at = clock_timestamp() WHERE id = ${cartId}`.execute(processA.app.db);
  await releaseExpiredCarts(processA.app.db);
  await compactIpHoldingChanges(processA.app.db);
  expect(await countHoldings()).toEqual({ rows: 1, cartPieces: 3, orderPieces: 0 });
  await sql`UPDATE carts SET expires_at = clock_timestamp() WHERE id = ${remainingCartId}`.execute(processA.app.db);
  await releaseExpiredCarts(processA.app.db);
  await compactIpHoldingChanges(processA.app.db);
  expect(await countHoldings()).toMatchObject({ rows: 0 });
});

test("the cap of a browser counts all its carts, also those from other IP addresses", async () => {
  const shopper = testShopper("a browser");
  const cappedShopper = { ...shopper, caps: { ...shopper.caps, ipPieces: 1_000, devicePieces: 10 } };
  expect((await add(6, { shopper: cappedShopper })).isAdded).toBe(true);
  ipNumber++;
  expect((await add(5, { shopper: { ...cappedShopper, ipHash: testShopper().ipHash } })).isAdded).toBe(false);
  expect((await add(4, { shopper: { ...cappedShopper, ipHash: testShopper().ipHash } })).isAdded).toBe(true);
});
