import { findViolations } from "../db/audit-check.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { daysOf, type ChosenPeriod } from "../../domain/global-period.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import { CHECKS } from "../audit/checks.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import type { Tx } from "../db/connect.ts";
import { joinOrders } from "../order-management/join-orders.ts";
import { withdrawTransferRefund } from "../order-management/withdraw-transfer-refund.ts";
import { moveOrder } from "../orders/move-order.ts";
import {
  createStampedInvoice,
  LUCIA,
  refundTransfer,
  createShippedOrder,
  TEST_ACTOR,
} from "../testing/invoiced-order.ts";
import { openShopWithPayer, type ShopWithPayer } from "../testing/payer.ts";
import { cancelInvoice } from "./cancel-invoice.ts";
import { findCreditDue } from "./credit-due.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { listDisputes } from "./list-disputes.ts";
import { invoiceForStaff } from "./invoice-order.ts";
import { issueGlobalInvoice, listUndeclaredSales } from "./issue-global-invoice.ts";
import { findIssuer } from "./issuers.ts";
import { findOrderIncome } from "./order-income.ts";
import type { Invoice } from "./queries.ts";
import { replaceInvoice } from "./replace-invoice.ts";

let server: ShopWithPayer;
beforeAll(async () => {
  server = await openShopWithPayer();
});
afterAll(async () => {
  const violatedInvariants = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violatedInvariants).toEqual([]);
});

function expectNoRefusal<Value extends object>(result: Value): Exclude<Value, { refused: string }> {
  if (isRefusal(result)) throw new Error(result.refused);
  return result as Exclude<Value, { refused: string }>;
}

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
/** The period of one day, in the shop's time zone. */
const dayPeriod = (daysAgo: number): ChosenPeriod => ({
  periodLength: "day",
  day: formatLocalTime(new Date(Date.now() - daysAgo * 86_400_000), "America/Mexico_City").slice(0, 10),
});

async function move(id: string, to: "PAYMENT_ACCEPTED" | "SHIPPED"): Promise<void> {
  const moveResult = await moveOrder(server.app, id, { to, actor: "prueba", reason: "prueba", trackingNumber: "MX1" });
  if (isRefusal(moveResult)) throw new Error(moveResult.refused);
}

/** Makes the customer of the first order the customer of the second one, too. */
async function assignCustomer(first: { id: string }, second: { id: string }): Promise<void> {
  await sql`UPDATE orders SET customer_id = (SELECT customer_id FROM orders WHERE id = ${first.id}), claimed_from_customer_id = customer_id
    WHERE id = ${second.id}`.execute(server.app.db);
}

async function join(joiningOrder: { id: string }, receivingOrder: { id: string }) {
  return expectNoRefusal(
    await joinOrders(server.app, { orderId: joiningOrder.id, intoId: receivingOrder.id, actor: "prueba" }),
  );
}

/** Two orders paid by transfer, joined. */
async function createJoinedOrders() {
  const [joiningOrder, receivingOrder] = [
    await server.payer.placeOrder({ method: "TB" }),
    await server.payer.placeOrder({ method: "TB" }),
  ];
  await assignCustomer(joiningOrder, receivingOrder);
  for (const order of [joiningOrder, receivingOrder]) await move(order.id, "PAYMENT_ACCEPTED");
  return { joiningOrder, receivingOrder, ...(await join(joiningOrder, receivingOrder)) };
}

async function createInvoice(orderId: string): Promise<Invoice> {
  const request = { receiver: LUCIA, email: null, by: TEST_ACTOR };
  return expectNoRefusal(await invoiceForStaff(server.app, await server.findShop(), orderId, request));
}

async function salesOf(period: ChosenPeriod) {
  const issuer = (await findIssuer(server.app.db, (await server.findShop()).id))!;
  return (await listUndeclaredSales(server.app.db, issuer, daysOf(period))).map(({ id, keptCents }) => ({
    id,
    keptCents,
  }));
}

