import { sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { checkOut } from "../checkout/check-out.ts";
import { GENERIC_PLAN_SETTINGS, openPool } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { runIdempotentlyBegunByWork } from "../http/idempotency.ts";
import { CODE_MISSING } from "../presale-access/access-code-verifier.ts";
import type { Shop } from "../shops/shop.ts";
import { availableOf, createTestSize, type TestSize } from "../testing/test-size.ts";
import { createTestCart, createTestGuest, makeCheckoutInput } from "../testing/checkout-fixtures.ts";
import { startAppOnDatabase, startTestApp, type TestApp } from "../testing/test-app.ts";
import { addToCart } from "./add-to-cart.ts";
import { changeQuantity } from "./change-quantity.ts";
import { ReservationBatcher } from "./reservation-batcher.ts";
import { releaseExpiredCarts } from "./release-expired.ts";

// Two apps on one database act like two processes, so a guard that works only within one process fails here.
let firstApp: TestApp;
let secondApp: TestApp;
let shop: Shop;

beforeAll(async () => {
  firstApp = await startTestApp();
  secondApp = await startAppOnDatabase(firstApp.databaseConfig);
  shop = await firstApp.findShop();
});
afterAll(async () => {
  await secondApp.stop();
  await firstApp.stop();
});

async function expectAuditPasses(): Promise<void> {
  const violatedInvariants = await listViolatedInvariants(firstApp.app);
  expect(violatedInvariants).toEqual([]);
}

const alternatingApp = (n: number) => (n % 2 === 0 ? firstApp.app : secondApp.app);
const expireCart = (cartId: string) =>
  firstApp.app.db
    .updateTable("carts")
    .set({ expires_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", cartId)
    .execute();

test("sixty customers for seven pieces: seven get one, the others see that it is sold out", async () => {
  const size = await createTestSize(firstApp.app, { pieces: 7 });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      addToCart(alternatingApp(n), shop, { cartId: null, presaleId: null, lines: [{ ...size, pieces: 1 }] }),
    ),
  );
  const servedAnswers = answers.filter((answer) => !isRefusal(answer) && answer.cart !== null);
  const soldOutAnswers = answers.filter((answer) => !isRefusal(answer) && answer.failed[0]?.reason === "SOLD_OUT");
  expect(servedAnswers).toHaveLength(7);
  expect(soldOutAnswers).toHaveLength(53);
  expect(await availableOf(firstApp.app, size.sizeId)).toBe(0);
  await expectAuditPasses();
});

test("a large request that fails does not take pieces from smaller requests after it", async () => {
  const size = await createTestSize(firstApp.app, { pieces: 5 });
  const requestedPieces = [4, 6, 1, 9];
  const answers = await Promise.all(
    requestedPieces.map((pieces) =>
      addToCart(firstApp.app, shop, { cartId: null, presaleId: null, lines: [{ ...size, pieces }] }),
    ),
  );
  const wasServed = answers.map((answer) => !isRefusal(answer) && answer.cart !== null);
  expect(wasServed).toEqual([true, false, true, false]);
  expect(await availableOf(firstApp.app, size.sizeId)).toBe(0);
});

test("carts that reserve the same sizes in opposite order do not deadlock", async () => {
  const sizes = await Promise.all([1, 2, 3].map(() => createTestSize(firstApp.app, { pieces: 400 })));
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, n) => {
      const lines = sizes.map((size) => ({ ...size, pieces: 1 }));
      return addToCart(alternatingApp(n), shop, {
        cartId: null,
        presaleId: null,
        lines: n % 4 < 2 ? lines : lines.toReversed(),
      });
    }),
  );
  expect(answers.every((answer) => !isRefusal(answer) && answer.failed.length === 0)).toBe(true);
  for (const size of sizes) expect(await availableOf(firstApp.app, size.sizeId)).toBe(320);
  await expectAuditPasses();
});

