import { Script } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMercadoPagoClients, makePreferenceBody } from "../../../testing/mercado-pago.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const HOSTED_PAGE_PATH = "/sandbox/mp/checkout/v1/redirect?pref_id=";
const PAY_PATH = "/sandbox/mp/checkout/v1/pay";

async function createPreference(change: Parameters<typeof makePreferenceBody>[0] = {}) {
  const body = makePreferenceBody(change);
  const { id } = await createMercadoPagoClients(server.origin).preference().create({ body });
  return { id: id!, body };
}
const payByJson = (pref_id: string, outcome: string, installments?: number) =>
  server.call("POST", PAY_PATH, { body: { pref_id, outcome, installments } });
const submit = (path: string, fields: Record<string, string>) =>
  server.call("POST", path, {
    rawBody: new URLSearchParams(fields).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
const payByForm = (pref_id: string, outcome: string, attempt = crypto.randomUUID()) =>
  submit(PAY_PATH, { pref_id, outcome, attempt });
const locationOf = ({ headers }: { headers: Headers }) => new URL(headers.get("location")!, server.origin);
const paymentsOf = async (reference: string) =>
  (await server.call("GET", `/sandbox/mp/state.json?external_reference=${encodeURIComponent(reference)}`)).json
    .payments;

describe("the hosted page", () => {
  test("shows the items, is marked as a simulation, runs no script and asks for no card", async () => {
    const items = [
      { id: "1", title: `Blusa <img src=x> "lino"`, quantity: 2, unit_price: 100 },
      { id: "2", title: "Envío", quantity: 1, unit_price: 99.9 },
    ];
    const { id } = await createPreference({ items });
    const { status, text, headers } = await server.call("GET", HOSTED_PAGE_PATH + id);
    expect(status).toBe(200);
    expect(text).toContain("SIMULACIÓN · no es Mercado Pago");
    expect(text).toContain("Blusa &lt;img src=x&gt; &quot;lino&quot; × 2");
    expect(text).toContain("$299.90");
    for (const label of [
      "Pagar con tarjeta (aprobado)",
      "Tarjeta rechazada",
      "tienda de conveniencia",
      "Volver a la tienda",
    ])
      expect(text).toContain(label);
    expect(text).not.toMatch(/<script|<img|type="text"|type="number"/);
    const csp = headers.get("content-security-policy")!;
    expect(csp).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' http:\/\/norte\.localhost:3000;/,
    );
    expect(csp).not.toContain("script-src");
  });

  test.each([
    [{ excluded_payment_types: [{ id: "ticket" }] }, "CONT", "tienda de conveniencia"],
    [{ excluded_payment_methods: [{ id: "oxxo" }] }, "CONT", "tienda de conveniencia"],
    [{ excluded_payment_types: [{ id: "credit_card" }] }, "APRO", "Pagar con tarjeta"],
  ])("with %j hides %s and refuses it", async (payment_methods, outcome, label) => {
    const { id } = await createPreference({ payment_methods });
    expect((await server.call("GET", HOSTED_PAGE_PATH + id)).text).not.toContain(label);
    expect((await payByJson(id, outcome)).json).toMatchObject({ status: 400, error: "bad_request" });
  });

  test.each<[number | undefined, number[], string]>([
    [undefined, [1], "an account without installments"],
    [1, [1], "a single payment only"],
    [6, [1, 3, 6], "up to 6 months"],
    [24, [1, 3, 6, 9, 12, 18, 24], "every number of months"],
  ])("with the cap %s offers these numbers of monthly payments: %j (%s)", async (installments, offeredMonths) => {
    const { id, body } = await createPreference({ payment_methods: installments ? { installments } : {} });
    const { text } = await server.call("GET", HOSTED_PAGE_PATH + id);
    const options = [...text.matchAll(/<option value="(\d+)"/g)].map(([, months]) => Number(months));
    expect(options).toEqual(offeredMonths.length === 1 ? [] : offeredMonths);
    for (const months of [2, 3, 6, 24].filter((other) => !offeredMonths.includes(other))) {
      expect((await payByJson(id, "APRO", months)).status, `${months}`).toBe(400);
      const formResponse = await submit(PAY_PATH, {
        pref_id: id,
        outcome: "APRO",
        attempt: "a",
        installments: String(months),
      });
      expect(formResponse.status).toBe(200);
    }
    expect((await payByJson(id, "CONT", 3)).status).toBe(400);
    expect((await payByJson(id, "APRO", offeredMonths.at(-1))).status).toBe(200);
    expect((await paymentsOf(body.external_reference)).at(-1)).toMatchObject({ installments: offeredMonths.at(-1) });
  });

  test("refuses a number of months that is not offered, and changes nothing", async () => {
    const { id, body } = await createPreference({ payment_methods: { installments: 6 } });
    const fields = { pref_id: id, outcome: "APRO", attempt: "b" };
    for (const installments of ["", "seis", "3.5", "-3", "1e9"])
      expect((await submit(PAY_PATH, { ...fields, installments })).status).toBe(200);
    expect(await paymentsOf(body.external_reference)).toEqual([]);
  });

  test("in binary mode offers no pending outcome", async () => {
    const { id } = await createPreference({ binary_mode: true });
    expect((await server.call("GET", HOSTED_PAGE_PATH + id)).text).not.toContain("tienda de conveniencia");
    expect((await payByJson(id, "CONT")).status).toBe(400);
    expect((await payByJson(id, "APRO")).status).toBe(200);
  });

  test("of an expired preference accepts no payment", async () => {
    const { id, body } = await createPreference({ expires: true, expiration_date_to: "2020-01-01T00:00:00.000-06:00" });
    const { status, text } = await server.call("GET", HOSTED_PAGE_PATH + id);
    expect(status).toBe(410);
    expect(text).toContain("ya no está vigente");
    expect(text).not.toContain("Pagar con tarjeta");
    expect((await payByJson(id, "APRO")).status).toBe(400);
    expect((await payByForm(id, "APRO")).status).toBe(410);
    expect(await paymentsOf(body.external_reference)).toEqual([]);
  });

  test("of an unknown preference responds with 404, and an unknown outcome with 422", async () => {
    expect((await server.call("GET", `${HOSTED_PAGE_PATH}1-x`)).status).toBe(404);
    expect((await payByJson("1-x", "APRO")).status).toBe(404);
    expect((await payByForm("1-x", "APRO")).status).toBe(404);
    expect((await payByJson((await createPreference()).id, "NADA")).status).toBe(422);
  });
});

describe("the return to the shop", () => {
  test.each([
    ["APRO", "approved", "success", "credit_card"],
    ["CONT", "pending", "pending", "ticket"],
    ["REVI", "in_process", "pending", "credit_card"],
  ])("after %s: status %s on the %s URL", async (outcome, status, kind, payment_type) => {
    const { id, body } = await createPreference();
    const response = await payByForm(id, outcome);
    expect(response.status).toBe(303);
    const [payment] = await paymentsOf(body.external_reference);
    const returnUrl = locationOf(response);
    expect(returnUrl.origin + returnUrl.pathname).toBe("http://norte.localhost:3000/orders/1");
    expect(Object.fromEntries(returnUrl.searchParams)).toEqual({
      mp: kind,
      collection_id: String(payment.id),
      collection_status: status,
      payment_id: String(payment.id),
      status,
      external_reference: body.external_reference,
      payment_type,
      merchant_order_id: payment.order.id,
      preference_id: id,
      site_id: "MLM",
      processing_mode: "aggregator",
      merchant_account_id: "null",
    });
  });

  test("without a payment has the text null for missing values", async () => {
    const { id } = await createPreference({ external_reference: undefined });
    const { text } = await server.call("GET", HOSTED_PAGE_PATH + id);
    const href = /class="button" href="([^"]+)"/.exec(text)![1]!.replaceAll("&amp;", "&");
    expect(Object.fromEntries(new URL(href).searchParams)).toEqual({
      mp: "failure",
      collection_id: "null",
      collection_status: "null",
      payment_id: "null",
      status: "null",
      external_reference: "null",
      payment_type: "null",
      merchant_order_id: "null",
      preference_id: id,
      site_id: "MLM",
      processing_mode: "aggregator",
      merchant_account_id: "null",
    });
  });
});

