import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { ownCodeOf } from "../../domain/scanned-code.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { addToCart } from "../cart/add-to-cart.ts";
import { releaseExpiredCarts } from "../cart/release-expired.ts";
import { releaseCart } from "../cart/release-cart.ts";
import { checkOut } from "../checkout/check-out.ts";
import { newId } from "../db/new-id.ts";
import { moveOrder } from "../orders/move-order.ts";
import type { Shop } from "../shops/shop.ts";
import { listChanges } from "../change-log/change-log.ts";
import { availableOf, createTestSize, type TestSize } from "../testing/test-size.ts";
import { createTestCart, createTestGuest, makeCheckoutInput } from "../testing/checkout-fixtures.ts";
import { startAppOnDatabase, startTestApp, type TestApp } from "../testing/test-app.ts";
import { adjustStock } from "./change-stock.ts";
import { recordStockCount } from "./record-stock-count.ts";
import { findDelivery, receiveDelivery, undoDelivery } from "./deliveries.ts";
import { findSizeStock, listCartsWithSize, listMovements, listOrdersWithSize } from "./size-stock-queries.ts";
import { listStockLevels } from "./list-stock-levels.ts";
import { setLowStockThreshold, setLowStockThresholdOfSize } from "./low-stock-thresholds.ts";
import { parseDeliveryText } from "./parse-delivery-text.ts";

// Two apps on one database, like two processes: a rule that holds only within one process fails here.
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

const ANA = { memberId: null, name: "Ana", ip: null };
const BETO = { memberId: null, name: "Beto", ip: null };
const pickApp = (n: number) => (n % 2 === 0 ? firstApp.app : secondApp.app);

async function expectAuditPasses(): Promise<void> {
  const violatedInvariants = await listViolatedInvariants(firstApp.app);
  expect(violatedInvariants).toEqual([]);
}

async function placeOrder(size: TestSize, pieces: number): Promise<string> {
  const cart = await createTestCart(firstApp.app, shop, [{ ...size, pieces }]);
  const guest = await createTestGuest(firstApp.app, shop);
  const placedOrder = await checkOut(firstApp.app, shop, guest.customerId, makeCheckoutInput(cart, guest));
  if (isRefusal(placedOrder)) throw new Error(placedOrder.refused);
  return placedOrder.orderId;
}

const recordCount = (
  size: TestSize,
  counted: number,
  expected: number,
  withOrders = true,
  by = ANA,
  app = firstApp.app,
) => recordStockCount(app, { sizes: [{ sizeId: size.sizeId, counted, expected }], withOrders, reason: "Conteo" }, by);
const movementsOf = async (size: TestSize) =>
  (await listMovements(firstApp.app.db, { sizeId: size.sizeId, shops: "all" })).movements.map(
    ({ kind, pieces, actor }) => ({
      kind,
      pieces,
      actor,
    }),
  );

