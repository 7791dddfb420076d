import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moveOrder } from "../orders/move-order.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { Payer, type PlacedOrder } from "../testing/payer.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { listReceipts, refuseReceipts } from "./refuse-receipts.ts";
import { scheduleReminders } from "./payment-reminders.ts";

let server: TestServer;
let payer: Payer;
let png: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  payer = new Payer(server);
  png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
});
afterAll(() => server.stop());

const refusalInput = { answer: "La foto está borrosa: no se lee el monto.", actor: "Marta" };
const upload = ({ id, token }: PlacedOrder) =>
  server.call("POST", `/api/v1/orders/${id}/transfer-receipts`, {
    token,
    rawBody: png,
    headers: { "Content-Type": "image/png" },
  });
const listStates = async ({ id }: PlacedOrder) => (await listReceipts(server.app.db, id)).map(({ state }) => state);

async function readMailsAfterConfirmation({ id }: PlacedOrder) {
  await runEmailJobs(server.app);
  const { customer_email: email } = await server.app.db
    .selectFrom("orders")
    .select("customer_email")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const mails = await listMailsTo(server.app, email!);
  return mails.filter(({ subject }) => !subject.startsWith("Recibimos"));
}

test("the customer reads why a receipt was refused on the order's page and in an email, and can send another", async () => {
  const order = await payer.placeOrder({ method: "TB" });
  await upload(order);
  await upload(order);
  expect(await refuseReceipts(server.app, order.id, refusalInput)).toEqual({ receiptCount: 2 });
  const refusedReceipt = { state: "REJECTED", answer: refusalInput.answer };
  expect((await payer.readOrder(order)).transfer.receipts).toMatchObject([refusedReceipt, refusedReceipt]);
  expect(await listReceipts(server.app.db, order.id)).toMatchObject([
    { ...refusedReceipt, answered_by: "Marta", answered_at: expect.any(Date) },
    { ...refusedReceipt, answered_by: "Marta", answered_at: expect.any(Date) },
  ]);
  const [mail, ...otherMails] = await readMailsAfterConfirmation(order);
  expect(otherMails).toEqual([]);
  expect(mail!.subject).toBe(`No pudimos aceptar tu comprobante del pedido #${order.reference}`);
  expect(mail!.text).toContain(refusalInput.answer);
  const [, key] = new RegExp(`Subir otro comprobante: http[^ ]*/orders/${order.id}\\?key=([\\w-]+)`).exec(mail!.text)!;
  const secondUpload = await server.call("POST", `/api/v1/orders/${order.id}/transfer-receipts?key=${key}`, {
    rawBody: png,
  });
  expect(secondUpload.status, secondUpload.text).toBe(200);
  expect(await listStates(order)).toEqual(["REJECTED", "REJECTED", "SUBMITTED"]);
});

test("only receipts without an answer are refused", async () => {
  const order = await payer.placeOrder({ method: "TB" });
  expect(await refuseReceipts(server.app, order.id, refusalInput)).toEqual({ refused: "no_receipt_waiting" });
  await upload(order);
  await moveOrder(server.app, order.id, { to: "PAYMENT_ACCEPTED", actor: "Marta", reason: "Depósito visto" });
  expect(await refuseReceipts(server.app, order.id, refusalInput)).toEqual({ refused: "no_receipt_waiting" });
  expect(await listStates(order)).toEqual(["ACCEPTED"]);
});

test("a receipt that is accepted and refused at the same time gets one answer", async () => {
  for (let round = 0; round < 5; round++) {
    const order = await payer.placeOrder({ method: "TB" });
    await upload(order);
    const [, refuseResult] = await Promise.all([
      moveOrder(server.app, order.id, { to: "PAYMENT_ACCEPTED", actor: "Marta", reason: "Depósito visto" }),
      refuseReceipts(server.app, order.id, refusalInput),
    ]);
    expect(await listStates(order)).toEqual("refused" in refuseResult ? ["ACCEPTED"] : ["REJECTED"]);
  }
});

test("after a refusal at the last minute, a day is left for another receipt, and the customer is reminded of the deadline", async () => {
  const order = await payer.placeOrder({ method: "TB" });
  await upload(order);
  await sql`UPDATE orders SET created_at = now() - interval '72 hours', payment_due_at = now() + interval '1 minute'
    WHERE id = ${order.id}`.execute(server.app.db);
  await refuseReceipts(server.app, order.id, refusalInput);
  const remainingMs = new Date((await payer.readOrder(order)).payBy).getTime() - Date.now();
  expect(remainingMs / 3_600_000).toBeGreaterThan(23);
  await sql`UPDATE orders SET payment_due_at = now() + interval '11 hours' WHERE id = ${order.id}`.execute(
    server.app.db,
  );
  await scheduleReminders(server.app);
  expect((await readMailsAfterConfirmation(order)).map(({ subject }) => subject).toSorted()).toEqual([
    `No pudimos aceptar tu comprobante del pedido #${order.reference}`,
    `Tu pedido #${order.reference} espera tu pago`,
  ]);
});

test("accepted receipts do not count as receipts that staff have not answered", async () => {
  const order = await payer.placeOrder({ method: "TB" });
  for (let n = 0; n < 5; n++) expect((await upload(order)).status).toBe(200);
  await sql`UPDATE transfer_receipts SET state = 'ACCEPTED', answered_at = now(), answered_by = 'prueba'
    WHERE order_id = ${order.id}`.execute(server.app.db);
  expect((await upload(order)).status).toBe(200);
}, 60_000);

test("an order has at most five receipts that staff have not answered, and twenty in all", async () => {
  const order = await payer.placeOrder({ method: "TB" });
  const tooMany = { status: 409, json: { code: "RECEIPT_TOO_MANY" } };
  for (const round of [1, 2, 3, 4]) {
    for (let n = 0; n < 5; n++) expect((await upload(order)).status).toBe(200);
    if (round < 4) expect(await upload(order)).toMatchObject(tooMany);
    await refuseReceipts(server.app, order.id, refusalInput);
  }
  expect(await listStates(order)).toEqual(Array.from({ length: 20 }, () => "REJECTED"));
  expect(await upload(order)).toMatchObject(tooMany);
}, 60_000);