test("two lines of the same size are merged and reserved completely or not at all", async () => {
  const size = await createTestSize(firstApp.app, { pieces: 5 });
  const lines = [
    { ...size, pieces: 3 },
    { ...size, pieces: 3 },
  ];
  const refusedAddition = await addToCart(firstApp.app, shop, { cartId: null, presaleId: null, lines });
  expect(refusedAddition).toMatchObject({ cart: null, failed: [{ reason: "SOLD_OUT" }] });
  expect(await availableOf(firstApp.app, size.sizeId)).toBe(5);
  lines[1]!.pieces = 2;
  const acceptedAddition = await addToCart(firstApp.app, shop, { cartId: null, presaleId: null, lines });
  expect(acceptedAddition).toMatchObject({ cart: { lines: [{ pieces: 5 }] }, failed: [] });
  expect(await availableOf(firstApp.app, size.sizeId)).toBe(0);
});

test("a size added to one cart by concurrent requests is added once", async () => {
  const size = await createTestSize(firstApp.app, { pieces: 10 });
  const otherSize = await createTestSize(firstApp.app, { pieces: 1 });
  const cart = await createTestCart(firstApp.app, shop, [{ ...otherSize, pieces: 1 }]);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      addToCart(alternatingApp(n), shop, { cartId: cart.id, presaleId: null, lines: [{ ...size, pieces: 2 }] }),
    ),
  );
  const failedAnswers = answers.filter(
    (answer) => !isRefusal(answer) && answer.failed[0]?.reason === "ALREADY_IN_CART",
  );
  expect(failedAnswers).toHaveLength(9);
  expect(await availableOf(firstApp.app, size.sizeId)).toBe(8);
  await expectAuditPasses();
});

test("when a cart expires during sweeps and a checkout, its pieces are released or sold exactly once", async () => {
  const size = await createTestSize(firstApp.app, { pieces: 100 });
  const guest = await createTestGuest(firstApp.app, shop);
  let soldPieces = 0;
  for (let round = 0; round < 20; round++) {
    const cart = await createTestCart(firstApp.app, shop, [{ ...size, pieces: 5 }]);
    const expiresAt = sql<Date>`clock_timestamp() + ${10 + (round % 5) * 5} * interval '1 millisecond'`;
    await firstApp.app.db.updateTable("carts").set({ expires_at: expiresAt }).where("id", "=", cart.id).execute();
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const [, , , answer] = await Promise.all([
      wait(12).then(() => releaseExpiredCarts(firstApp.app.db)),
      wait(20).then(() => releaseExpiredCarts(secondApp.app.db)),
      wait(30).then(() => releaseExpiredCarts(firstApp.app.db, { sizeIds: [size.sizeId] })),
      wait(round % 3 === 0 ? 0 : 15).then(() =>
        checkOut(secondApp.app, shop, guest.customerId, makeCheckoutInput(cart, guest)),
      ),
    ]);
    if (!isRefusal(answer)) soldPieces += 5;
    await expireCart(cart.id);
    await releaseExpiredCarts(firstApp.app.db);
    expect(await availableOf(firstApp.app, size.sizeId)).toBe(100 - soldPieces);
  }
  await expectAuditPasses();
});

test("a late sweeper does not make a size sold out", async () => {
  const size = await createTestSize(firstApp.app, { pieces: 3 });
  const expiredCart = await createTestCart(firstApp.app, shop, [{ ...size, pieces: 3 }]);
  await expireCart(expiredCart.id);
  const addition = await addToCart(secondApp.app, shop, {
    cartId: null,
    presaleId: null,
    lines: [{ ...size, pieces: 2 }],
  });
  expect(addition).toMatchObject({ failed: [] });
  expect(await availableOf(firstApp.app, size.sizeId)).toBe(1);
  await expectAuditPasses();
});

