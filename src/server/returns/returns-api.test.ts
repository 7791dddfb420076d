import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { invoiceForStaff } from "../invoicing/invoice-order.ts";
import { creditGlobal } from "../invoicing/credit-global.ts";
import { findOrderIncome } from "../invoicing/order-income.ts";
import { creditReturn, findReturnCredit } from "../order-management/credit-return.ts";
import { createOrderKey } from "../orders/create-order-key.ts";
import { moveOrder } from "../orders/move-order.ts";
import { LUCIA, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { issueGlobalInvoiceOf } from "../testing/global-invoice.ts";
import { openShopWithPayer, type ShopWithPayer, type PlacedOrder } from "../testing/payer.ts";
import { runShopCommand } from "../testing/run-shop-command.ts";
import { markOrderDelivered, createTestOrder } from "../testing/test-order.ts";
import { requestReturn } from "./request-return.ts";
import { availableOf } from "../testing/test-size.ts";

let server: ShopWithPayer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "escaparate-returns-"));
  server = await openShopWithPayer();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runShopCommand(server.databaseConfig, folder, ["return", ...args]);

function unwrap<T>(outcome: T): Exclude<T, { refused: string }> {
  if (isRefusal(outcome)) throw new Error(outcome.refused);
  return outcome as Exclude<T, { refused: string }>;
}

async function createShippedOrderPaidOnline(): Promise<PlacedOrder> {
  const order = await server.payer.placeOrder();
  await server.payer.pay(order.preferenceId, "APRO");
  await server.payer.waitForStatus(order, "PAYMENT_ACCEPTED");
  const shipMove = { to: "SHIPPED", actor: "prueba", reason: "Prueba", trackingNumber: order.reference } as const;
  unwrap(await moveOrder(server.app, order.id, shipMove));
  await markOrderDelivered(server, order.id, new Date());
  return order;
}

const refundRequest = (attributeId: string) => ({
  lines: [{ attributeId, quantity: 1, reason: "SIZE_TOO_LARGE", wish: "REFUND" }],
  note: "Está nueva",
});

test("a guest requests a return with the order's key, staff settle it at the console, and the provider refunds it", async () => {
  const order = await createShippedOrderPaidOnline();
  const { customer_id: customerId } = await server.app.db
    .selectFrom("orders")
    .select("customer_id")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  const key = unwrap(await createOrderKey(server.app, await server.findShop(), { orderId: order.id, customerId }));
  const url = `/api/v1/orders/${order.id}/returns?key=${key}`;
  const choice = (await server.call("GET", url)).json;
  expect(choice).toMatchObject({
    returns: [],
    returnable: { code: null, lines: [{ attributeId: order.size.sizeId, quantity: 1, refund: 100 }] },
  });
  const requestResponse = await server.call("POST", url, { body: refundRequest(order.size.sizeId) });
  expect(requestResponse).toMatchObject({
    status: 200,
    json: { return: { state: "ASKED", refund: 100, wayBackBy: "customer" } },
  });
  const number = String(requestResponse.json.return.number);
  expect((await server.call("POST", url, { body: refundRequest(order.size.sizeId) })).json.code).toBe(
    "TOO_MANY_PIECES",
  );

  expect(await run("receive", number, "--restock", "all")).toMatchObject({ status: 1 });
  const instructions = "Mándala a Durango 150, Roma Norte.";
  const settings = ["settings", "set", "--shop", "matriz", "returns.instructions", instructions];
  expect(await runShopCommand(server.databaseConfig, folder, settings)).toMatchObject({ status: 0 });
  expect(await run("approve", number)).toMatchObject({ status: 0, stderr: "" });
  await expect
    .poll(async () => (await server.call("GET", url)).json.returns[0], { timeout: 10_000 })
    .toMatchObject({ state: "APPROVED", instructions });
  expect((await run("receive", number)).status).toBe(2);
  expect((await run("receive", number, "--restock", "all", "--write-off", "all")).status).toBe(2);
  expect(await run("receive", number, "--restock", "all")).toMatchObject({ status: 0, stderr: "" });
  expect(await availableOf(server.app, order.size.sizeId)).toBe(1);
  expect(await run("settle", number, "--paid", "transfer")).toMatchObject({ status: 1 });

  // The provider is down: the return is settled, its money pending, and the job sends it later.
  await server.payer.controlSandbox({ fault: { api: "500" } });
  expect((await run("settle", number, "--paid", "provider")).stdout).toContain("en camino");
  expect(await run("settle", number, "--paid", "provider")).toMatchObject({ status: 1 });
  const readReturn = async () => (await server.call("GET", url)).json.returns[0];
  expect(await readReturn()).toMatchObject({ state: "SETTLED", refundState: "pending", paidBy: "provider" });
  await server.payer.controlSandbox({ fault: { api: null } });
  await expect.poll(async () => (await readReturn()).refundState, { timeout: 40_000 }).toBe("done");
  expect(await server.payer.listFlags(order)).toEqual([]);
  await server.payer.expectConsistent(order);
  expect((await run("list", "--state", "SETTLED")).stdout).toContain(number);
}, 90_000);