/** An order paid online, shipped and invoiced, with its payment. */
async function createOnlineInvoice() {
  const order = await server.payer.placeOrder();
  const paymentId = await server.payer.pay(order.preferenceId, "APRO");
  await server.payer.waitForStatus(order, "PAYMENT_ACCEPTED");
  await move(order.id, "SHIPPED");
  return { order, paymentId, invoice: await createInvoice(order.id) };
}

describe("an order into which another order was joined", () => {
  test("is invoiced with the money of both orders", async () => {
    const { receivingOrder, grandTotalCents, overpaidCents } = await createJoinedOrders();
    await refundTransfer(server.app, receivingOrder.id, overpaidCents);
    await move(receivingOrder.id, "SHIPPED");
    const newInvoice = await createInvoice(receivingOrder.id);
    expect(newInvoice.totalCents).toBe(grandTotalCents);
    expect(newInvoice.xml).not.toContain("Descuento=");
    expect(await findOrderIncome(server.app.db, receivingOrder.id)).toMatchObject({
      keptCents: grandTotalCents,
      declaredCents: grandTotalCents,
    });
  });

  test("is not invoiced for the overpaid money that is not refunded yet", async () => {
    const { receivingOrder, grandTotalCents, overpaidCents } = await createJoinedOrders();
    expect(overpaidCents).toBeGreaterThan(0);
    await move(receivingOrder.id, "SHIPPED");
    const newInvoice = await createInvoice(receivingOrder.id);
    expect(newInvoice.totalCents).toBe(grandTotalCents);
    await refundTransfer(server.app, receivingOrder.id, overpaidCents);
    expect(await findCreditDue(server.app.db, newInvoice)).toMatchObject({ dueCents: 0 });
    await refundTransfer(server.app, receivingOrder.id, 25_00);
    expect(await findCreditDue(server.app.db, newInvoice)).toMatchObject({ dueCents: 25_00 });
  });

  test("counts a payment of the other order that arrives after the join", async () => {
    const [joiningOrder, receivingOrder] = [await server.payer.placeOrder(), await server.payer.placeOrder()];
    await assignCustomer(joiningOrder, receivingOrder);
    const paymentId = await server.payer.pay(joiningOrder.preferenceId, "CONT");
    await expect.poll(() => server.payer.paymentsOf(joiningOrder), { timeout: 20_000 }).toHaveLength(1);
    const { grandTotalCents } = await join(joiningOrder, receivingOrder);
    await server.payer.controlSandbox({ act: "approve", payment_id: paymentId });
    const readKeptCents = async () => (await findOrderIncome(server.app.db, receivingOrder.id)).keptCents;
    await expect.poll(readKeptCents, { timeout: 20_000 }).toBe(Math.round(joiningOrder.totalPesos * 100));
    await move(receivingOrder.id, "PAYMENT_ACCEPTED");
    await move(receivingOrder.id, "SHIPPED");
    expect((await createInvoice(receivingOrder.id)).totalCents).toBe(grandTotalCents);
  });

  test("is in the global invoice of its first payment, with all its money", async () => {
    const { joiningOrder, receivingOrder, grandTotalCents } = await createJoinedOrders();
    await sql`UPDATE payments SET paid_at = paid_at - interval '40 days' WHERE order_id = ${joiningOrder.id}`.execute(
      server.app.db,
    );
    expect((await salesOf(dayPeriod(0))).map(({ id }) => id)).not.toContain(receivingOrder.id);
    const firstPaidPeriod = dayPeriod(40);
    expect(await salesOf(firstPaidPeriod)).toEqual([{ id: receivingOrder.id, keptCents: grandTotalCents }]);
    const { id: shopId } = await server.findShop();
    const [firstResult, secondResult] = await Promise.all(
      [1, 2].map(() => issueGlobalInvoice(server.app, shopId, firstPaidPeriod, { by: TEST_ACTOR, today: TOMORROW })),
    );
    expect([firstResult, secondResult].filter((result) => isRefusal(result!))).toHaveLength(1);
    expect(await findOrderIncome(server.app.db, receivingOrder.id)).toMatchObject({ declaredCents: grandTotalCents });
    const { rows } = await sql<{ cents: number }>`
      SELECT cents FROM global_invoice_orders WHERE order_id = ${receivingOrder.id} AND is_live`.execute(server.app.db);
    expect(rows).toEqual([{ cents: grandTotalCents }]);
  });
});