describe("a count", () => {
  test("covers all pieces in the shop: available, in carts, in unshipped orders", async () => {
    const size = await createTestSize(firstApp.app, { pieces: 10 });
    await createTestCart(firstApp.app, shop, [{ ...size, pieces: 2 }]);
    await placeOrder(size, 3);
    expect(await findSizeStock(firstApp.app.db, size.sizeId, "all")).toMatchObject({
      available: 5,
      inCarts: 2,
      inOrders: 3,
    });
    expect(await recordCount(size, 9, 10)).toBe("counted");
    expect(await availableOf(firstApp.app, size.sizeId)).toBe(4);
    expect((await movementsOf(size))[0]).toEqual({ kind: "count", pieces: -1, actor: "Ana" });
    await expectAuditPasses();
  });

  test("excludes the pieces of orders if they are stored separately", async () => {
    const size = await createTestSize(firstApp.app, { pieces: 10 });
    await placeOrder(size, 3);
    expect(await recordCount(size, 7, 7, false)).toBe("counted");
    expect(await availableOf(firstApp.app, size.sizeId)).toBe(7);
    expect(await recordCount(size, 8, 7, false)).toBe("counted");
    expect(await availableOf(firstApp.app, size.sizeId)).toBe(8);
  });

  test("with the expected result records no movement, only who counted", async () => {
    const size = await createTestSize(firstApp.app, { pieces: 4 });
    expect(await recordCount(size, 4, 4)).toBe("counted");
    expect(await movementsOf(size)).toHaveLength(1);
    const [change] = await listChanges(firstApp.app.db, "size", { id: size.sizeId });
    expect(change).toMatchObject({ actor: "Ana", action: "stock-count" });
  });

  test("of fewer pieces than carts and orders hold is refused until those release pieces", async () => {
    const size = await createTestSize(firstApp.app, { pieces: 5 });
    await createTestCart(firstApp.app, shop, [{ ...size, pieces: 3 }]);
    expect(await recordCount(size, 2, 5)).toEqual({ refused: "count_held" });
    expect(await availableOf(firstApp.app, size.sizeId)).toBe(2);
  });

  test("of several sizes is recorded completely or not at all", async () => {
    const sizes = [
      await createTestSize(firstApp.app, { pieces: 5 }),
      await createTestSize(firstApp.app, { pieces: 5 }),
    ];
    const makeCountedSizes = (expected: number) =>
      sizes.map(({ sizeId }, n) => ({ sizeId, counted: 4, expected: n === 0 ? 5 : expected }));
    const recordCountOfBoth = (expected: number) =>
      recordStockCount(firstApp.app, { sizes: makeCountedSizes(expected), withOrders: true, reason: "Conteo" }, ANA);
    expect(await recordCountOfBoth(6)).toEqual({ refused: "count_outdated" });
    expect(await availableOf(firstApp.app, sizes[0]!.sizeId)).toBe(5);
    expect(await recordCountOfBoth(5)).toBe("counted");
    expect(await availableOf(firstApp.app, sizes[0]!.sizeId)).toBe(4);
    expect(await availableOf(firstApp.app, sizes[1]!.sizeId)).toBe(4);
  });

  test("by two members at the same time is accepted once, and the other is refused as outdated", async () => {
    for (let round = 0; round < 5; round++) {
      const size = await createTestSize(firstApp.app, { pieces: 10 });
      const answers = await Promise.all([
        recordCount(size, 8, 10, true, ANA, firstApp.app),
        recordCount(size, 7, 10, true, BETO, secondApp.app),
      ]);
      const refusals = answers.filter((answer) => answer !== "counted");
      expect(refusals).toEqual([{ refused: "count_outdated" }]);
      expect(await availableOf(firstApp.app, size.sizeId)).toBe(answers[0] === "counted" ? 8 : 7);
    }
    await expectAuditPasses();
  });

  test("is correct while carts reserve pieces, orders are placed and carts expire", async () => {
    const size = await createTestSize(firstApp.app, { pieces: 60 });
    const guest = await createTestGuest(firstApp.app, shop);
    const customerActions = Array.from({ length: 24 }, async (_, n) => {
      const app = pickApp(n);
      const addResult = await addToCart(app, shop, { cartId: null, presaleId: null, lines: [{ ...size, pieces: 1 }] });
      if (isRefusal(addResult) || !addResult.cart) throw new Error("there is enough stock for all");
      if (n % 3 === 0) await checkOut(app, shop, guest.customerId, makeCheckoutInput(addResult.cart, guest));
      if (n % 3 !== 1) return;
      await sql`UPDATE carts SET expires_at = clock_timestamp() WHERE id = ${addResult.cart.id}`.execute(app.db);
      await releaseExpiredCarts(app.db, { cartId: addResult.cart.id });
    });
    const counts: Promise<unknown>[] = [];
    for (let foundPieces = 59; foundPieces >= 55; foundPieces--)
      counts.push(recordCount(size, foundPieces, 60, true, BETO, pickApp(foundPieces)));
    const answers = await Promise.all(counts);
    await Promise.all(customerActions);
    // The customers' actions did not change the expected pieces, so exactly one count was accepted.
    expect(answers.filter((answer) => answer === "counted")).toHaveLength(1);
    const acceptedPieces = 59 - answers.indexOf("counted");
    const onHand = await findSizeStock(firstApp.app.db, size.sizeId, "all");
    expect(onHand!.available + onHand!.inCarts + onHand!.inOrders).toBe(acceptedPieces);
    await expectAuditPasses();
  });

  test("is outdated once a parcel was shipped: its pieces have left the shop", async () => {
    const size = await createTestSize(firstApp.app, { pieces: 5 });
    const orderId = await placeOrder(size, 2);
    const details = { actor: "prueba", reason: "prueba", trackingNumber: "X1" };
    expect(await moveOrder(firstApp.app, orderId, { to: "PAYMENT_ACCEPTED", ...details })).toBe("PAYMENT_ACCEPTED");
    expect(await moveOrder(firstApp.app, orderId, { to: "SHIPPED", ...details })).toBe("SHIPPED");
    expect(await recordCount(size, 5, 5)).toEqual({ refused: "count_outdated" });
    expect(await recordCount(size, 3, 3)).toBe("counted");
    expect(await availableOf(firstApp.app, size.sizeId)).toBe(3);
  });
});

