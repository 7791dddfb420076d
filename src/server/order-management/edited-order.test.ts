import { afterAll, beforeAll, expect, test } from "vitest";
import { formatMoney } from "../../domain/money.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { invoiceForStaff } from "../invoicing/invoice-order.ts";
import { moveOrder } from "../orders/move-order.ts";
import { findOrder } from "../orders/queries.ts";
import { LUCIA, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { Payer, type PlacedOrder } from "../testing/payer.ts";
import { createTestSize } from "../testing/test-size.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { editOrderLines, type OrderEdit } from "./edit-order-lines.ts";

let server: TestServer;
let payer: Payer;
beforeAll(async () => {
  server = await startTestServer();
  payer = new Payer(server);
});
afterAll(() => server.stop());

const createSize = () => createTestSize(server.app, { pieces: 9 });
const readOrder = async ({ id }: PlacedOrder) => (await findOrder(server.app.db, (await server.findShop()).id, id))!;

async function edit(order: PlacedOrder, lines: OrderEdit["lines"], changes: Partial<OrderEdit> = {}) {
  const result = await editOrderLines(server.app, await server.findShop(), order.id, {
    lines,
    staffDiscount: "keep",
    limitBps: 10_000,
    seen: null,
    expectedTotalCents: null,
    reason: "Nota interna",
    by: TEST_ACTOR,
    ...changes,
  });
  if (isRefusal(result)) throw new Error(result.refused);
  return result;
}

test("the email says what was added, removed and changed, both totals, and how to pay", async () => {
  const [hat, shirt] = [await createSize(), await createSize()];
  const order = await payer.placeOrder({ method: "TB", size: await createSize() });
  await edit(order, [
    { sizeId: hat.sizeId, pieces: 1 },
    { sizeId: shirt.sizeId, pieces: 2 },
  ]);
  // The emails of one run are sent in any order, so the first email is sent now.
  await runEmailJobs(server.app);
  const { beforeCents, afterCents } = await edit(order, [
    { sizeId: hat.sizeId, pieces: 0 },
    { sizeId: shirt.sizeId, pieces: 3 },
    { sizeId: order.size.sizeId, pieces: 2 },
  ]);
  await runEmailJobs(server.app);
  const { customer_email: email, reference } = await readOrder(order);
  const editMail = (await listMailsTo(server.app, email!)).find(({ subject }) => subject.startsWith("Cambiamos"));
  expect(editMail!.subject).toBe(`Cambiamos tu pedido #${reference}`);
  expect(editMail!.text).toContain("Quitamos 1 × ");
  expect(editMail!.text).toContain("llevas 3 en vez de 2");
  expect(editMail!.text).toContain(
    `El total era de ${formatMoney(beforeCents)} y ahora es de ${formatMoney(afterCents)}.`,
  );
  expect(editMail!.text).toContain("Transfiere el total nuevo");
  expect(editMail!.text).toContain(`/orders/${order.id}?key=`);
  expect(editMail!.text).not.toContain("Nota interna");
});

test("the email about an order to be paid online says that the old link is not valid", async () => {
  const order = await payer.placeOrder({ size: await createSize() });
  await edit(order, [{ sizeId: order.size.sizeId, pieces: 2 }]);
  await runEmailJobs(server.app);
  const mails = await listMailsTo(server.app, (await readOrder(order)).customer_email!);
  const mail = mails.find(({ subject }) => subject.startsWith("Cambiamos"));
  expect(mail!.text).toContain("el enlace de pago de antes ya no sirve");
});

test("an order that is cancelled before the email is sent gets no email about its edit", async () => {
  const order = await payer.placeOrder({ method: "TB", size: await createSize() });
  await edit(order, [{ sizeId: order.size.sizeId, pieces: 2 }]);
  await moveOrder(server.app, order.id, { to: "CANCELLED", actor: "x", reason: "x" });
  await runEmailJobs(server.app);
  const mails = await listMailsTo(server.app, (await readOrder(order)).customer_email!);
  expect(mails.some(({ subject }) => subject.startsWith("Cambiamos"))).toBe(false);
});

test("the customer's page has the new lines, and the order PDF can still be drawn", async () => {
  const hat = await createSize();
  const order = await payer.placeOrder({ method: "TB", size: await createSize() });
  const { afterCents } = await edit(order, [{ sizeId: hat.sizeId, pieces: 2 }]);
  const orderJson = await payer.readOrder(order);
  expect(orderJson.total).toBe(afterCents / 100);
  expect(orderJson.products).toHaveLength(2);
  expect(JSON.stringify(orderJson)).not.toContain("Nota interna");
  const pdfResponse = await server.call("GET", `/api/v1/orders/${order.id}/pdf`, { token: order.token });
  expect(pdfResponse.status).toBe(200);
});

test("the invoice of an edited order is for its new total", async () => {
  const hat = await createSize();
  const order = await payer.placeOrder({ method: "TB", size: await createSize() });
  const { afterCents } = await edit(order, [{ sizeId: hat.sizeId, pieces: 3 }], {
    staffDiscount: { rule: { kind: "percent", bps: 1_250 }, reason: "Detalle", limitBps: 10_000 },
  });
  for (const [to, trackingNumber] of [["PAYMENT_ACCEPTED"], ["SHIPPED", "MX1"]] as const) {
    const moveResult = await moveOrder(server.app, order.id, { to, actor: "x", reason: "x", trackingNumber });
    if (isRefusal(moveResult)) throw new Error(moveResult.refused);
  }
  const request = { receiver: LUCIA, email: null, by: TEST_ACTOR };
  const invoice = await invoiceForStaff(server.app, await server.findShop(), order.id, request);
  if (isRefusal(invoice)) throw new Error(invoice.refused);
  expect(invoice.totalCents).toBe(afterCents);
  expect(await listViolatedInvariants(server.app)).toEqual([]);
});