test("after a rejection the buyer may pay the same preference again", async () => {
  const { id, body } = await createPreference();
  const response = await payByForm(id, "FUND");
  expect(locationOf(response).pathname + locationOf(response).search).toBe(HOSTED_PAGE_PATH + id);
  const { text } = await server.call("GET", HOSTED_PAGE_PATH + id);
  expect(text).toContain("La tarjeta no tiene fondos suficientes.");
  expect(text).toContain("Pagar con tarjeta (aprobado)");
  expect(locationOf(await payByForm(id, "APRO")).searchParams.get("status")).toBe("approved");
  expect(await paymentsOf(body.external_reference)).toMatchObject([{ status: "approved" }, { status: "rejected" }]);
});

test("a button that is pressed twice pays once, and on a reloaded page it pays again", async () => {
  const { id, body } = await createPreference();
  const attempt = crypto.randomUUID();
  const [firstResponse, secondResponse] = await Promise.all([
    payByForm(id, "APRO", attempt),
    payByForm(id, "APRO", attempt),
  ]);
  expect(locationOf(secondResponse).href).toBe(locationOf(firstResponse).href);
  expect(await paymentsOf(body.external_reference)).toHaveLength(1);
  await payByForm(id, "APRO");
  expect(await paymentsOf(body.external_reference)).toHaveLength(2);
});

