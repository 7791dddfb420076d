import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { CONSOLE_ACTOR as by } from "../change-log/change-log.ts";
import { listOpenFlagsOf } from "../order-money/flags.ts";
import { moveOrder } from "../orders/move-order.ts";
import { addPickupPoint } from "../pickup-points/change-pickup-point.ts";
import { handOverPickup } from "../pickups/hand-over-pickup.ts";
import { markPickupReady } from "../pickups/move-pickup.ts";
import { remindOfUncollectedOrders } from "../pickups/remind-uncollected.ts";
import { countPendingWork } from "../system/count-pending-work.ts";
import { openShopWithPayer, type ShopWithPayer, type PlacedOrder } from "../testing/payer.ts";
import { runShopCommand } from "../testing/run-shop-command.ts";
import { createTestCart, createTestGuest } from "../testing/checkout-fixtures.ts";
import { availableOf, createTestSize } from "../testing/test-size.ts";
import { expirePickups } from "./expire-pickups.ts";

let server: ShopWithPayer;
let pickupPointId: string;
beforeAll(async () => {
  server = await openShopWithPayer();
  const { id } = await server.findShop();
  const fields = { name: "Tienda Roma", address: "Orizaba 10", mapUrl: null, hours: "De 10 a 19 h", leadDays: 1 };
  const addedPoint = await addPickupPoint(server.app, id, fields, by);
  if (isRefusal(addedPoint)) throw new Error(addedPoint.refused);
  pickupPointId = addedPoint.id;
});
afterAll(async () => {
  const violatedInvariants = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violatedInvariants).toEqual([]);
});