test("invalid input is reported at its field, and refusals have the codes of the contract", async () => {
  const undeliveredCase = await createTestOrder(server, { deliveredAt: null });
  const { sizeId } = undeliveredCase.sizes[0]!;
  const postReturn = ({ order, guest }: typeof undeliveredCase, body: unknown) =>
    server.call("POST", `/api/v1/orders/${order.id}/returns`, { token: guest.token, body });
  expect(await postReturn(undeliveredCase, refundRequest(sizeId))).toMatchObject({
    status: 409,
    json: { code: "NOT_DELIVERED" },
  });
  const lateCase = await createTestOrder(server, { deliveredAt: new Date(Date.now() - 50 * 24 * 3_600_000) });
  expect((await postReturn(lateCase, refundRequest(lateCase.sizes[0]!.sizeId))).json.code).toBe("RETURN_WINDOW_OVER");
  const deliveredCase = await createTestOrder(server);
  expect((await postReturn(deliveredCase, refundRequest(sizeId))).json.code).toBe("NOT_RETURNABLE");
  const line = { attributeId: deliveredCase.sizes[0]!.sizeId, quantity: 1, reason: "OTHER", wish: "REFUND" };
  for (const [body, field] of [
    [{ lines: [] }, "lines"],
    [{ lines: [{ ...line, quantity: 0 }] }, "lines.0.quantity"],
    [{ lines: [{ ...line, quantity: 1.5 }] }, "lines.0.quantity"],
    [{ lines: [{ ...line, reason: "BORED" }] }, "lines.0.reason"],
    [{ lines: [{ ...line, wish: "EXCHANGE" }] }, "lines.0.newAttributeId"],
    [{ lines: [line], clabe: "123456789012345678" }, "clabe"],
  ] as const) {
    const response = await postReturn(deliveredCase, body);
    expect([response.status, response.json.errors?.[0]?.path], JSON.stringify(body)).toEqual([422, field]);
  }
  const exchange = { ...line, wish: "EXCHANGE", newAttributeId: "nada" };
  expect((await postReturn(deliveredCase, { lines: [exchange] })).json.code).toBe("EXCHANGE_NOT_SOLD");

  const requestedReturn = (await postReturn(deliveredCase, { lines: [line], clabe: "002 010 07777777777 1" })).json
    .return;
  const url = `/api/v1/orders/${deliveredCase.order.id}/returns/${requestedReturn._id}`;
  const { token } = deliveredCase.guest;
  expect((await server.call("POST", `${url}/guide`, { token, body: { guide: "MX1" } })).json.code).toBe(
    "RETURN_CHANGED",
  );
  expect((await server.call("POST", `${url}/cancel`, { token })).json.return.state).toBe("CANCELLED");
  expect((await server.call("POST", `${url}/cancel`, { token })).json.code).toBe("RETURN_CHANGED");
  expect(await listViolatedInvariants(server.app)).toEqual([]);
});

test("a return window below the legal minimum is refused, also by the database", async () => {
  const setWindowDays = (value: string) =>
    runShopCommand(server.databaseConfig, folder, ["settings", "set", "--shop", "matriz", "returns.windowDays", value]);
  expect((await setWindowDays("4")).status).toBe(1);
  await expect(
    server.app.db
      .updateTable("shops")
      .set({ settings: JSON.stringify({ returns: { windowDays: 2 } }) })
      .where("key", "=", "matriz")
      .execute(),
  ).rejects.toMatchObject({ constraint: "shops_return_window" });
});

