import { createServer } from "node:net";
import { sql } from "kysely";
import { WebhookSignatureValidator } from "mercadopago";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  createMercadoPagoClients,
  makePreferenceBody,
  startWebhookReceiver,
  type ReceivedWebhook,
} from "../../../testing/mercado-pago.ts";
import { startAppOnDatabase } from "../../../testing/test-app.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";
import { SANDBOX_COLLECTOR_ID, SANDBOX_WEBHOOK_SECRET } from "./credentials.ts";

const LIVE_ENV = {
  PUBLIC_URL: "https://tienda.mx",
  SMTP_URL: "smtp://127.0.0.1:1",
  MP_ACCESS_TOKEN: "APP_USR-of-a-shop",
  MP_WEBHOOK_SECRETS: "of-a-shop",
};

let server: TestServer;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
beforeAll(async () => {
  server = await startTestServer();
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  receiver.respondWith(200);
  await setWebhookFaults([]);
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

const control = (body: unknown) => server.call("POST", "/sandbox/mp/control", { body });
const setWebhookFaults = (webhook: string[]) => control({ fault: { webhook } });
const runAction = (name: string, payment_id: number) => control({ act: name, payment_id });

async function createPayment(outcome: string, notification_url: string | undefined = receiver.url): Promise<number> {
  const body = makePreferenceBody({ notification_url });
  const { id } = await createMercadoPagoClients(server.origin).preference().create({ body });
  const { json } = await server.call("POST", "/sandbox/mp/checkout/v1/pay", { body: { pref_id: id, outcome } });
  return json.payment_id;
}

const notificationsOf = (id: number) => receiver.webhooks.filter(({ query }) => query.get("data.id") === String(id));

/** Waits until there are at least `count` notifications of a payment, and returns all of them. */
async function waitForNotifications(id: number, count: number): Promise<ReceivedWebhook[]> {
  await expect.poll(() => notificationsOf(id).length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count);
  return notificationsOf(id);
}

async function deliveriesOf(id: number) {
  const { json } = await server.call("GET", "/sandbox/mp/state.json");
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any JSON
  return json.deliveries.filter((delivery: any) => delivery.payment_id === id);
}

const checkSignature = ({ headers, query }: ReceivedWebhook, toleranceSeconds = 300): void =>
  WebhookSignatureValidator.validate({
    xSignature: headers["x-signature"] as string,
    xRequestId: headers["x-request-id"] as string,
    dataId: query.get("data.id")!,
    secret: SANDBOX_WEBHOOK_SECRET,
    toleranceSeconds,
  });

describe("a notification", () => {
  test("names its payment, and has a signature that the official SDK accepts", async () => {
    const id = await createPayment("CONT");
    const [notification] = await waitForNotifications(id, 1);
    expect(Object.fromEntries(notification!.query)).toEqual({
      source_news: "webhooks",
      "data.id": String(id),
      type: "payment",
    });
    expect(notification!.body).toEqual({
      action: "payment.created",
      api_version: "v1",
      data: { id: String(id) },
      date_created: expect.stringMatching(/-06:00$/),
      id: expect.any(Number),
      live_mode: false,
      type: "payment",
      user_id: String(SANDBOX_COLLECTOR_ID),
    });
    expect(() => checkSignature(notification!)).not.toThrow();
    expect(() => checkSignature({ ...notification!, query: new URLSearchParams({ "data.id": "1" }) })).toThrow(
      /mismatch/i,
    );
  });

  test("is sent for each change", async () => {
    const id = await createPayment("CONT");
    await runAction("approve", id);
    await control({ act: "refund", payment_id: id, amount: 10 });
    const notifications = await waitForNotifications(id, 3);
    expect(notifications.map(({ body }) => body.action)).toEqual([
      "payment.created",
      "payment.updated",
      "payment.updated",
    ]);
    expect(new Set(notifications.map(({ body }) => body.id)).size).toBe(3);
    expect(new Set(notifications.map(({ headers }) => headers["x-request-id"])).size).toBe(3);
    await expect
      .poll(async () => (await deliveriesOf(id)).map(({ state }: { state: string }) => state))
      .toEqual(["delivered", "delivered", "delivered"]);
  });

  test("to a URL without `source_news` is sent with the unsigned IPN calls", async () => {
    const id = await createPayment("APRO", receiver.urlWithoutSourceNews);
    await expect.poll(() => receiver.webhooks.filter(({ body }) => body.resource === String(id)).length).toBe(1);
    const ipn = receiver.webhooks.find(({ body }) => body.resource === String(id))!;
    expect(Object.fromEntries(ipn.query)).toEqual({ id: String(id), topic: "payment" });
    expect(ipn.headers["x-signature"]).toBeUndefined();
    await expect.poll(() => receiver.webhooks.some(({ query }) => query.get("topic") === "merchant_order")).toBe(true);
    await waitForNotifications(id, 1);
  });

  test.each(["http://192.0.2.1/notifications", "https://tienda.example/notifications", "http://localhost.example/n"])(
    "is never sent to another machine: %s",
    async (url) => {
      const id = await createPayment("APRO", `${url}?source_news=webhooks`);
      expect(await deliveriesOf(id)).toMatchObject([{ state: "refused", attempts: 0 }]);
      expect((await control({ retry: true })).status).toBe(200);
      expect(await deliveriesOf(id)).toMatchObject([{ state: "refused", attempts: 0 }]);
    },
  );

  test("is repeated until it is acknowledged, under the same ids", async () => {
    receiver.respondWith(500);
    const id = await createPayment("APRO");
    await waitForNotifications(id, 2);
    receiver.respondWith(201);
    const notifications = await waitForNotifications(id, 3);
    expect(new Set(notifications.map(({ body }) => body.id)).size).toBe(1);
    expect(new Set(notifications.map(({ headers }) => headers["x-request-id"])).size).toBe(1);
    for (const notification of notifications) expect(() => checkSignature(notification)).not.toThrow();
    await expect.poll(() => deliveriesOf(id)).toMatchObject([{ state: "delivered", answered: 201 }]);
  });

  test("that was not acknowledged can be retried immediately", async () => {
    receiver.respondWith(503);
    const id = await createPayment("APRO");
    await expect.poll(async () => (await deliveriesOf(id))[0].answered).toBe(503);
    await server.app
      .mercadoPagoSandbox!.db.updateTable("sandbox.mp_deliveries")
      .set({ next_at: new Date(Date.now() + 3_600_000) })
      .where("payment_id", "=", id)
      .execute();
    receiver.respondWith(200);
    expect((await control({ retry: true })).json.retried).toBeGreaterThanOrEqual(1);
    await expect.poll(() => deliveriesOf(id)).toMatchObject([{ state: "delivered" }]);
  });
});

describe("with the fault", () => {
  test("«drop» nothing arrives, but the delivery is stored", async () => {
    await setWebhookFaults(["drop"]);
    const id = await createPayment("APRO");
    await setWebhookFaults([]);
    await runAction("refund", id);
    const [notification] = await waitForNotifications(id, 1);
    expect(notification!.body.action).toBe("payment.updated");
    expect(await deliveriesOf(id)).toMatchObject([{ state: "dropped" }, { body: { action: "payment.updated" } }]);
  });

  test("«dup» the same notification arrives twice, each with its own request id", async () => {
    await setWebhookFaults(["dup"]);
    const [firstNotification, secondNotification] = await waitForNotifications(await createPayment("APRO"), 2);
    expect(secondNotification!.body).toEqual(firstNotification!.body);
    expect(secondNotification!.headers["x-request-id"]).not.toBe(firstNotification!.headers["x-request-id"]);
  });

  test("«forge» the signature is not the shop's", async () => {
    await setWebhookFaults(["forge"]);
    const [forgedNotification] = await waitForNotifications(await createPayment("APRO"), 1);
    expect(forgedNotification!.headers["x-signature"]).toMatch(/^ts=\d{10},v1=[0-9a-f]{64}$/);
    expect(() => checkSignature(forgedNotification!)).toThrow(/mismatch/i);
  });

  test("«noheader» there is no signature", async () => {
    await setWebhookFaults(["noheader"]);
    const [unsignedNotification] = await waitForNotifications(await createPayment("APRO"), 1);
    expect(unsignedNotification!.headers["x-signature"]).toBeUndefined();
    expect(unsignedNotification!.headers["x-request-id"]).toBeUndefined();
  });

  test("«hold» notifications are not sent until they are released, the last one first", async () => {
    await setWebhookFaults(["hold"]);
    const id = await createPayment("CONT");
    await runAction("approve", id);
    await runAction("refund", id);
    await setWebhookFaults([]);
    expect(await deliveriesOf(id)).toMatchObject([{ state: "held" }, { state: "held" }, { state: "held" }]);
    expect(notificationsOf(id)).toEqual([]);
    expect((await control({ release: true })).json.released).toBe(3);
    const notifications = await waitForNotifications(id, 3);
    expect(notifications.at(-1)!.body.action).toBe("payment.created");
    const ids = notifications.map(({ body }) => body.id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });
});

test("a webhook receiver that does not answer blocks neither the provider's API nor the server's stop", async () => {
  const silentServer = createServer(() => {});
  await new Promise<void>((resolve) => silentServer.listen(0, "127.0.0.1", resolve));
  const { port } = silentServer.address() as { port: number };
  const otherServer = await startTestServer();
  const body = makePreferenceBody({ notification_url: `http://127.0.0.1:${port}/n?source_news=webhooks` });
  const { id } = await createMercadoPagoClients(otherServer.origin).preference().create({ body });
  for (let round = 0; round < 3; round++) {
    const payRequest = { body: { pref_id: id, outcome: "APRO" } };
    expect((await otherServer.call("POST", "/sandbox/mp/checkout/v1/pay", payRequest)).status).toBe(200);
  }
  const stopBeganAtMs = performance.now();
  await otherServer.stop();
  expect(performance.now() - stopBeganAtMs).toBeLessThan(10_000);
  silentServer.close();
});

test("another process continues the notifications of a stopped one, with the same payments", async () => {
  const firstServer = await startTestServer();
  receiver.respondWith(500);
  const body = makePreferenceBody({ notification_url: receiver.url });
  const { id: prefId } = await createMercadoPagoClients(firstServer.origin).preference().create({ body });
  const payRequest = { body: { pref_id: prefId, outcome: "CONT" } };
  const { json: createdPayment } = await firstServer.call("POST", "/sandbox/mp/checkout/v1/pay", payRequest);
  await waitForNotifications(createdPayment.payment_id, 1);
  await firstServer.app.mercadoPagoSandbox!.stop();
  const countBefore = notificationsOf(createdPayment.payment_id).length;
  receiver.respondWith(200);
  const secondApps = await Promise.all([
    startAppOnDatabase(firstServer.databaseConfig),
    startAppOnDatabase(firstServer.databaseConfig),
  ]);
  for (const { app } of secondApps) app.mercadoPagoSandbox!.start();
  await waitForNotifications(createdPayment.payment_id, countBefore + 1);
  const storedPayment = await secondApps[0].app
    .mercadoPagoSandbox!.db.selectFrom("sandbox.mp_payments")
    .select("status")
    .where("id", "=", createdPayment.payment_id)
    .executeTakeFirstOrThrow();
  expect(storedPayment.status).toBe("pending");
  await Promise.all(secondApps.map((app) => app.stop()));
  await firstServer.stop();
});

test("concurrent processes create the sandbox's tables once", async () => {
  const firstServer = await startTestServer();
  await firstServer.app.mercadoPagoSandbox!.stop();
  await sql`DROP SCHEMA sandbox CASCADE`.execute(firstServer.app.db);
  const secondApps = await Promise.all([1, 2, 3].map(() => startAppOnDatabase(firstServer.databaseConfig)));
  for (const { app } of secondApps) {
    const { rows } = await sql`SELECT * FROM sandbox.mp_faults`.execute(app.db);
    expect(rows).toHaveLength(1);
  }
  await Promise.all(secondApps.map((app) => app.stop()));
  await firstServer.stop();
});

test("a live shop has neither pages nor tables of the sandbox", async () => {
  const liveServer = await startTestServer(LIVE_ENV);
  expect(liveServer.app.mercadoPagoSandbox).toBeNull();
  for (const path of ["/sandbox/mp", "/sandbox/mp/js/v2", "/sandbox/mp/state.json", "/sandbox/mp/v1/payments/1"])
    expect((await liveServer.call("GET", path)).status).toBe(404);
  // The test's database is a copy of the demo's. Without the sandbox's tables it is like a live shop's, and another
  // live process must not create them.
  await sql`DROP SCHEMA sandbox CASCADE`.execute(liveServer.app.db);
  const secondLiveApp = await startAppOnDatabase(liveServer.databaseConfig, LIVE_ENV);
  const { rows } = await sql`SELECT to_regnamespace('sandbox') AS schema`.execute(secondLiveApp.app.db);
  expect(rows).toEqual([{ schema: null }]);
  await secondLiveApp.stop();
  await liveServer.stop();
});
