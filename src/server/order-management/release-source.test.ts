import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { addToCart } from "../cart/add-to-cart.ts";
import { checkOut } from "../checkout/check-out.ts";
import { newId } from "../db/new-id.ts";
import { findOrder } from "../orders/queries.ts";
import { storeReceipt } from "../payments/transfer-receipt.ts";
import { changeSetting } from "../settings/change-setting.ts";
import { countPendingWork } from "../system/count-pending-work.ts";
import type { Shop } from "../shops/shop.ts";
import { runShopCommand } from "../testing/run-shop-command.ts";
import { availableOf, createTestSize, type TestSize } from "../testing/test-size.ts";
import { createTestGuest, makeCheckoutInput } from "../testing/checkout-fixtures.ts";
import { startAppOnDatabase, type TestApp } from "../testing/test-app.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { releaseSource } from "./release-source.ts";
import { holdingCaps, unpaidCaps, type Buyer, type Shopper } from "../holding/shopper.ts";
import { listSources } from "../holding/sources.ts";

const ANA = { memberId: null, name: "Ana, de ventas", ip: null };
let server: TestServer;
let secondApp: TestApp;
let shop: Shop;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_SCALE: "1" });
  secondApp = await startAppOnDatabase(server.databaseConfig, { RATE_LIMIT_SCALE: "1" });
  shop = await server.findShop();
});
afterAll(async () => {
  await secondApp.stop();
  await server.stop();
});

let usedIpCount = 0;
/** A customer at a new IP address, with caps high enough for the tests. */
async function createShopperAtNewIp(): Promise<Shopper & { buyer: Buyer; key: string }> {
  const source = await server.app.sourceHasher.hashSource(`203.0.113.${++usedIpCount}`, null);
  const { limits } = shop.settings;
  const caps = holdingCaps(limits, { tier: "wholesale", stockPieces: 1_000_000, scale: 1_000 });
  const buyer = { ...source, caps: unpaidCaps(limits, { tier: "wholesale", scale: 1_000 }) };
  return { ...source, caps, buyer, key: source.ipHash.toString("hex") };
}

async function holdInCart(shopper: Shopper, size: TestSize, pieces: number) {
  const addResult = await addToCart(server.app, shop, {
    cartId: null,
    presaleId: null,
    shopper,
    lines: [{ ...size, pieces }],
  });
  if (isRefusal(addResult) || !addResult.cart) throw new Error(JSON.stringify(addResult));
  return addResult.cart;
}

async function placeOrderFrom(shopper: Shopper & { buyer: Buyer }, size: TestSize, pieces: number): Promise<string> {
  const guest = await createTestGuest(server.app, shop);
  const cart = await holdInCart(shopper, size, pieces);
  const checkoutResult = await checkOut(server.app, shop, guest.customerId, {
    ...makeCheckoutInput(cart, guest),
    readBuyer: async () => shopper.buyer,
  });
  if (isRefusal(checkoutResult)) throw new Error(checkoutResult.refused);
  return checkoutResult.orderId;
}

async function expectNoViolations(): Promise<void> {
  const violatedInvariants = await listViolatedInvariants(server.app);
  expect(violatedInvariants).toEqual([]);
}

test("a release ends the carts and unpaid orders of one source once, and is logged", async () => {
  const size = await createTestSize(server.app, { pieces: 100 });
  const [shopper, otherShopper] = [await createShopperAtNewIp(), await createShopperAtNewIp()];
  await holdInCart(shopper, size, 10);
  await holdInCart(shopper, size, 5);
  await placeOrderFrom(shopper, size, 20);
  await holdInCart(otherShopper, size, 7);
  expect(await availableOf(server.app, size.sizeId)).toBe(58);
  const releaseResult = await releaseSource(server.app, { kind: "address", key: shopper.key }, ANA);
  expect(releaseResult).toMatchObject({ carts: 2, pieces: 35, keptOrders: [] });
  expect(await availableOf(server.app, size.sizeId)).toBe(93);
  expect(await releaseSource(server.app, { kind: "address", key: shopper.key }, ANA)).toEqual({
    refused: "source_empty",
  });
  const log = await server.app.db.selectFrom("change_log").selectAll().where("action", "=", "source-release").execute();
  expect(log).toHaveLength(1);
  expect(log[0]).toMatchObject({ actor: "Ana, de ventas", object_kind: "source", after: { releasedPieces: 35 } });
  expect(log[0]!.object_id).toMatch(/^Red [0-9A-F]{4}-[0-9A-F]{4}$/);
  await expectNoViolations();
});