describe("a delivery", () => {
  const createSizes = async () => [
    await createTestSize(firstApp.app, { pieces: 0 }),
    await createTestSize(firstApp.app, { pieces: 2 }),
  ];
  const makeMovements = (testSizes: readonly TestSize[]) =>
    testSizes.map(({ sizeId }, n) => ({ sizeId, pieces: n + 3 }));

  test("is received completely under one number, once for repeated requests", async () => {
    const testSizes = await createSizes();
    const id = newId();
    const answers = await Promise.all(
      [0, 1, 2, 3].map((n) =>
        receiveDelivery(pickApp(n), { id, reason: "Remisión 8", movements: makeMovements(testSizes) }, ANA),
      ),
    );
    expect(new Set(answers.map((answer) => !isRefusal(answer) && answer.number)).size).toBe(1);
    expect(await availableOf(firstApp.app, testSizes[0]!.sizeId)).toBe(3);
    expect(await availableOf(firstApp.app, testSizes[1]!.sizeId)).toBe(6);
    expect(await findDelivery(firstApp.app.db, id)).toMatchObject({ reason: "Remisión 8", pieces: 7, undoneAt: null });
    await expectAuditPasses();
  });

  test("with an unknown size is not received", async () => {
    const [size] = await createSizes();
    const id = newId();
    const movementsWithUnknownSize = [...makeMovements([size!]), { sizeId: newId(), pieces: 1 }];
    expect(await receiveDelivery(firstApp.app, { id, reason: "x", movements: movementsWithUnknownSize }, ANA)).toEqual({
      refused: "size_not_found",
    });
    expect(await availableOf(firstApp.app, size!.sizeId)).toBe(0);
    expect(await findDelivery(firstApp.app.db, id)).toBeUndefined();
  });

  test("can be undone once, with opposite stock movements", async () => {
    const testSizes = await createSizes();
    const id = newId();
    await receiveDelivery(firstApp.app, { id, reason: "Remisión 9", movements: makeMovements(testSizes) }, ANA);
    const answers = await Promise.all([0, 1].map((n) => undoDelivery(pickApp(n), id, BETO)));
    expect(answers).toContain("undone");
    expect(answers).toContainEqual({ refused: "delivery_undone" });
    expect(await availableOf(firstApp.app, testSizes[0]!.sizeId)).toBe(0);
    expect(await availableOf(firstApp.app, testSizes[1]!.sizeId)).toBe(2);
    expect((await movementsOf(testSizes[0]!))[0]).toEqual({ kind: "receipt", pieces: -3, actor: "Beto" });
    await expectAuditPasses();
  });

  test("with a piece in a cart cannot be undone", async () => {
    const [size] = await createSizes();
    const id = newId();
    await receiveDelivery(firstApp.app, { id, reason: "x", movements: makeMovements([size!]) }, ANA);
    await createTestCart(firstApp.app, shop, [{ ...size!, pieces: 1 }]);
    expect(await undoDelivery(firstApp.app, id, ANA)).toEqual({ refused: "delivery_sold" });
    expect(await availableOf(firstApp.app, size!.sizeId)).toBe(2);
  });

  test("is read by id and by name, adds up the lines of a size and reports unknown lines", async () => {
    const size = await createTestSize(firstApp.app, { pieces: 0 });
    await sql`UPDATE products SET name = 'Suéter único' WHERE id = ${size.productId}`.execute(firstApp.app.db);
    const text = [
      size.sizeId.toUpperCase(),
      `${size.productId}, m, 2`,
      "sueter UNICO, M, 3",
      "Suéter único rojo; M; 4",
      "Suéter único, XXL, 1",
      "No existe, M, 1",
      "Suéter único, M, muchas",
    ].join("\n");
    const { sizes: deliveredSizes, errors } = await parseDeliveryText(firstApp.app.db, text);
    expect(deliveredSizes).toEqual([
      { sizeId: size.sizeId, product: "Suéter único · Rojo", sizeName: "M", available: 0, pieces: 10 },
    ]);
    expect(errors.map(({ lineNumber, problem, hint }) => [lineNumber, problem, hint])).toEqual([
      [5, "size_unknown", "M"],
      [6, "product_unknown", ""],
      [7, "pieces_wrong", ""],
    ]);
  });

  test("is read by SKU, barcode and our own code, alone or with pieces", async () => {
    const size = await createTestSize(firstApp.app, { pieces: 0 });
    await sql`UPDATE sizes SET sku = 'SUE-9', gtin = '036000291452' WHERE id = ${size.sizeId}`.execute(firstApp.app.db);
    await sql`SELECT refresh_product_search(ARRAY[${size.productId}]::uuid[])`.execute(firstApp.app.db);
    const text = ["sue-9", "SUE-9, 4", "0036000291452\t2", "036000291452", ownCodeOf(size.sizeId)].join("\n");
    const { sizes: deliveredSizes, errors } = await parseDeliveryText(firstApp.app.db, text);
    expect(errors).toEqual([]);
    expect(deliveredSizes).toMatchObject([{ sizeId: size.sizeId, pieces: 9 }]);
  });

  test("with a mistyped name suggests the product", async () => {
    const { productId } = await createTestSize(firstApp.app, { pieces: 0 });
    await sql`UPDATE products SET name = 'Gabán escarlata' WHERE id = ${productId}`.execute(firstApp.app.db);
    await sql`SELECT refresh_product_search(ARRAY[${productId}]::uuid[])`.execute(firstApp.app.db);
    const { errors } = await parseDeliveryText(firstApp.app.db, "gaban escarlatta, M, 2");
    expect(errors).toMatchObject([{ problem: "product_unknown", hint: "Gabán escarlata Rojo" }]);
  });

  test("with a name that two products share is reported as ambiguous", async () => {
    const name = `Par ${newId()}`;
    for (const { productId } of await createSizes()) {
      await sql`UPDATE products SET name = ${name} WHERE id = ${productId}`.execute(firstApp.app.db);
    }
    const { errors } = await parseDeliveryText(firstApp.app.db, `${name}, M, 1`);
    expect(errors).toMatchObject([{ lineNumber: 1, problem: "product_ambiguous", hint: "2" }]);
  });
});

