import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { moveOrder } from "../orders/move-order.ts";
import { openShopWithPayer, type ShopWithPayer, type PlacedOrder, type Payer } from "../testing/payer.ts";

let server: ShopWithPayer;
let payer: Payer;
beforeAll(async () => {
  server = await openShopWithPayer();
  payer = server.payer;
});
afterAll(() => server.stop());
afterEach(() => payer.controlSandbox({ fault: { api: null, webhook: [] } }));

describe("a transfer", () => {
  const upload = (order: PlacedOrder, raw: Uint8Array, type: string) =>
    server.call("POST", `/api/v1/orders/${order.id}/transfer-receipts`, {
      token: order.token,
      rawBody: raw,
      headers: { "Content-Type": type },
    });
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
    "base64",
  );

  test("shows the customer the account, the exact amount, the reference and the deadline", async () => {
    const order = await payer.placeOrder({ method: "TB" });
    expect(order.preferenceId).toBeNull();
    expect((await payer.readOrder(order)).transfer).toMatchObject({
      amount: order.totalPesos,
      reference: order.reference.padStart(7, "0"),
      concept: `PEDIDO ${order.reference}`,
      accounts: [{ clabe: "002010077777777771" }],
      receipts: [],
    });
    expect((await server.call("GET", "/api/v1/app")).text).not.toContain("002010077777777771");
  });

  test("has a receipt, which is not a payment. Staff confirm the transfer, and a payment is recorded", async () => {
    const order = await payer.placeOrder({ method: "TB" });
    const deadlineBeforeMs = new Date((await payer.readOrder(order)).payBy).getTime();
    const response = await upload(order, png, "image/png");
    expect(response).toMatchObject({
      status: 200,
      json: { status: "WAITING_PAYMENT", transfer: { receipts: [{ state: "SUBMITTED" }] } },
    });
    expect(new Date(response.json.payBy).getTime()).toBeGreaterThan(deadlineBeforeMs + 20 * 3_600_000);
    await moveOrder(server.app, order.id, { to: "PAYMENT_ACCEPTED", actor: "Marta", reason: "Depósito visto" });
    expect(await payer.paymentsOf(order)).toMatchObject([
      { provider: "shop", state: "APPROVED", cents: Math.round(order.totalPesos * 100), actor: "Marta" },
    ]);
    await payer.expectConsistent(order);
  });

  test.each([
    ["a program", Buffer.from("MZ\u0000\u0000programa"), "image/png", 422],
    ["a page with the type of a picture", Buffer.from("<html><script>alert(1)</script>"), "image/jpeg", 422],
    ["a broken picture", png.subarray(0, 40), "image/png", 422],
    ["nothing", Buffer.alloc(0), "image/png", 422],
    ["too much", Buffer.alloc(5 * 1024 * 1024 + 1), "image/png", 413],
  ])("a receipt with invalid content is refused: %s", async (_, bytes, type, status) => {
    const order = await payer.placeOrder({ method: "TB" });
    expect((await upload(order, bytes, type)).status).toBe(status);
    expect((await payer.readOrder(order)).transfer.receipts).toEqual([]);
  });

  test("a receipt for an online order, or a sixth one, is refused", async () => {
    const onlineOrder = await payer.placeOrder();
    expect(await upload(onlineOrder, png, "image/png")).toMatchObject({
      status: 409,
      json: { code: "TRANSFER_NOT_EXPECTED" },
    });
    const order = await payer.placeOrder({ method: "TB" });
    for (let n = 0; n < 5; n++) expect((await upload(order, png, "image/png")).status).toBe(200);
    expect(await upload(order, png, "image/png")).toMatchObject({ status: 409, json: { code: "RECEIPT_TOO_MANY" } });
  });
});