test("concurrent releases during a checkout return each piece once", async () => {
  const size = await createTestSize(server.app, { pieces: 200 });
  const shopper = await createShopperAtNewIp();
  const guest = await createTestGuest(server.app, shop);
  for (let round = 0; round < 5; round++) {
    const carts = await Promise.all([3, 4, 5].map((pieces) => holdInCart(shopper, size, pieces)));
    await placeOrderFrom(shopper, size, 6);
    await Promise.all([
      releaseSource(server.app, { kind: "address", key: shopper.key }, ANA),
      releaseSource(secondApp.app, { kind: "address", key: shopper.key }, ANA),
      checkOut(secondApp.app, shop, guest.customerId, {
        ...makeCheckoutInput(carts[1]!, guest),
        readBuyer: async () => shopper.buyer,
      }),
    ]);
    await releaseSource(server.app, { kind: "address", key: shopper.key }, ANA);
    expect(await availableOf(server.app, size.sizeId)).toBe(200);
  }
  await expectNoViolations();
});

test("an order with a transfer receipt or a pending payment is not released", async () => {
  const size = await createTestSize(server.app, { pieces: 50 });
  const shopper = await createShopperAtNewIp();
  const [orderIdWithReceipt, orderIdWithPayment, unpaidOrderId] = [
    await placeOrderFrom(shopper, size, 1),
    await placeOrderFrom(shopper, size, 2),
    await placeOrderFrom(shopper, size, 3),
  ];
  const order = await findOrder(server.app.db, shop.id, orderIdWithReceipt);
  const storeResult = await storeReceipt(server.app, shop, order!, Buffer.from("%PDF-1.4\nDepósito\n%%EOF\n"));
  expect(storeResult).toHaveProperty("receiptId");
  await server.app.db
    .insertInto("payments")
    .values({
      id: newId(),
      order_id: orderIdWithPayment,
      provider: "mercadopago",
      provider_payment_id: "1",
      state: "PENDING",
      cents: 100_00,
      kind: "cash",
      method: "oxxo",
      raw_status: "pending",
      voucher_url: null,
      voucher_reference: null,
      expires_at: null,
      provider_updated_at: new Date(),
      paid_at: null,
      actor: "prueba",
    })
    .execute();
  const releaseResult = await releaseSource(server.app, { kind: "address", key: shopper.key }, ANA);
  expect(releaseResult).toMatchObject({ carts: 0, pieces: 3 });
  const { stdout } = await runShopCommand(server.databaseConfig, "", ["stock", "release", `address:${shopper.key}`]);
  expect(stdout).toMatch(/^Siguen, porque tienen un pago o comprobante, o cambiaron mientras tanto: \d+, \d+\.$/m);
  const statuses = await server.app.db
    .selectFrom("orders")
    .select(["id", "status"])
    .where("id", "in", [orderIdWithReceipt, orderIdWithPayment, unpaidOrderId])
    .execute();
  expect(Object.fromEntries(statuses.map(({ id, status }) => [id, status]))).toEqual({
    [orderIdWithReceipt]: "WAITING_PAYMENT",
    [orderIdWithPayment]: "WAITING_PAYMENT",
    [unpaidOrderId]: "CANCELLED",
  });
});

test("a source above the alarm threshold counts in /metrics, and in Inicio of staff who may release it", async () => {
  const countAlarmsSeenBy = async (role: "owner" | "sales" | "warehouse") =>
    (await countPendingWork(server.app, [{ role, shopId: null }])).holdAlarms;
  expect(await countAlarmsSeenBy("owner")).toBe(0);
  expect(await countAlarmsSeenBy("warehouse")).toBeUndefined();
  const settingResult = await changeSetting(server.app, shop, "limits.alarmPercent", 1);
  expect(isRefusal(settingResult)).toBe(false);
  const size = await createTestSize(server.app, { pieces: 2_000 });
  const shopper = await createShopperAtNewIp();
  await holdInCart(shopper, size, 900);
  expect(await countAlarmsSeenBy("owner")).toBe(1);
  expect(await countAlarmsSeenBy("sales")).toBe(1);
  const { sources } = await listSources(server.app);
  expect(sources[0]).toMatchObject({ kind: "address", key: shopper.key, isAlarm: true, cartCount: 1, pieces: 900 });
  const { text } = await server.call("GET", "/metrics");
  expect(text).toMatch(/shop_source_share\{what="alarms"\} 1/);
  expect(Number(/shop_source_share\{what="largest"\} ([\d.]+)/.exec(text)![1])).toBeGreaterThan(0.01);
  expect(text).not.toContain(shopper.key);
  await releaseSource(server.app, { kind: "address", key: shopper.key }, ANA);
  expect(await countAlarmsSeenBy("owner")).toBe(0);
});