describe("a cart that staff release", () => {
  test("returns its pieces immediately and is expired for its customer", async () => {
    const size = await createTestSize(firstApp.app, { pieces: 3 });
    const cart = await createTestCart(firstApp.app, shop, [{ ...size, pieces: 2 }]);
    expect(await listCartsWithSize(firstApp.app.db, size.sizeId, "all")).toMatchObject([
      { cartId: cart.id, pieces: 2 },
    ]);
    expect(await releaseCart(firstApp.app, cart.id, ANA)).toBe("released");
    expect(await availableOf(firstApp.app, size.sizeId)).toBe(3);
    expect(await listCartsWithSize(firstApp.app.db, size.sizeId, "all")).toEqual([]);
    expect(await releaseCart(firstApp.app, cart.id, ANA)).toEqual({ refused: "cart_over" });
    const addResult = await addToCart(firstApp.app, shop, {
      cartId: cart.id,
      presaleId: null,
      lines: [{ ...size, pieces: 1 }],
    });
    expect(isRefusal(addResult) || addResult.cart?.id !== cart.id).toBe(true);
    await expectAuditPasses();
  });

  test("is either released or ordered, never both", async () => {
    const guest = await createTestGuest(firstApp.app, shop);
    for (let round = 0; round < 6; round++) {
      const size = await createTestSize(firstApp.app, { pieces: 2 });
      const cart = await createTestCart(firstApp.app, shop, [{ ...size, pieces: 2 }]);
      const [checkoutResult, releaseResult] = await Promise.all([
        checkOut(firstApp.app, shop, guest.customerId, makeCheckoutInput(cart, guest)),
        releaseCart(secondApp.app, cart.id, ANA),
      ]);
      expect(isRefusal(checkoutResult)).toBe(releaseResult === "released");
      expect(await availableOf(firstApp.app, size.sizeId)).toBe(releaseResult === "released" ? 2 : 0);
    }
    await expectAuditPasses();
  });
});