test("an expired cart whose pieces another cart took stays expired and holds nothing", async () => {
  const size = await createTestSize(firstApp.app, { pieces: 2 });
  const expiredCart = await createTestCart(firstApp.app, shop, [{ ...size, pieces: 2 }]);
  await expireCart(expiredCart.id);
  await createTestCart(secondApp.app, shop, [{ ...size, pieces: 2 }]);
  const secondAddition = await addToCart(firstApp.app, shop, {
    cartId: expiredCart.id,
    presaleId: null,
    lines: [{ ...size, pieces: 1 }],
  });
  expect(secondAddition).toEqual({ refused: "cart_not_active" });
  const change = { cartId: expiredCart.id, ...size, pieces: 1, access: CODE_MISSING, grant: null };
  expect(await changeQuantity(firstApp.app, shop, change)).toEqual({ refused: "cart_not_active" });
  expect(await availableOf(firstApp.app, size.sizeId)).toBe(0);
  await expectAuditPasses();
});

test("an expired cart accepts no lines, even before the sweeper has run", async () => {
  const [firstSize, secondSize] = [
    await createTestSize(firstApp.app, { pieces: 5 }),
    await createTestSize(firstApp.app, { pieces: 5 }),
  ];
  const cart = await createTestCart(firstApp.app, shop, [{ ...firstSize, pieces: 1 }]);
  await expireCart(cart.id);
  const answer = await addToCart(firstApp.app, shop, {
    cartId: cart.id,
    presaleId: null,
    lines: [{ ...secondSize, pieces: 1 }],
  });
  expect(answer).toEqual({ refused: "cart_not_active" });
  expect(await availableOf(firstApp.app, secondSize.sizeId)).toBe(5);
});

test("concurrent quantity changes from two processes never reserve more than the stock", async () => {
  const size = await createTestSize(firstApp.app, { pieces: 9 });
  const carts = await Promise.all([1, 2, 3].map(() => createTestCart(firstApp.app, shop, [{ ...size, pieces: 1 }])));
  await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      changeQuantity(alternatingApp(n), shop, {
        cartId: carts[n % 3]!.id,
        ...size,
        pieces: 1 + (n % 7),
        access: CODE_MISSING,
        grant: null,
      }),
    ),
  );
  expect(await availableOf(firstApp.app, size.sizeId)).toBeGreaterThanOrEqual(0);
  await expectAuditPasses();
});

test("thirty-two checkouts of one cart make one order", async () => {
  const size = await createTestSize(firstApp.app, { pieces: 2 });
  const guest = await createTestGuest(firstApp.app, shop);
  const cart = await createTestCart(firstApp.app, shop, [{ ...size, pieces: 2 }]);
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, n) =>
      checkOut(alternatingApp(n), shop, guest.customerId, makeCheckoutInput(cart, guest)),
    ),
  );
  const placedOrders = answers.filter((answer) => !isRefusal(answer));
  expect(placedOrders).toHaveLength(1);
  expect(answers.filter((answer) => isRefusal(answer) && answer.refused === "cart_not_active")).toHaveLength(31);
  await expectAuditPasses();
});

test("repeated checkouts with one key return the order of the first", async () => {
  const size = await createTestSize(firstApp.app, { pieces: 2 });
  const guest = await createTestGuest(firstApp.app, shop);
  const cart = await createTestCart(firstApp.app, shop, [{ ...size, pieces: 2 }]);
  const checkoutKey = newId();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      checkOut(alternatingApp(n), shop, guest.customerId, makeCheckoutInput(cart, guest, { checkoutKey })),
    ),
  );
  const ids = new Set(answers.map((answer) => (isRefusal(answer) ? answer.refused : answer.orderId)));
  expect(ids.size).toBe(1);
  expect([...ids][0]).toMatch(/^[0-9a-f-]{36}$/);
});

