import { MerchantOrder, Payment, PaymentMethod } from "mercadopago";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMercadoPagoClients, makePreferenceBody, createSdkConfig } from "../../../testing/mercado-pago.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";
import { SANDBOX_ACCESS_TOKEN, SANDBOX_COLLECTOR_ID } from "./credentials.ts";

const WIRE_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-06:00$/;

let server: TestServer;
let mp: ReturnType<typeof createMercadoPagoClients>;
beforeAll(async () => {
  server = await startTestServer();
  mp = createMercadoPagoClients(server.origin);
});
afterAll(() => server.stop());

async function pay(outcome = "APRO", body = makePreferenceBody()): Promise<number> {
  const preference = await mp.preference().create({ body });
  const { json } = await server.call("POST", "/sandbox/mp/checkout/v1/pay", {
    body: { pref_id: preference.id, outcome },
  });
  return json.payment_id;
}
const control = (body: unknown) => server.call("POST", "/sandbox/mp/control", { body });
const callApi = (method: string, path: string, options: { body?: unknown; key?: string; token?: string } = {}) =>
  server.call(method, `/sandbox/mp${path}`, {
    body: options.body,
    token: options.token ?? SANDBOX_ACCESS_TOKEN,
    headers: options.key ? { "X-Idempotency-Key": options.key } : {},
  });

describe("credentials", () => {
  test.each([
    [undefined, "Must provide your access_token to proceed"],
    ["APP_USR-of-another-account", "invalid access token"],
  ])("the token %s is refused with the provider's error format", async (token, message) => {
    const { status, json } = await server.call("GET", "/sandbox/mp/v1/payments/1", { token });
    expect(status).toBe(401);
    expect(json).toMatchObject({ message, error: "unauthorized", status: 401 });
    expect(json.cause[0]).toMatchObject({ description: message, data: null });
  });

  test("the SDK reports a wrong token with its own error type", async () => {
    const unauthorizedClient = new Payment(createSdkConfig(server.origin, {}, "APP_USR-wrong"));
    await expect(unauthorizedClient.get({ id: 1 })).rejects.toMatchObject({
      name: "MPAuthenticationError",
      status: 401,
    });
  });
});

describe("a preference", () => {
  test("is created, found and changed, with links on the customer's origin", async () => {
    const body = makePreferenceBody({ metadata: { order_id: "7" }, statement_descriptor: "ESCAPARATE" });
    const createdPreference = await mp.preference().create({ body });
    expect(createdPreference.api_response.status).toBe(201);
    expect(createdPreference.id).toMatch(new RegExp(`^${SANDBOX_COLLECTOR_ID}-[0-9a-f-]{36}$`));
    expect(createdPreference.init_point).toBe(
      `http://norte.localhost:3000/sandbox/mp/checkout/v1/redirect?pref_id=${createdPreference.id}`,
    );
    expect(createdPreference).toMatchObject({
      ...body,
      sandbox_init_point: createdPreference.init_point,
      collector_id: SANDBOX_COLLECTOR_ID,
      site_id: "MLM",
      date_created: expect.stringMatching(WIRE_DATE),
    });
    const end = "2026-11-22T12:00:00.000-06:00";
    const changedPreference = await mp.preference().update({
      id: createdPreference.id!,
      updatePreferenceRequest: { expires: true, expiration_date_to: end } as never,
    });
    expect(changedPreference.api_response.status).toBe(200);
    const foundPreference = await mp.preference().get({ preferenceId: createdPreference.id! });
    expect(foundPreference).toMatchObject({
      ...body,
      id: createdPreference.id,
      expires: true,
      expiration_date_to: end,
    });
    const searchResponse = await mp.preference().search({ options: { external_reference: body.external_reference } });
    expect(searchResponse).toMatchObject({ total: 1, elements: [{ id: createdPreference.id }] });
  });

  test.each([
    [{ auto_return: "approved", back_urls: undefined }, "invalid_auto_return"],
    [{ items: [] }, "invalid_items"],
    [{ items: [{ id: "1", title: "Descuento", quantity: 1, unit_price: -5 }] }, "invalid_items"],
    [{ notification_url: "not a URL" }, "invalid_notification_url"],
    [{ back_urls: { success: "javascript:alert(1)" } }, "invalid_back_urls"],
    [{ expiration_date_to: "mañana" }, "invalid_expiration_date"],
  ])("with %j is refused", async (change, error) => {
    await expect(mp.preference().create({ body: makePreferenceBody(change) })).rejects.toMatchObject({
      status: 400,
      error,
    });
  });

  test("is created once per key, and the same key with another body is a conflict", async () => {
    const body = makePreferenceBody();
    const key = crypto.randomUUID();
    const [firstResponse, secondResponse] = await Promise.all([
      callApi("POST", "/checkout/preferences/", { body, key }),
      callApi("POST", "/checkout/preferences", { body, key }),
    ]);
    expect([firstResponse.status, secondResponse.status]).toEqual([201, 201]);
    expect(secondResponse.json).toEqual(firstResponse.json);
    const otherBodyResponse = await callApi("POST", "/checkout/preferences", { body: makePreferenceBody(), key });
    expect(otherBodyResponse.status).toBe(409);
  });

  test("that does not exist is not found", async () => {
    await expect(mp.preference().get({ preferenceId: "1-x" })).rejects.toMatchObject({
      status: 404,
      error: "not_found",
    });
  });
});

