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
import { newGuest, checkoutInput } from "../testing/shopper.ts";
import { startSecondApp, startTestApp, type TestApp } from "../testing/test-app.ts";
import { holdingCaps, unpaidCaps, type Buyer, type Shopper } from "./shopper.ts";
import { tidyAddressHoldings } from "./tidy-address-holdings.ts";

// Triggers count what each address holds. The count must be right after any change of carts, orders or their lines.
let one: TestApp;
let two: TestApp;
let shop: Shop;
let size: TestSize;

beforeAll(async () => {
  one = await startTestApp();
  two = await startSecondApp(one.address);
});
beforeEach(async () => {
  shop = await one.shop();
  size = await createTestSize(one.app, { pieces: 5_000 });
  addresses++;
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

let addresses = 0;

function from(device: string | null = null): Shopper {
  const hash = (text: string) => Buffer.from(text.padEnd(16, ".")).subarray(0, 16);
  const caps = holdingCaps(shop.settings.limits, { tier: "customer", stockPieces: 1_000_000, scale: 1 });
  return {
    addressHash: hash(`address ${addresses}`),
    deviceHash: device === null ? null : hash(device),
    caps: { ...caps, addressPieces: 100 },
  };
}

async function add(
  pieces: number,
  { app = one.app, cartId = null as string | null, of = size, shopper = from() } = {},
) {
  const added = await addToCart(app, shop, { cartId, presaleId: null, lines: [{ ...of, pieces }], shopper });
  if (isRefusal(added)) throw new Error(added.refused);
  return { cartId: added.cart?.id ?? "", cart: added.cart!, isIn: added.failed.length === 0 };
}

/** The rows of the address of this test, and what they add up to. */
async function ledger() {
  const { rows } = await sql<{ rows: number; carts: number; orders: number }>`
    SELECT count(*)::int AS rows, coalesce(sum(cart_pieces), 0)::int AS carts, coalesce(sum(order_pieces), 0)::int AS orders
    FROM address_holdings WHERE address_hash = ${from().addressHash}`.execute(one.app.db);
  return rows[0]!;
}

async function expectSound(): Promise<void> {
  const violated = await listViolatedInvariants(one.app);
  expect(violated).toEqual([]);
}

test("follows a cart from its first piece to the order that is cancelled", async () => {
  const { cartId } = await add(3);
  expect(await ledger()).toMatchObject({ carts: 3, orders: 0 });
  const change = { cartId, ...size, access: null as never, grant: null, shopper: from() };
  expect(await changeQuantity(one.app, shop, { ...change, pieces: 7 })).toBe("changed");
  expect(await changeQuantity(one.app, shop, { ...change, pieces: 5 })).toBe("changed");
  const other = await createTestSize(one.app, { pieces: 9 });
  const { cart } = await add(4, { cartId, of: other });
  expect(await ledger()).toMatchObject({ carts: 9, orders: 0 });

  const guest = await newGuest(one.app, shop);
  const buyer: Buyer = { ...from(), caps: unpaidCaps(shop.settings.limits, { tier: "customer", scale: 1 }) };
  const placed = await checkOut(one.app, shop, guest.customerId, {
    ...checkoutInput(cart, guest),
    readBuyer: async () => buyer,
  });
  if (isRefusal(placed)) throw new Error(placed.refused);
  expect(await ledger()).toMatchObject({ carts: 0, orders: 9 });
  await moveOrder(one.app, placed.orderId, { to: "CANCELLED", actor: "prueba", reason: "prueba" });
  expect(await ledger()).toMatchObject({ carts: 0, orders: 0 });
  await expectSound();
});

test("includes lines that are changed directly in SQL, and a cart that gets its address with a piece", async () => {
  const staff = await addToCart(one.app, shop, { cartId: null, presaleId: null, lines: [{ ...size, pieces: 6 }] });
  if (isRefusal(staff)) throw new Error(staff.refused);
  expect(await ledger()).toMatchObject({ rows: 0 });
  const other = await createTestSize(one.app, { pieces: 9 });
  await add(2, { cartId: staff.cart!.id, of: other });
  expect(await ledger()).toMatchObject({ carts: 8 });
  await one.app.db
    .transaction()
    .execute(async (tx) => {
      await sql`UPDATE cart_lines SET pieces = 1, held = 1 WHERE size_id = ${size.sizeId}`.execute(tx);
      await sql`DELETE FROM cart_lines WHERE size_id = ${other.sizeId}`.execute(tx);
      const { rows } = await sql`
        SELECT sum(cart_pieces)::int AS carts FROM address_holdings WHERE address_hash = ${from().addressHash}`.execute(
        tx,
      );
      expect(rows).toEqual([{ carts: 1 }]);
      throw new Error("undo");
    })
    .catch((error: Error) => expect(error.message).toBe("undo"));
  expect(await ledger()).toMatchObject({ carts: 8 });
});

test("a cart that expired does not count, before the sweeper has come and after", async () => {
  const { cartId } = await add(90);
  expect((await add(11)).isIn).toBe(false);
  await sql`UPDATE carts SET expires_at = clock_timestamp() WHERE id = ${cartId}`.execute(one.app.db);
  expect((await add(100)).isIn).toBe(true);
  expect((await add(1)).isIn).toBe(false);
  await releaseExpiredCarts(one.app.db);
  expect((await add(1)).isIn).toBe(false);
  expect(await ledger()).toMatchObject({ carts: 100 });
  expect(await availableOf(one.app, size.sizeId)).toBe(4_900);
});

test("many carts of one address are read from a few rows, and concurrent adds, expiry and tidying lose none", async () => {
  for (let n = 0; n < 60; n++) expect((await add(1, { app: n % 2 ? one.app : two.app })).isIn).toBe(true);
  expect((await ledger()).rows).toBeLessThan(40);
  const expire = sql`
    UPDATE carts SET expires_at = clock_timestamp() WHERE id IN (
      SELECT id FROM carts WHERE address_hash = ${from().addressHash} AND expires_at > clock_timestamp() LIMIT 2)`;
  const added = await Promise.all(
    Array.from({ length: 120 }, async (_, n) => {
      const { app } = n % 2 ? one : two;
      if (n % 5 === 1) await expire.execute(app.db).then(() => releaseExpiredCarts(app.db));
      if (n % 5 === 3) await tidyAddressHoldings(app.db);
      return (await add(1, { app })).isIn;
    }),
  );
  const { rows } = await sql<{ held: number }>`
    SELECT sum(held)::int AS held FROM carts WHERE address_hash = ${from().addressHash}`.execute(one.app.db);
  expect(added).toContain(true);
  expect(rows[0]!.held).toBeLessThanOrEqual(100);
  expect(await ledger()).toMatchObject({ carts: rows[0]!.held });
  await expectSound();
});

test("tidying leaves one row per address, and deletes an address that holds nothing", async () => {
  const { cartId } = await add(2);
  const { cartId: stays } = await add(3);
  await tidyAddressHoldings(one.app.db);
  expect(await ledger()).toEqual({ rows: 1, carts: 5, orders: 0 });
  await sql`UPDATE carts SET expires_at = clock_timestamp() WHERE id = ${cartId}`.execute(one.app.db);
  await releaseExpiredCarts(one.app.db);
  await tidyAddressHoldings(one.app.db);
  expect(await ledger()).toEqual({ rows: 1, carts: 3, orders: 0 });
  await sql`UPDATE carts SET expires_at = clock_timestamp() WHERE id = ${stays}`.execute(one.app.db);
  await releaseExpiredCarts(one.app.db);
  await tidyAddressHoldings(one.app.db);
  expect(await ledger()).toMatchObject({ rows: 0 });
});

test("a browser is counted by its carts, whatever address they have", async () => {
  const shopper = from("a browser");
  const capped = { ...shopper, caps: { ...shopper.caps, addressPieces: 1_000, devicePieces: 10 } };
  expect((await add(6, { shopper: capped })).isIn).toBe(true);
  addresses++;
  expect((await add(5, { shopper: { ...capped, addressHash: from().addressHash } })).isIn).toBe(false);
  expect((await add(4, { shopper: { ...capped, addressHash: from().addressHash } })).isIn).toBe(true);
});