test("two orders cannot be joined once a document declares one of them", async () => {
  const [joiningOrder, receivingOrder] = [
    await server.payer.placeOrder({ method: "TB" }),
    await server.payer.placeOrder({ method: "TB" }),
  ];
  await assignCustomer(joiningOrder, receivingOrder);
  for (const order of [joiningOrder, receivingOrder]) await move(order.id, "PAYMENT_ACCEPTED");
  await sql`UPDATE payments SET paid_at = paid_at - interval '80 days' WHERE order_id = ${joiningOrder.id}`.execute(
    server.app.db,
  );
  const global = await issueGlobalInvoice(server.app, (await server.findShop()).id, dayPeriod(80), {
    by: TEST_ACTOR,
    today: TOMORROW,
  });
  expect(global).toMatchObject({ state: "stamped" });
  const joinResult = await joinOrders(server.app, {
    orderId: joiningOrder.id,
    intoId: receivingOrder.id,
    actor: "prueba",
  });
  expect(joinResult).toEqual({ refused: "order_invoiced" });
});

describe("the month of a sale", () => {
  test("is the month of its first payment, also when that payment is refunded later", async () => {
    const order = await createShippedOrder(server);
    await sql`UPDATE payments SET paid_at = paid_at - interval '120 days' WHERE order_id = ${order.id}`.execute(
      server.app.db,
    );
    expect(await salesOf(dayPeriod(120))).toHaveLength(1);
    await refundTransfer(server.app, order.id, Math.round(order.totalPesos * 100));
    expect(await salesOf(dayPeriod(120))).toEqual([]);
    const { rows } = await sql<{ days: number }>`
      SELECT (now()::date - first_paid_at::date) AS days FROM order_income WHERE order_id = ${order.id}`.execute(
      server.app.db,
    );
    expect(rows[0]!.days).toBeGreaterThanOrEqual(119);
  });
});

describe("a chargeback", () => {
  test("is not credited while it is open, and is credited once it is lost", async () => {
    const { order, paymentId, invoice: newInvoice } = await createOnlineInvoice();
    await server.payer.controlSandbox({ act: "chargeback", payment_id: paymentId });
    await expect.poll(() => server.payer.listFlags(order), { timeout: 20_000 }).toContain("DISPUTED");
    expect(await listDisputes(server.app.db, order.id)).toEqual([
      { cents: newInvoice.totalCents, since: expect.any(Date), isLost: false },
    ]);
    expect(await findCreditDue(server.app.db, newInvoice)).toMatchObject({ dueCents: 0 });
    expect(await creditInvoice(server.app, newInvoice.id, { returnedLines: [], by: TEST_ACTOR })).toEqual({
      refused: "nothing_to_credit",
    });
    await server.payer.controlSandbox({ act: "cb_lost", payment_id: paymentId });
    const readDueCents = async () => (await findCreditDue(server.app.db, newInvoice)).dueCents;
    await expect.poll(readDueCents, { timeout: 20_000 }).toBe(newInvoice.totalCents);
    expect(await listDisputes(server.app.db, order.id)).toMatchObject([{ isLost: true }]);
    expect(await creditInvoice(server.app, newInvoice.id, { returnedLines: [], by: TEST_ACTOR })).toMatchObject({
      totalCents: newInvoice.totalCents,
      state: "stamped",
    });
  });

  test("that the shop wins changes nothing, also for an invoice made while it was open", async () => {
    const { order, paymentId, invoice: newInvoice } = await createOnlineInvoice();
    await server.payer.controlSandbox({ act: "chargeback", payment_id: paymentId });
    await expect.poll(() => server.payer.listFlags(order), { timeout: 20_000 }).toContain("DISPUTED");
    const substitute = await replaceInvoice(server.app, newInvoice.id, {
      receiver: { cfdiUse: "S01" },
      by: TEST_ACTOR,
    });
    expect(substitute).toMatchObject({ totalCents: newInvoice.totalCents });
    await server.payer.controlSandbox({ act: "cb_won", payment_id: paymentId });
    await expect.poll(() => listDisputes(server.app.db, order.id), { timeout: 20_000 }).toEqual([]);
    expect(await findOrderIncome(server.app.db, order.id)).toMatchObject({
      keptCents: newInvoice.totalCents,
      declaredCents: newInvoice.totalCents,
    });
  });
});