test("the button on the voucher's page approves the payment, and the page shows it as approved", async () => {
  const { id, body } = await createPreference();
  const { payment_id } = (await payByJson(id, "CONT")).json;
  const path = `/sandbox/mp/mlm/payments/ticket/helper?payment_id=${payment_id}`;
  const { text } = await server.call("GET", path);
  expect(text).toContain("$249.50");
  expect(text).toContain("Simular que ya pagué en la tienda");
  const response = await submit("/sandbox/mp/mlm/payments/ticket/helper", { payment_id: String(payment_id) });
  expect(locationOf(response).pathname + locationOf(response).search).toBe(path);
  expect(await paymentsOf(body.external_reference)).toMatchObject([{ status: "approved" }]);
  const paidPage = await server.call("GET", path);
  expect(paidPage.text).toContain("Aprobado");
  expect(paidPage.text).not.toContain("Simular que ya pagué");
  const cardPaymentId = (await payByJson((await createPreference()).id, "APRO")).json.payment_id;
  expect((await server.call("GET", path.replace(/\d+$/, String(cardPaymentId)))).status).toBe(404);
});

describe("the sandbox's panel", () => {
  test("shows the possible actions of each payment, and runs them", async () => {
    const { id, body } = await createPreference({ external_reference: "<b>norte</b>" });
    const { payment_id } = (await payByJson(id, "CONT")).json;
    const { text } = await server.call("GET", "/sandbox/mp");
    expect(text).toContain("&lt;b&gt;norte&lt;/b&gt;");
    const paymentHtml = text.split("<article>").find((part) => part.includes(`Pago ${payment_id}`))!;
    expect([...paymentHtml.matchAll(/name="action" value="(\w+)"/g)].map(([, name]) => name)).toEqual([
      "approve",
      "reject",
      "expire",
    ]);
    await submit("/sandbox/mp/panel", { intent: "change", action: "approve", payment_id: String(payment_id) });
    expect(await paymentsOf(body.external_reference)).toMatchObject([{ status: "approved" }]);
  });

  test("sets and clears the faults", async () => {
    await submit("/sandbox/mp/panel", { intent: "fault", api: "429", webhook: "hold" });
    const { json } = await server.call("GET", "/sandbox/mp/state.json");
    expect(json.fault).toEqual({ api: "429", webhook: ["hold"] });
    expect((await server.call("GET", "/sandbox/mp")).text).toMatch(/value="429" checked/);
    await submit("/sandbox/mp/panel", { intent: "fault", api: "" });
    expect((await server.call("GET", "/sandbox/mp/state.json")).json.fault).toEqual({ api: null, webhook: [] });
  });

  test("resends, duplicates and forges a notification", async () => {
    const { id, body } = await createPreference({ notification_url: "http://127.0.0.1:9/n?source_news=webhooks" });
    await payByJson(id, "APRO");
    const listDeliveries = async () =>
      (await server.call("GET", `/sandbox/mp/state.json?external_reference=${body.external_reference}`)).json
        .deliveries;
    const [{ id: deliveryId }] = await listDeliveries();
    for (const mode of ["duplicate", "forge", "resend"])
      await submit("/sandbox/mp/panel", { intent: mode, delivery: String(deliveryId) });
    expect(await listDeliveries()).toMatchObject([{ signing: "signed" }, { signing: "signed" }, { signing: "forged" }]);
  });
});

test.each([
  [{}, 422],
  [{ act: "approve" }, 422],
  [{ act: "fly", payment_id: 1 }, 422],
  [{ fault: { api: "slow" } }, 422],
  [{ act: "approve", payment_id: 1 }, 404],
])("the control responds to %j with %i", async (body, status) => {
  expect((await server.call("POST", "/sandbox/mp/control", { body })).status).toBe(status);
});

test("a body that is too large is refused", async () => {
  const { status } = await server.call("POST", PAY_PATH, {
    rawBody: `x=${"y".repeat(300_000)}`,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(status).toBe(413);
});

test("the browser script has valid syntax", async () => {
  const { text, headers } = await server.call("GET", "/sandbox/mp/js/v2");
  expect(headers.get("content-type")).toContain("text/javascript");
  expect(() => new Script(text)).not.toThrow();
});