const now = new Date("2026-11-25T18:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const daysLater = (days: number) => daysAgo(-days);
const fetchOrder = async ({ id, token }: PlacedOrder) =>
  (await server.call("GET", `/api/v1/orders/${id}`, { token })).json;

/** A paid order that is ready for pick-up since this time. */
async function placeReadyOrder(method: "MP" | "TB", since: Date): Promise<PlacedOrder> {
  const order = await server.payer.placeOrder({ method, shippingId: pickupPointId });
  if (method === "TB") {
    await moveOrder(server.app, order.id, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
  } else {
    await server.payer.pay(order.preferenceId, "APRO");
    await server.payer.waitForStatus(order, "PAYMENT_ACCEPTED");
  }
  expect(await markPickupReady(server.app, order.id, { by, now: since })).toBe("moved");
  return order;
}

async function mailsAbout({ reference }: PlacedOrder): Promise<{ subject: string; text: string }[]> {
  return server.app.db
    .selectFrom("sandbox_emails")
    .select(["subject", "text_body as text"])
    .where("subject", "like", `%#${reference}%`)
    .orderBy("id", "desc")
    .execute();
}
const waitForMail = (order: PlacedOrder, text: string) =>
  expect
    .poll(async () => (await mailsAbout(order)).map(({ subject, text: body }) => subject + body).join("\n"), {
      timeout: 10_000,
    })
    .toContain(text);

test("an uncollected order gets one reminder with its last day, then it is cancelled and refunded", async () => {
  const order = await placeReadyOrder("MP", daysAgo(4));
  await remindOfUncollectedOrders(server.app, now);
  await remindOfUncollectedOrders(server.app, daysLater(1));
  await waitForMail(order, "lo guardamos hasta el 6 de diciembre de 2026");
  expect((await fetchOrder(order)).pickup).toMatchObject({ state: "READY", keptUntil: "2026-12-06" });
  const reminders = (await mailsAbout(order)).filter(({ subject }) => subject.includes("te sigue esperando"));
  expect(reminders).toHaveLength(1);

  await expirePickups(server.app, new Date("2026-12-07T05:00:00Z"));
  expect(await fetchOrder(order)).toMatchObject({ status: "PAYMENT_ACCEPTED" });
  const availableBefore = await availableOf(server.app, order.size.sizeId);
  const afterLastDay = new Date("2026-12-07T15:00:00Z");
  await Promise.all([expirePickups(server.app, afterLastDay), expirePickups(server.app, afterLastDay)]);
  expect(await fetchOrder(order)).toMatchObject({ status: "CANCELLED", pickup: { state: "EXPIRED", keptUntil: null } });
  expect(await availableOf(server.app, order.size.sizeId)).toBe(availableBefore + 1);
  await waitForMail(order, "nadie lo recogió");
  await expect.poll(async () => (await server.payer.paymentsOf(order))[0]!.state, { timeout: 10_000 }).toBe("REFUNDED");
  await server.payer.expectConsistent(order);
});

test("an order expires only after a reminder, and then has three days even if the limit has passed", async () => {
  const order = await placeReadyOrder("TB", daysAgo(40));
  await expirePickups(server.app, now);
  expect(await fetchOrder(order)).toMatchObject({ status: "PAYMENT_ACCEPTED", pickup: { state: "READY" } });
  await remindOfUncollectedOrders(server.app, now);
  expect((await fetchOrder(order)).pickup.keptUntil).toBe("2026-11-28");
  expect(await handOverPickup(server.app, order.id, { collectedBy: "customer", by, now })).toBe("collected");
});

test("the audit finds an order that is still kept three days after its last day", async () => {
  const isOverdue = async () => (await listViolatedInvariants(server.app)).includes("overdue-pickups-expire");
  const order = await placeReadyOrder("TB", daysAgo(20));
  await remindOfUncollectedOrders(server.app, daysAgo(10));
  const setLastDayDaysAgo = (days: number) =>
    server.app.db
      .updateTable("pickups")
      .set({ kept_until: sql<string>`(now() AT TIME ZONE 'America/Mexico_City')::date - ${days}::int` })
      .where("order_id", "=", order.id)
      .execute();
  await setLastDayDaysAgo(2);
  expect(await isOverdue()).toBe(false);
  await setLastDayDaysAgo(3);
  expect(await isOverdue()).toBe(true);
  await expirePickups(server.app);
  expect(await isOverdue()).toBe(false);
});

test("a cancelled order paid by transfer is flagged for a refund; of a concurrent expiry and hand-over only one succeeds", async () => {
  const order = await placeReadyOrder("TB", daysAgo(20));
  await remindOfUncollectedOrders(server.app, daysAgo(10));
  await expirePickups(server.app, now);
  expect(await fetchOrder(order)).toMatchObject({ status: "CANCELLED" });
  expect(await listOpenFlagsOf(server.app.db, order.id)).toEqual(["MONEY_TO_RETURN"]);

  const racedOrder = await placeReadyOrder("TB", daysAgo(20));
  await remindOfUncollectedOrders(server.app, daysAgo(10));
  const [, handOverResult] = await Promise.all([
    expirePickups(server.app, now),
    handOverPickup(server.app, racedOrder.id, { collectedBy: "customer", by, now }),
  ]);
  const { status, pickup } = await fetchOrder(racedOrder);
  expect([status, pickup.state]).toEqual(
    isRefusal(handOverResult) ? ["CANCELLED", "EXPIRED"] : ["SHIPPED", "COLLECTED"],
  );
});

test("an order with tickets is not cancelled, because the tickets may have been used", async () => {
  const guest = await createTestGuest(server.app, await server.findShop(), `${crypto.randomUUID()}@ejemplo.mx`);
  const sizes = [
    await createTestSize(server.app, { pieces: 1 }),
    await createTestSize(server.app, { pieces: 1, isDigital: true }),
  ];
  const lines = sizes.map((size) => ({ ...size, pieces: 1 }));
  const cart = await createTestCart(server.app, await server.findShop(), lines);
  const { json } = await server.call("POST", `/api/v1/carts/${cart.id}/checkout`, {
    token: guest.token,
    body: { customerId: guest.customerId, shippingId: pickupPointId, secured: false, payment_method: "TB" },
  });
  const id = json.order._id as string;
  await moveOrder(server.app, id, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
  await markPickupReady(server.app, id, { by, now: daysAgo(20) });
  await remindOfUncollectedOrders(server.app, daysAgo(10));
  await expirePickups(server.app, now);
  const order = (await server.call("GET", `/api/v1/orders/${id}`, { token: guest.token })).json;
  expect(order).toMatchObject({
    status: "PAYMENT_ACCEPTED",
    pickup: { state: "EXPIRED" },
    tickets: [{ state: "VALID" }],
  });
  expect(await handOverPickup(server.app, id, { collectedBy: "customer", by, now })).toBe("collected");
});

test("a shop without automatic cancellation keeps the order, counts it in Inicio, and hands it over late", async () => {
  const setCommand = ["settings", "set", "--shop", "matriz", "pickups.cancelUncollected", "false"];
  expect((await runShopCommand(server.databaseConfig, server.app.config.dataDir, setCommand)).status).toBe(0);
  await expect.poll(async () => (await server.findShop()).settings.pickups.cancelUncollected).toBe(false);
  const order = await placeReadyOrder("TB", daysAgo(20));
  await remindOfUncollectedOrders(server.app, daysAgo(10));
  await expirePickups(server.app, now);
  expect(await fetchOrder(order)).toMatchObject({ status: "PAYMENT_ACCEPTED", pickup: { state: "EXPIRED" } });
  const grants = [{ role: "owner", shopId: null }] as Parameters<typeof countPendingWork>[1];
  expect((await countPendingWork(server.app, grants)).expiredPickups).toBe(1);
  expect(await handOverPickup(server.app, order.id, { collectedBy: "customer", by, now })).toBe("collected");
  expect((await countPendingWork(server.app, grants)).expiredPickups).toBe(0);
});