describe("the database refuses", () => {
  const copySql = (kind: string) => `
    INSERT INTO invoices (id, shop_id, kind, order_id, receiver, payment_form, total_cents, folio, sealed_xml, issued_at,
      provider, actor, relates_to_id)
    SELECT gen_random_uuid(), shop_id, ${kind}, order_id, receiver, payment_form, total_cents, gen_random_uuid()::text, sealed_xml,
      now(), provider, 'prueba', id FROM invoices WHERE id = `;
  const runWithId = (sqlText: string, id: string) => sql.raw(`${sqlText} '${id}'`).execute(server.app.db);

  test("an invoice of another amount than was kept", async () => {
    const { id, orderId } = await createStampedInvoice(server);
    await cancelInvoice(server.app, id, { motive: "03", by: TEST_ACTOR });
    await refundTransfer(server.app, orderId!, 1_00);
    await expect(runWithId(copySql("'invoice'"), id)).rejects.toThrow("an invoice declares what its order has kept");
  });

  test("a credit note above the remaining amount, and a credit note of a document that cannot have one", async () => {
    const { id, orderId } = await createStampedInvoice(server);
    await refundTransfer(server.app, orderId!, 1_00);
    const note = expectNoRefusal(await creditInvoice(server.app, id, { returnedLines: [], by: TEST_ACTOR }));
    await expect(runWithId(copySql("'creditNote'"), id)).rejects.toThrow("credit notes never exceed");
    await expect(runWithId(copySql("'creditNote'"), note.id)).rejects.toThrow("credit notes never exceed");
  });

  test("a line of a global invoice with a wrong amount, and a changed or deleted cancellation", async () => {
    const { id } = await createStampedInvoice(server);
    const order = await createShippedOrder(server);
    await expect(
      sql`INSERT INTO global_invoice_orders (invoice_id, order_id, cents) VALUES (${id}, ${order.id}, 1)`.execute(
        server.app.db,
      ),
    ).rejects.toThrow("a global invoice declares");
    expectNoRefusal(await cancelInvoice(server.app, id, { motive: "03", by: TEST_ACTOR }));
    for (const change of [
      "UPDATE invoice_cancellations SET receipt = NULL, received_at = NULL",
      "DELETE FROM invoice_cancellations",
    ]) {
      await expect(runWithId(`${change} WHERE invoice_id =`, id)).rejects.toThrow("kept as it ended");
    }
  });
});

test("a refund that a global invoice already subtracts cannot be withdrawn", async () => {
  const order = await createShippedOrder(server);
  await sql`UPDATE payments SET paid_at = paid_at - interval '160 days' WHERE order_id = ${order.id}`.execute(
    server.app.db,
  );
  const refundId = await refundTransfer(server.app, order.id, 10_00);
  const { id: shopId } = await server.findShop();
  expectNoRefusal(await issueGlobalInvoice(server.app, shopId, dayPeriod(160), { by: TEST_ACTOR, today: TOMORROW }));
  const withdrawal = { refundId, reason: "prueba", actor: "prueba", by: TEST_ACTOR };
  expect(await withdrawTransferRefund(server.app, order.id, withdrawal)).toEqual({ refused: "refund_invoiced" });
  const laterRefundId = await refundTransfer(server.app, order.id, 5_00);
  expect(await withdrawTransferRefund(server.app, order.id, { ...withdrawal, refundId: laterRefundId })).toEqual({
    cents: 5_00,
  });
});

