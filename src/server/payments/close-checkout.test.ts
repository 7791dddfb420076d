import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { moveOrder } from "../orders/move-order.ts";
import { openShopWithPayer, type Payer, type ShopWithPayer, type PlacedOrder } from "../testing/payer.ts";

let server: ShopWithPayer;
let payer: Payer;
beforeAll(async () => {
  server = await openShopWithPayer();
  payer = server.payer;
});
afterAll(() => server.stop());
afterEach(async () => {
  vi.restoreAllMocks();
  await payer.controlSandbox({ fault: { api: null, webhook: [] } });
});

const cancel = (order: PlacedOrder) =>
  moveOrder(server.app, order.id, { to: "CANCELLED", actor: "prueba", reason: "Prueba" });

/** 410 once the provider's page accepts no payment any more. */
async function fetchPageStatus(checkoutId: string): Promise<number> {
  return (await server.call("GET", `/sandbox/mp/checkout/v1/redirect?pref_id=${checkoutId}`)).status;
}

const countFailedClosings = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM graphile_worker.jobs
    WHERE task_identifier = 'close_checkout' AND last_error IS NOT NULL`.execute(server.app.db);
  return rows[0]!.count;
};

test("the page of a cancelled order is closed although the provider's first answer was lost", async () => {
  const order = await payer.placeOrder();
  await payer.controlSandbox({ fault: { api: "stallbody" } });
  await cancel(order);
  await expect.poll(countFailedClosings, { timeout: 30_000 }).toBe(1);
  await payer.controlSandbox({ fault: { api: null } });
  await expect.poll(countFailedClosings, { timeout: 30_000 }).toBe(0);
  expect(await fetchPageStatus(order.preferenceId!)).toBe(410);
}, 60_000);

test("an order that is cancelled while its page is created leaves no open page", async () => {
  await payer.controlSandbox({ fault: { api: "down" } });
  const order = await payer.placeOrder();
  await payer.controlSandbox({ fault: { api: null } });
  let createdPageId = "";
  const create = server.app.payments.createCheckout.bind(server.app.payments);
  vi.spyOn(server.app.payments, "createCheckout").mockImplementation(async (checkout) => {
    const page = await create(checkout);
    createdPageId = page.id;
    await cancel(order);
    return page;
  });
  const response = await server.call("GET", `/api/v1/orders/${order.id}/payment`, { token: order.token });
  expect(response.status).toBe(409);
  await expect.poll(() => fetchPageStatus(createdPageId), { timeout: 20_000 }).toBe(410);
});

test("a page that was closed because the order changed meanwhile is not returned again", async () => {
  await payer.controlSandbox({ fault: { api: "down" } });
  const order = await payer.placeOrder();
  await payer.controlSandbox({ fault: { api: null } });
  const addFee = (cents: number) =>
    sql`UPDATE orders SET online_fee_cents = online_fee_cents + ${cents}, grand_total_cents = grand_total_cents + ${cents}
      WHERE id = ${order.id}`.execute(server.app.db);
  let createdPageId = "";
  const create = server.app.payments.createCheckout.bind(server.app.payments);
  vi.spyOn(server.app.payments, "createCheckout").mockImplementationOnce(async (checkout) => {
    const page = await create(checkout);
    createdPageId = page.id;
    await addFee(100);
    return page;
  });
  const open = () => server.call("GET", `/api/v1/orders/${order.id}/payment`, { token: order.token });
  expect((await open()).status).toBe(409);
  await expect.poll(() => fetchPageStatus(createdPageId), { timeout: 20_000 }).toBe(410);
  await addFee(-100);
  const response = await open();
  expect(response.status).toBe(200);
  expect(await fetchPageStatus(response.json.preferenceId)).toBe(200);
});

test("a page for another amount is closed when a new one is opened", async () => {
  const order = await payer.placeOrder();
  await sql`UPDATE payment_checkouts SET cents = cents - 100 WHERE order_id = ${order.id}`.execute(server.app.db);
  const response = await server.call("GET", `/api/v1/orders/${order.id}/payment`, { token: order.token });
  expect(response.status).toBe(200);
  expect(response.json.preferenceId).not.toBe(order.preferenceId);
  await expect.poll(() => fetchPageStatus(order.preferenceId!), { timeout: 20_000 }).toBe(410);
  expect(await fetchPageStatus(response.json.preferenceId)).toBe(200);
});

test("a page that is about to expire is closed and replaced by one that is returned again", async () => {
  const order = await payer.placeOrder();
  await sql`UPDATE payment_checkouts SET expires_at = now() + interval '4 minutes' WHERE order_id = ${order.id}`.execute(
    server.app.db,
  );
  await sql`UPDATE orders SET payment_due_at = payment_due_at + interval '1 hour' WHERE id = ${order.id}`.execute(
    server.app.db,
  );
  const open = () => server.call("GET", `/api/v1/orders/${order.id}/payment`, { token: order.token });
  const [firstResponse, secondResponse] = [await open(), await open()];
  expect(firstResponse.json.preferenceId).not.toBe(order.preferenceId);
  expect(secondResponse.json.preferenceId).toBe(firstResponse.json.preferenceId);
  await expect.poll(() => fetchPageStatus(order.preferenceId!), { timeout: 20_000 }).toBe(410);
  expect(await fetchPageStatus(secondResponse.json.preferenceId)).toBe(200);
});