describe("a payment", () => {
  test.each([
    ["APRO", "approved", "accredited"],
    ["OTHE", "rejected", "cc_rejected_other_reason"],
    ["CALL", "rejected", "cc_rejected_call_for_authorize"],
    ["FUND", "rejected", "cc_rejected_insufficient_amount"],
    ["SECU", "rejected", "cc_rejected_bad_filled_security_code"],
    ["EXPI", "rejected", "cc_rejected_bad_filled_date"],
    ["FORM", "rejected", "cc_rejected_bad_filled_other"],
    ["REVI", "in_process", "pending_review_manual"],
    ["CONT", "pending", "pending_waiting_payment"],
  ])("with the outcome %s is %s/%s", async (outcome, status, status_detail) => {
    const id = await pay(outcome);
    expect(await mp.payment().get({ id })).toMatchObject({ id, status, status_detail });
  });

  test("contains what the shop stores", async () => {
    const body = makePreferenceBody({ metadata: { order_id: "7" }, payer: { email: "ana@ejemplo.mx" } });
    body.items.push({ id: "2", title: "Envío", quantity: 3, unit_price: 33.33 });
    const payment = await mp.payment().get({ id: await pay("APRO", body) });
    expect(payment).toMatchObject({
      id: expect.any(Number),
      transaction_amount: 349.49,
      transaction_amount_refunded: 0,
      currency_id: "MXN",
      payment_type_id: "credit_card",
      external_reference: body.external_reference,
      collector_id: SANDBOX_COLLECTOR_ID,
      live_mode: false,
      date_created: expect.stringMatching(WIRE_DATE),
      date_approved: expect.stringMatching(WIRE_DATE),
      date_last_updated: expect.stringMatching(WIRE_DATE),
      date_of_expiration: null,
      payer: { email: "ana@ejemplo.mx" },
      metadata: { order_id: "7" },
      transaction_details: { total_paid_amount: 349.49 },
      refunds: [],
    });
  });

  test("in a convenience store has a voucher's URL and reference, and the preference's deadline", async () => {
    const deadline = "2031-01-02T23:59:59.000-06:00";
    const id = await pay("CONT", makePreferenceBody({ date_of_expiration: deadline }));
    expect(await mp.payment().get({ id })).toMatchObject({
      payment_type_id: "ticket",
      payment_method_id: "oxxo",
      date_approved: null,
      date_of_expiration: deadline,
      transaction_details: {
        external_resource_url: `http://norte.localhost:3000/sandbox/mp/mlm/payments/ticket/helper?payment_id=${id}`,
        payment_method_reference_id: expect.stringMatching(/^\d{14}$/),
      },
    });
  });

  test("that does not exist is not found", async () => {
    await expect(mp.payment().get({ id: 1 })).rejects.toMatchObject({ status: 404, causes: [{ code: 2000 }] });
    expect((await callApi("GET", "/v1/payments/x")).status).toBe(404);
  });

  test("past its voucher's deadline ends automatically as cancelled/expired", async () => {
    const id = await pay("CONT", makePreferenceBody({ date_of_expiration: "2020-01-01T00:00:00.000-06:00" }));
    await expect
      .poll(() => mp.payment().get({ id }), { timeout: 15_000 })
      .toMatchObject({ status: "cancelled", status_detail: "expired" });
  });

  test.each(["CONT", "REVI"])("with the outcome %s can be cancelled once", async (outcome) => {
    const id = await pay(outcome);
    const cancelledPayment = await mp.payment().cancel({ id });
    expect(cancelledPayment).toMatchObject({ id, status: "cancelled", status_detail: "by_collector" });
    await expect(mp.payment().cancel({ id })).rejects.toMatchObject({ status: 400, causes: [{ code: 2063 }] });
  });

  test.each(["APRO", "OTHE"])("with the outcome %s cannot be cancelled", async (outcome) => {
    const id = await pay(outcome);
    await expect(mp.payment().cancel({ id })).rejects.toMatchObject({
      status: 400,
      error: "bad_request",
      message: "The action requested is not valid for the current payment state",
    });
  });

  test("that is approved and cancelled at the same time ends in one of the two", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await pay("CONT");
      const [approveResponse, cancelResponse] = await Promise.all([
        control({ act: "approve", payment_id: id }),
        callApi("PUT", `/v1/payments/${id}`, { body: { status: "cancelled" } }),
      ]);
      expect(approveResponse.status + cancelResponse.status).toBe(200 + 400);
      const { status } = await mp.payment().get({ id });
      expect(status).toBe(approveResponse.status === 200 ? "approved" : "cancelled");
    }
  });

  test("has a later date after every change", async () => {
    const id = await pay("CONT");
    const dates: string[] = [];
    dates.push((await mp.payment().get({ id })).date_last_updated!);
    for (const action of ["approve", "chargeback", "cb_lost"]) {
      expect((await control({ act: action, payment_id: id })).status).toBe(200);
      dates.push((await mp.payment().get({ id })).date_last_updated!);
    }
    expect(new Set(dates).size).toBe(4);
    expect([...dates].sort()).toEqual(dates);
    expect(await mp.payment().get({ id })).toMatchObject({ status: "charged_back", status_detail: "settled" });
  });
});