describe("shop audit detects", () => {
  let plainInvoice: Invoice;
  let creditedInvoice: Invoice;
  let global: Invoice;
  beforeAll(async () => {
    plainInvoice = await createStampedInvoice(server);
    creditedInvoice = await createStampedInvoice(server);
    await refundTransfer(server.app, creditedInvoice.orderId!, 10_00);
    expectNoRefusal(await creditInvoice(server.app, creditedInvoice.id, { returnedLines: [], by: TEST_ACTOR }));
    const order = await createShippedOrder(server);
    await sql`UPDATE payments SET paid_at = paid_at - interval '200 days' WHERE order_id = ${order.id}`.execute(
      server.app.db,
    );
    const { id: shopId } = await server.findShop();
    global = expectNoRefusal(
      await issueGlobalInvoice(server.app, shopId, dayPeriod(200), { by: TEST_ACTOR, today: TOMORROW }),
    );
  });

  test.each<[string, string, (tx: Tx) => Promise<unknown>]>([
    [
      "income-is-declared",
      "an invoice that declares too little",
      (tx) => sql`UPDATE invoices SET total_cents = total_cents - 1 WHERE id = ${plainInvoice.id}`.execute(tx),
    ],
    [
      "income-is-declared",
      "money that arrived after the invoice",
      (tx) => sql`UPDATE payments SET refunded_cents = 0 WHERE order_id = ${creditedInvoice.orderId}`.execute(tx),
    ],
    [
      "income-is-declared",
      "an order of which the global invoice declares too little",
      (tx) => sql`UPDATE global_invoice_orders SET cents = cents - 1 WHERE invoice_id = ${global.id}`.execute(tx),
    ],
    [
      "overstatement-only-after-refunds",
      "an invoice that does not subtract an earlier refund",
      (tx) =>
        sql`UPDATE invoices SET created_at = now() + interval '1 hour' WHERE id = ${creditedInvoice.id}`.execute(tx),
    ],
    [
      "overstatement-only-after-refunds",
      "an invoice that declares too much",
      (tx) => sql`UPDATE invoices SET total_cents = total_cents + 1 WHERE id = ${plainInvoice.id}`.execute(tx),
    ],
    [
      "overstatement-only-after-refunds",
      "a payment that disappeared",
      (tx) => sql`UPDATE payments SET state = 'CANCELLED' WHERE order_id = ${plainInvoice.orderId}`.execute(tx),
    ],
    [
      "credit-notes-within-their-document",
      "a credit note above its invoice",
      (tx) =>
        sql`UPDATE invoices SET total_cents = ${creditedInvoice.totalCents + 1} WHERE relates_to_id = ${creditedInvoice.id}`.execute(
          tx,
        ),
    ],
    [
      "credit-notes-within-their-document",
      "a credit note of a cancelled invoice",
      (tx) =>
        sql`UPDATE invoices SET state = 'cancelled', cancelled_at = now() WHERE id = ${creditedInvoice.id}`.execute(tx),
    ],
    [
      "invoiced-once",
      "an order in a global invoice with an invoice of its own",
      (tx) =>
        sql`UPDATE global_invoice_orders SET order_id = ${plainInvoice.orderId} WHERE invoice_id = ${global.id}`.execute(
          tx,
        ),
    ],
    [
      "invoiced-once",
      "a replaced invoice without a substitute",
      (tx) => sql`UPDATE invoices SET state = 'replaced' WHERE id = ${plainInvoice.id}`.execute(tx),
    ],
    [
      "global-invoices-match-their-orders",
      "a global invoice that is not the sum of its orders",
      (tx) => sql`UPDATE invoices SET total_cents = total_cents + 1 WHERE id = ${global.id}`.execute(tx),
    ],
    [
      "cancellations-under-way",
      "a cancellation without a request",
      (tx) => sql`UPDATE invoices SET state = 'cancelAsked' WHERE id = ${plainInvoice.id}`.execute(tx),
    ],
  ])("%s: %s", async (name, _, corrupt) => {
    const check = CHECKS.find((candidate) => candidate.name === name)!;
    await server.app.db
      .transaction()
      .execute(async (tx) => {
        expect(await findViolations(tx, check)).toEqual([]);
        await sql`ALTER TABLE invoices DISABLE TRIGGER USER, DROP CONSTRAINT invoices_taxes_add_up`.execute(tx);
        await corrupt(tx);
        expect(await findViolations(tx, check)).toHaveLength(1);
        throw new Error("undo");
      })
      .catch((error: Error) => expect(error.message).toBe("undo"));
  });
});