test("a piece added during a checkout is in the order or refused, never lost", async () => {
  const guest = await createTestGuest(firstApp.app, shop);
  for (let round = 0; round < 15; round++) {
    const firstSize = await createTestSize(firstApp.app, { pieces: 1 });
    const lateSize = await createTestSize(firstApp.app, { pieces: 1 });
    const cart = await createTestCart(firstApp.app, shop, [{ ...firstSize, pieces: 1 }]);
    await Promise.all([
      checkOut(firstApp.app, shop, guest.customerId, makeCheckoutInput(cart, guest)),
      addToCart(secondApp.app, shop, { cartId: cart.id, presaleId: null, lines: [{ ...lateSize, pieces: 1 }] }),
    ]);
  }
  await expectAuditPasses();
});

test("pieces released while an add waits for the lock are reserved once, at the first attempt", async () => {
  // A failed statement is retried, and under load the retry could fail, too. Therefore the test counts statements.
  let statementCount = 0;
  const pool = openPool(firstApp.app.databaseConfig, 2, GENERIC_PLAN_SETTINGS);
  const query = ((statement: pg.QueryConfig) => {
    statementCount++;
    return pool.query(statement);
  }) as typeof pool.query;
  const reservations = new ReservationBatcher({ query }, async () => ({ sizes: 0 }));
  const size = await createTestSize(firstApp.app, { pieces: 3 });
  const holdingCart = await createTestCart(firstApp.app, shop, [{ ...size, pieces: 3 }]);
  // The add starts while the size is sold out, waits for the transaction that returns pieces, and finds them under the
  // lock.
  const transactionResult = await firstApp.app.db.transaction().execute(async (tx) => {
    await sql`DELETE FROM cart_lines WHERE cart_id = ${holdingCart.id}`.execute(tx);
    await sql`UPDATE carts SET state = 'emptied', version = version + 1 WHERE id = ${holdingCart.id}`.execute(tx);
    await sql`UPDATE sizes SET available = available + 3 WHERE id = ${size.sizeId}`.execute(tx);
    const input = { cartId: null, presaleId: null, lines: [{ ...size, pieces: 2 }] };
    const pendingAddition = addToCart({ ...secondApp.app, reservations }, shop, input);
    await expect
      .poll(async () => {
        const { rows } = await sql`
          SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%requested_lines%'
            AND datname = current_database()`.execute(firstApp.app.db);
        return rows.length;
      })
      .toBe(1);
    return { pending: pendingAddition };
  });
  const answer = await transactionResult.pending;
  await pool.end();
  expect(isRefusal(answer) ? answer : answer.failed).toEqual([]);
  expect(statementCount).toBe(1);
  expect(await availableOf(firstApp.app, size.sizeId)).toBe(1);
  await expectAuditPasses();
});

test("adds that arrive while a statement runs share the next statement", async () => {
  let statementCount = 0;
  const firstStatementRelease = Promise.withResolvers<void>();
  const pool = openPool(firstApp.app.databaseConfig, 2, GENERIC_PLAN_SETTINGS);
  const query = (async (statement: pg.QueryConfig) => {
    if (++statementCount === 1) await firstStatementRelease.promise;
    return pool.query(statement);
  }) as typeof pool.query;
  const app = { ...firstApp.app, reservations: new ReservationBatcher({ query }, async () => ({ sizes: 0 })) };
  const size = await createTestSize(firstApp.app, { pieces: 21 });
  const adds: ReturnType<typeof addToCart>[] = [];
  for (const cartCount of [1, 10, 10]) {
    for (let n = 0; n < cartCount; n++) {
      adds.push(addToCart(app, shop, { cartId: null, presaleId: null, lines: [{ ...size, pieces: 1 }] }));
    }
    await new Promise(setImmediate);
  }
  firstStatementRelease.resolve();
  for (const addition of await Promise.all(adds)) expect(addition).toMatchObject({ failed: [] });
  await pool.end();
  expect(statementCount).toBe(2);
  expect(await availableOf(firstApp.app, size.sizeId)).toBe(0);
});