describe("the stock list", () => {
  const listFoundIds = async (query: Partial<Parameters<typeof listStockLevels>[1]>) =>
    (await listStockLevels(firstApp.app.db, { shops: "all", term: "", ...query })).products.map(({ id }) => id);

  test("is paged by name without a gap or a repeat", async () => {
    const ids: string[] = [];
    let after: string | undefined;
    for (;;) {
      const { products, next } = await listStockLevels(firstApp.app.db, { shops: "all", term: "", after });
      ids.push(...products.map(({ id }) => id));
      if (next === null) break;
      after = next;
    }
    const { rows } = await sql<{ count: number }>`SELECT count(*) FROM products`.execute(firstApp.app.db);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(rows[0]!.count);
  });

  test("is filtered by low or no stock, with the threshold of all sizes or the size's own", async () => {
    const size = await createTestSize(firstApp.app, { pieces: 5 });
    const isLow = async () => (await listFoundIds({ term: size.productId, state: "low" })).length === 1;
    await setLowStockThreshold(firstApp.app, 4, ANA);
    expect(await isLow()).toBe(false);
    await setLowStockThreshold(firstApp.app, 5, ANA);
    expect(await isLow()).toBe(true);
    await setLowStockThresholdOfSize(firstApp.app, { sizeId: size.sizeId, lowStockThreshold: 1 }, ANA);
    expect(await isLow()).toBe(false);
    await adjustStock(firstApp.app, { sizeId: size.sizeId, pieces: -5, kind: "write_off", reason: "Mojadas", by: ANA });
    expect(await isLow()).toBe(false);
    expect(await listFoundIds({ term: size.productId, state: "out" })).toEqual([size.productId]);
  });

  test("lists a hidden size while it has pieces, and never as sold out", async () => {
    const size = await createTestSize(firstApp.app, { pieces: 1 });
    await sql`UPDATE sizes SET is_hidden = true WHERE id = ${size.sizeId}`.execute(firstApp.app.db);
    const listSizes = async () =>
      (await listStockLevels(firstApp.app.db, { shops: "all", term: size.productId })).products[0]!.sizes;
    expect(await listSizes()).toHaveLength(1);
    await adjustStock(firstApp.app, { sizeId: size.sizeId, pieces: -1, kind: "write_off", reason: "x", by: ANA });
    expect(await listSizes()).toEqual([]);
    expect(await listFoundIds({ term: size.productId, state: "out" })).toEqual([]);
  });

  test("finds a product by a size's id, as a barcode scanner types it", async () => {
    const size = await createTestSize(firstApp.app, { pieces: 1 });
    expect(await listFoundIds({ term: size.sizeId })).toEqual([size.productId]);
  });

  test("for a branch's staff excludes other shops' local products, carts and orders", async () => {
    const norte = await firstApp.findShop("norte");
    const size = await createTestSize(firstApp.app, { pieces: 9 });
    await createTestCart(firstApp.app, shop, [{ ...size, pieces: 2 }]);
    await placeOrder(size, 1);
    expect(await listCartsWithSize(firstApp.app.db, size.sizeId, [norte.id])).toEqual([]);
    expect(await listOrdersWithSize(firstApp.app.db, size.sizeId, [norte.id])).toEqual([]);
    expect(await listOrdersWithSize(firstApp.app.db, size.sizeId, [shop.id])).toHaveLength(1);
    const { movements } = await listMovements(firstApp.app.db, { sizeId: size.sizeId, shops: [norte.id] });
    expect(movements.map((movement) => movement.order)).toEqual([null, null]);
    await sql`UPDATE products SET is_local = true WHERE id = ${size.productId}`.execute(firstApp.app.db);
    expect(await listFoundIds({ term: size.productId, shops: [norte.id] })).toEqual([]);
    expect(await findSizeStock(firstApp.app.db, size.sizeId, [norte.id])).toBeUndefined();
    expect(await listFoundIds({ term: size.productId, shops: "all" })).toEqual([size.productId]);
  });
});