describe("refunds", () => {
  const refund = (id: number, amount?: number, key: string = crypto.randomUUID()) =>
    callApi("POST", `/v1/payments/${id}/refunds`, { body: amount === undefined ? {} : { amount }, key });

  test("in parts add up to the whole", async () => {
    const id = await pay();
    const firstRefund = await mp.refund().create({ payment_id: id, body: { amount: 100.1 } });
    expect(firstRefund).toMatchObject({ payment_id: id, amount: 100.1, status: "approved", id: expect.any(Number) });
    expect(await mp.payment().get({ id })).toMatchObject({
      status: "approved",
      status_detail: "partially_refunded",
      transaction_amount_refunded: 100.1,
      refunds: [{ id: firstRefund.id, amount: 100.1 }],
    });
    expect((await refund(id, 149.41)).json).toMatchObject({ status: 400, cause: [{ code: 2017 }] });
    expect((await refund(id, 149.4)).status).toBe(201);
    expect(await mp.payment().get({ id })).toMatchObject({
      status: "refunded",
      status_detail: "refunded",
      transaction_amount: 249.5,
      transaction_amount_refunded: 249.5,
    });
    expect((await refund(id)).json).toMatchObject({ status: 400, cause: [{ code: 2063 }] });
    expect([...(await mp.refund().list({ payment_id: id }))]).toMatchObject([{ amount: 100.1 }, { amount: 149.4 }]);
  });

  test("without an amount are of the whole payment", async () => {
    const id = await pay();
    expect(await mp.refund().total({ payment_id: id })).toMatchObject({ amount: 249.5 });
  });

  test("with the same key are made once, and a repeated request gets the same response", async () => {
    const id = await pay();
    const key = crypto.randomUUID();
    const [firstResponse, secondResponse] = await Promise.all([refund(id, 50, key), refund(id, 50, key)]);
    expect(firstResponse.json).toEqual(secondResponse.json);
    expect(firstResponse.status).toBe(secondResponse.status);
    expect((await mp.payment().get({ id })).transaction_amount_refunded).toBe(50);
  });

  test("that are concurrent never exceed what was paid", async () => {
    const id = await pay();
    const answers = await Promise.all([refund(id, 200), refund(id, 200), refund(id, 200)]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
  });

  test.each(["CONT", "OTHE", "REVI"])("of an unpaid payment (%s) are refused", async (outcome) => {
    expect((await refund(await pay(outcome), 10)).json).toMatchObject({ status: 400, cause: [{ code: 2063 }] });
  });

  test.each([0, -1, 0.001, "10"])("of %s pesos are refused", async (amount) => {
    expect((await refund(await pay(), amount as number)).json).toMatchObject({ cause: [{ code: 2017 }] });
  });

  test("without a key are refused", async () => {
    const { json } = await callApi("POST", `/v1/payments/${await pay()}/refunds`, { body: {} });
    expect(json).toMatchObject({ status: 400, cause: [{ code: 4292 }] });
  });
});

describe("search", () => {
  test("finds all payments of a reference, in order and in pages", async () => {
    const body = makePreferenceBody();
    const ids = [await pay("OTHE", body), await pay("CONT", body), await pay("APRO", body)];
    await pay();
    const options = { external_reference: body.external_reference, sort: "date_created", criteria: "desc" } as const;
    const searchResponse = await mp.payment().search({ options });
    expect(searchResponse.paging).toEqual({ total: 3, limit: 30, offset: 0 });
    expect(searchResponse.results!.map(({ id }) => id)).toEqual(ids.toReversed());
    const page = await mp.payment().search({ options: { ...options, criteria: "asc", offset: 1, limit: 1 } });
    expect(page).toMatchObject({ paging: { total: 3, limit: 1, offset: 1 }, results: [{ id: ids[1] }] });
  });

  test("finds by the date of the last change", async () => {
    const body = makePreferenceBody();
    const id = await pay("CONT", body);
    const { date_last_updated } = await mp.payment().get({ id });
    const since = new Date(Date.parse(date_last_updated!) + 1).toISOString();
    const search = (begin_date: string, end_date = "NOW") =>
      mp.payment().search({
        options: { external_reference: body.external_reference, range: "date_last_updated", begin_date, end_date },
      });
    expect((await search("NOW-3DAYS")).paging!.total).toBe(1);
    await control({ act: "approve", payment_id: id });
    expect((await search(since)).paging!.total).toBe(1);
    expect((await search("2020-01-01T00:00:00.000-06:00", "2020-01-02T00:00:00.000-06:00")).results).toEqual([]);
    await expect(search("ayer")).rejects.toMatchObject({ status: 400, causes: [{ code: 1001 }] });
  });
});

test("a merchant order sums its preference's payments", async () => {
  const body = makePreferenceBody();
  const preference = await mp.preference().create({ body });
  const payPreference = async (outcome: string): Promise<number> =>
    (await server.call("POST", "/sandbox/mp/checkout/v1/pay", { body: { pref_id: preference.id, outcome } })).json
      .payment_id;
  await payPreference("OTHE");
  const { order } = await mp.payment().get({ id: await payPreference("CONT") });
  const merchantOrderClient = new MerchantOrder(createSdkConfig(server.origin));
  const merchantOrderId = String(order!.id);
  expect(await merchantOrderClient.get({ merchantOrderId })).toMatchObject({
    status: "opened",
    order_status: "payment_in_process",
  });
  await payPreference("APRO");
  expect(await merchantOrderClient.get({ merchantOrderId })).toMatchObject({
    preference_id: preference.id,
    external_reference: body.external_reference,
    status: "closed",
    order_status: "paid",
    paid_amount: 249.5,
    total_amount: 249.5,
    payments: [{ status: "rejected" }, { status: "pending" }, { status: "approved" }],
  });
});

test("a chargeback can be read", async () => {
  const id = await pay();
  await control({ act: "chargeback", payment_id: id });
  const { db } = server.app.mercadoPagoSandbox!;
  const chargebackQuery = db.selectFrom("sandbox.mp_chargebacks").select("id").where("payment_id", "=", id);
  const { json } = await callApi("GET", `/v1/chargebacks/${(await chargebackQuery.executeTakeFirstOrThrow()).id}`);
  expect(json).toMatchObject({ payment_id: id, amount: 249.5, status: "in_process" });
});

test("the payment methods are a card, and a voucher with a minimum and a maximum", async () => {
  const methods = (await new PaymentMethod(createSdkConfig(server.origin)).get()) as unknown as object[];
  expect([...methods]).toMatchObject([
    { id: "master", payment_type_id: "credit_card" },
    {
      id: "oxxo",
      payment_type_id: "ticket",
      min_allowed_amount: expect.any(Number),
      max_allowed_amount: expect.any(Number),
    },
  ]);
});

describe("a failing API", () => {
  const setFault = (api: string | null) => control({ fault: { api } });
  const createPreference = () => mp.preference().create({ body: makePreferenceBody() });

  test.each([
    ["down", { name: "MPConnectionError" }],
    ["500", { name: "MPServerError", status: 500 }],
    ["429", { name: "MPRateLimitError", status: 429, retryAfter: 1 }],
    ["hang", { name: "MPConnectionError" }],
  ])("with «%s» fails like the real one", async (api, error) => {
    await setFault(api);
    await expect(createPreference()).rejects.toMatchObject(error);
    await setFault(null);
    await expect(createPreference()).resolves.toMatchObject({ site_id: "MLM" });
  });

  test("with «html» responds with a page, which the SDK reads as an empty response", async () => {
    await setFault("html");
    const response = await createPreference();
    await setFault(null);
    expect(response.id).toBeUndefined();
  });

  test("with «stallbody» does what was requested, and the response stops half-way", async () => {
    const id = await pay();
    await setFault("stallbody");
    const key = crypto.randomUUID();
    const stalledRefund = mp
      .refund()
      .create({ payment_id: id, body: { amount: 20 }, requestOptions: { idempotencyKey: key } });
    expect((await stalledRefund).id).toBeUndefined();
    await setFault(null);
    const repeatedRefund = await mp
      .refund()
      .create({ payment_id: id, body: { amount: 20 }, requestOptions: { idempotencyKey: key } });
    expect(repeatedRefund).toMatchObject({ amount: 20 });
    expect((await mp.payment().get({ id })).transaction_amount_refunded).toBe(20);
  });

  test("does not affect the hosted page and the control", async () => {
    const preference = await createPreference();
    await setFault("down");
    expect((await server.call("GET", `/sandbox/mp/checkout/v1/redirect?pref_id=${preference.id}`)).status).toBe(200);
    const { status } = await server.call("POST", "/sandbox/mp/checkout/v1/pay", {
      body: { pref_id: preference.id, outcome: "APRO" },
    });
    expect(status).toBe(200);
    expect((await server.call("GET", "/sandbox/mp")).status).toBe(200);
    expect((await setFault(null)).json.fault).toEqual({ api: null, webhook: [] });
  });
});