test("an add that waits for a lock does not delay an add of another size", async () => {
  const [lockedSize, unlockedSize] = [
    await createTestSize(firstApp.app, { pieces: 2 }),
    await createTestSize(firstApp.app, { pieces: 2 }),
  ];
  const addPiece = (size: TestSize) =>
    addToCart(firstApp.app, shop, { cartId: null, presaleId: null, lines: [{ ...size, pieces: 1 }] });
  const transactionResult = await firstApp.app.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM sizes WHERE id = ${lockedSize.sizeId} FOR UPDATE`.execute(tx);
    let isDone = false;
    const firstAddition = addPiece(lockedSize).finally(() => (isDone = true));
    await new Promise(setImmediate);
    expect(await addPiece(unlockedSize)).toMatchObject({ failed: [] });
    expect(isDone).toBe(false);
    return { pending: firstAddition };
  });
  expect(await transactionResult.pending).toMatchObject({ failed: [] });
});

test("calls with the same key in two processes at the same time reserve once and get the same answer", async () => {
  const sizes = [
    await createTestSize(firstApp.app, { pieces: 40 }),
    await createTestSize(firstApp.app, { pieces: 40 }),
  ];
  const calls = Array.from({ length: 20 }, (_, n) => ({
    scope: "createCart",
    key: newId(),
    requestBody: String(n),
    // Half of the calls request the sizes in the opposite order.
    lines: (n % 2 === 0 ? sizes : sizes.toReversed()).map((size) => ({ ...size, pieces: 1 })),
  }));
  const answers = await Promise.all(
    [...calls, ...calls.toReversed(), ...calls].map(async (call, n) => {
      const response = await runIdempotentlyBegunByWork(alternatingApp(n), call, async (callToBegin) => {
        const addition = await addToCart(alternatingApp(n), shop, {
          cartId: null,
          presaleId: null,
          call: callToBegin,
          lines: call.lines,
        });
        const body = isRefusal(addition) ? addition : { cartId: addition.cart?.id, failed: addition.failed };
        return { response: Response.json(body) };
      });
      return { key: call.key, text: await response.text() };
    }),
  );
  const textsOfKeys = Object.values(Object.groupBy(answers, ({ key }) => key)).map(
    (answersOfKey) => new Set(answersOfKey!.map(({ text }) => text)),
  );
  expect(textsOfKeys).toHaveLength(20);
  for (const texts of textsOfKeys) {
    expect([...texts]).toEqual([expect.stringMatching(/^\{"cartId":"[\w-]{36}","failed":\[\]\}$/)]);
  }
  for (const { sizeId } of sizes) expect(await availableOf(firstApp.app, sizeId)).toBe(20);
  await expectAuditPasses();
});

test("a reservation that is rolled back does not use up its key", async () => {
  const size = await createTestSize(firstApp.app, { pieces: 2 });
  let queryCount = 0;
  const pool = openPool(firstApp.app.databaseConfig, 1, GENERIC_PLAN_SETTINGS);
  const query = (async (statement: pg.QueryConfig) => {
    if (++queryCount > 1) return pool.query(statement);
    const client = await pool.connect();
    await client.query("BEGIN");
    await client.query(statement);
    await client.query("ROLLBACK");
    client.release();
    throw new Error("connection lost");
  }) as typeof pool.query;
  const app = { ...firstApp.app, reservations: new ReservationBatcher({ query }, async () => ({ sizes: 0 })) };
  const call = { scope: "createCart", key: newId(), requestBody: "" };
  const createCart = () =>
    runIdempotentlyBegunByWork(app, call, async (callToBegin) => ({
      response: Response.json(
        await addToCart(app, shop, {
          cartId: null,
          presaleId: null,
          call: callToBegin,
          lines: [{ ...size, pieces: 1 }],
        }),
      ),
    }));
  await expect(createCart()).rejects.toThrow("connection lost");
  expect(await availableOf(firstApp.app, size.sizeId)).toBe(2);
  expect(await (await createCart()).json()).toMatchObject({ failed: [] });
  await pool.end();
  expect(await availableOf(firstApp.app, size.sizeId)).toBe(1);
});