test("a return of an order in a global invoice of an earlier month is credited against that global invoice", async () => {
  const [{ order, sizes }, otherCase] = [await createTestOrder(server), await createTestOrder(server)];
  const { global } = await issueGlobalInvoiceOf(server, [order, otherCase.order], 40);
  const headOffice = await server.findShop();
  const lines = [
    { sizeId: sizes[0]!.sizeId, pieces: 1, reason: "STYLE" as const, wish: "REFUND" as const, newSizeId: null },
  ];
  const requestedReturn = unwrap(
    await requestReturn(server.app, headOffice, { orderId: order.id, lines, note: "", clabe: null, by: null }),
  );
  for (const step of [["approve"], ["receive", "--restock", "all"], ["settle", "--paid", "transfer"]]) {
    const [command, ...options] = step;
    expect(await run(command!, String(requestedReturn.number), ...options)).toMatchObject({ status: 0, stderr: "" });
  }
  const settledReturn = { orderId: order.id, state: "SETTLED" } as const;
  expect(await findReturnCredit(server.app.db, settledReturn)).toEqual({
    orderId: order.id,
    invoiceId: global.id,
    isGlobal: true,
    dueCents: 300_00,
  });
  // The order has no own invoice whose lines could be credited. The global invoice is credited instead.
  const returnCreditResult = await creditReturn(server.app, requestedReturn.id, { seenCents: 300_00, by: TEST_ACTOR });
  expect(returnCreditResult).toEqual({ refused: "nothing_to_credit" });
  unwrap(await creditGlobal(server.app, global.id, TEST_ACTOR));
  const creditNotes = await server.app.db
    .selectFrom("invoices")
    .select(["kind", "order_id", "total_cents", "xml"])
    .where("relates_to_id", "=", global.id)
    .execute();
  // The credit note is for this order alone, not for the one without a return.
  expect(creditNotes).toMatchObject([{ kind: "creditNote", order_id: order.id, total_cents: 300_00 }]);
  expect(creditNotes[0]!.xml).toContain(global.uuid!);
  expect(await findReturnCredit(server.app.db, settledReturn)).toBeNull();
  const otherIncome = await findOrderIncome(server.app.db, otherCase.order.id);
  expect(otherIncome).toMatchObject({ creditedCents: 0, declaredCents: otherIncome.keptCents });
  expect(await listViolatedInvariants(server.app)).toEqual([]);
});

test("the credit note of an invoiced order is for the refunded amount and the returned pieces", async () => {
  const { order, sizes } = await createTestOrder(server);
  const headOffice = await server.findShop();
  const invoice = unwrap(
    await invoiceForStaff(server.app, headOffice, order.id, { receiver: LUCIA, email: null, by: TEST_ACTOR }),
  );
  const lines = [
    { sizeId: sizes[0]!.sizeId, pieces: 1, reason: "STYLE" as const, wish: "REFUND" as const, newSizeId: null },
  ];
  const requestedReturn = unwrap(
    await requestReturn(server.app, headOffice, { orderId: order.id, lines, note: "", clabe: null, by: null }),
  );
  for (const step of [["approve"], ["receive", "--restock", "all"], ["settle", "--paid", "transfer"]]) {
    const [command, ...options] = step;
    expect(await run(command!, String(requestedReturn.number), ...options)).toMatchObject({ status: 0, stderr: "" });
  }
  const settledReturn = { orderId: order.id, state: "SETTLED" } as const;
  const expected = { orderId: order.id, invoiceId: invoice.id, isGlobal: false, dueCents: 300_00 };
  expect(await findReturnCredit(server.app.db, settledReturn)).toEqual(expected);
  const creditNote = unwrap(await creditReturn(server.app, requestedReturn.id, { seenCents: 300_00, by: TEST_ACTOR }));
  expect([creditNote.kind, creditNote.totalCents]).toEqual(["creditNote", 300_00]);
  expect(creditNote.sealedXml).toMatch(/TipoRelacion="03"/);
  expect(await findReturnCredit(server.app.db, settledReturn)).toBeNull();
  expect(await listViolatedInvariants(server.app)).toEqual([]);
});
