import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { globalPeriod, type GlobalPeriod } from "../../domain/global-period.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { listChanges } from "../change-log/change-log.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { moveOrder } from "../orders/move-order.ts";
import { recordInstalment } from "../payments/record-instalment.ts";
import { issueGlobalInvoiceOf } from "../testing/global-invoice.ts";
import { LUCIA, refundTransfer, createShippedOrder, TEST_ACTOR as by } from "../testing/invoiced-order.ts";
import { Payer, type PlacedOrder } from "../testing/payer.ts";
import { startAppOnDatabase, type TestApp } from "../testing/test-app.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { applyDeposit, invoiceShippedOrder } from "./apply-deposit.ts";
import { advanceCancellation, cancelInvoice } from "./cancel-invoice.ts";
import { openCancellation } from "./cancellations.ts";
import { creditGlobal, sealGlobalCredit } from "./credit-global.ts";
import { invoiceEarly } from "./invoice-early.ts";
import { invoiceForStaff } from "./invoice-order.ts";
import { issueGlobalInvoice } from "./issue-global-invoice.ts";
import { findIssuer } from "./issuers.ts";
import { findOrderIncome } from "./order-income.ts";
import { continueOwnInvoice, requestOwnInvoice } from "./own-invoice.ts";
import { issueComplement } from "./payment-complements.ts";
import { sendGlobalsOrReminders } from "./send-globals-or-reminders.ts";
import { findLiveInvoice, listInvoices } from "./queries.ts";
import { replaceGlobal } from "./replace-global.ts";
import { setIssuer } from "./set-issuer.ts";
import { stampInvoice } from "./stamp-invoice.ts";

/** Two apps in this process, on one database and without workers. They stand for two processes of the shop. */
let server: TestServer;
let secondApp: TestApp;
let shopId: string;
beforeAll(async () => {
  server = await startTestServer();
  secondApp = await startAppOnDatabase(server.databaseConfig);
  secondApp.app.ownOrigin = server.origin;
  shopId = (await server.findShop()).id;
});
beforeEach(() => changeIssuer({ globalCorrection: "creditNote", undelivered: "deposit" }));
afterAll(async () => {
  const violatedInvariants = await listViolatedInvariants(server.app);
  await secondApp.stop();
  await server.stop();
  expect(violatedInvariants).toEqual([]);
});

const changeIssuer = (change: Parameters<typeof setIssuer>[2]) => setIssuer(server.app, shopId, change, by);

/** Runs the same action in both processes at once. */
function runInBoth<Result>(action: (app: App) => Promise<Result>): Promise<[Result, Result]> {
  return Promise.all([action(server.app), action(secondApp.app)]);
}

const listRefusals = (results: readonly unknown[]) =>
  results.flatMap((result) => (isRefusal(result) ? [result.refused] : []));

const kindsAndStatesOf = async ({ id }: { id: string }) =>
  (await listInvoices(server.app.db, { shopId, orderId: id, limit: 10 }))
    .map(({ kind, state }) => `${kind} ${state}`)
    .toSorted();

const findNote = async ({ id }: { id: string }) =>
  (await listInvoices(server.app.db, { shopId, orderId: id, limit: 5 })).find(({ kind }) => kind === "creditNote")!;

async function expectDeclaredOnce(...orders: PlacedOrder[]): Promise<void> {
  for (const { id } of orders) {
    const { keptCents, declaredCents } = await findOrderIncome(server.app.db, id);
    expect(declaredCents).toBe(keptCents);
    expect(keptCents).toBeGreaterThan(0);
  }
}

/** A paid order that is not shipped. */
async function createPaidOrder(): Promise<PlacedOrder> {
  const order = await new Payer(server).placeOrder({ method: "TB" });
  await move(order, "PAYMENT_ACCEPTED");
  return order;
}

async function move({ id }: PlacedOrder, to: "PAYMENT_ACCEPTED" | "SHIPPED"): Promise<void> {
  const moveResult = await moveOrder(server.app, id, { to, actor: "prueba", reason: "prueba", trackingNumber: "MX1" });
  if (isRefusal(moveResult)) throw new Error(moveResult.refused);
}

const request = { receiver: LUCIA, email: null, by };
const makeDeposit = async (app: App, { id }: PlacedOrder) =>
  invoiceEarly(app, await server.findShop(), id, { ...request, mode: "deposit" });
const requestInvoice = async (app: App, { id }: PlacedOrder) =>
  invoiceForStaff(app, await server.findShop(), id, request);

/** Sets the payment day of these orders to a day without other sales, and returns that day as a period. */
async function setPaidDay(daysAgo: number, ...orders: PlacedOrder[]): Promise<GlobalPeriod> {
  const day = formatLocalTime(new Date(Date.now() - daysAgo * 86_400_000), "America/Mexico_City").slice(0, 10);
  const ids = orders.map(({ id }) => id);
  await sql`UPDATE payments SET paid_at = ${`${day}T18:00:00Z`} WHERE order_id = ANY (${ids}::uuid[])`.execute(
    server.app.db,
  );
  const period = globalPeriod({ periodLength: "day", day }, "601");
  if (isRefusal(period)) throw new Error(period.refused);
  return period;
}
const makeGlobal = (app: App, { periodLength, from }: GlobalPeriod) =>
  issueGlobalInvoice(app, shopId, { periodLength, day: from }, { by, today: "2099-01-01" });

describe("when two processes act at the same time, only one document of each kind is made:", () => {
  test("deposit, invoice of the sale, and application of the deposit", async () => {
    const order = await createPaidOrder();
    expect(listRefusals(await runInBoth((app) => makeDeposit(app, order)))).toEqual(["invoiced_already"]);
    await move(order, "SHIPPED");
    await runInBoth((app) => invoiceShippedOrder(app, order.id));
    const saleInvoice = (await findLiveInvoice(server.app.db, order.id))!;
    expect(listRefusals(await runInBoth((app) => applyDeposit(app, saleInvoice.id, null)))).toEqual([
      "deposit_not_due",
    ]);
    expect(await kindsAndStatesOf(order)).toEqual(["deposit stamped", "depositApplied stamped", "invoice stamped"]);
    await expectDeclaredOnce(order);
  });

  test("payment complement", async () => {
    const order = await new Payer(server).placeOrder({ method: "TB" });
    await invoiceEarly(server.app, await server.findShop(), order.id, { ...request, mode: "later" });
    const seenCents = Math.round(order.totalPesos * 100);
    const instalmentResult = await recordInstalment(server.app, order.id, { cents: 10_00, seenCents, by });
    if (isRefusal(instalmentResult)) throw new Error(instalmentResult.refused);
    expect(listRefusals(await runInBoth((app) => issueComplement(app, instalmentResult.paymentId, null)))).toEqual([
      "complement_not_due",
    ]);
    await expectDeclaredOnce(order);
  });

  test.each(["creditNote", "reissue"])("own invoice of an order in a global invoice, by %s", async (correction) => {
    await changeIssuer({ globalCorrection: correction });
    const [order, otherOrder] = [await createShippedOrder(server), await createShippedOrder(server)];
    await issueGlobalInvoiceOf(server, [order, otherOrder], correction === "reissue" ? 31 : 30);
    expect(listRefusals(await runInBoth((app) => requestInvoice(app, order)))).toEqual([]);
    expect(await kindsAndStatesOf(order)).toEqual(
      correction === "reissue" ? ["invoice stamped"] : ["creditNote stamped", "invoice stamped"],
    );
    await expectDeclaredOnce(order, otherOrder);
  });

  test.each([
    ["credit notes", creditGlobal, ["nothing_to_credit"]],
    ["a substitute", replaceGlobal, ["invoice_not_replaceable"]],
  ])("correction of a global invoice, by %s", async (_, correct, expectedRefusals) => {
    const [order, otherOrder] = [await createShippedOrder(server), await createShippedOrder(server)];
    const { global } = await issueGlobalInvoiceOf(server, [order, otherOrder], correct === creditGlobal ? 32 : 33);
    await refundTransfer(server.app, order.id, 20_00);
    expect(listRefusals(await runInBoth<unknown>((app) => correct(app, global.id, by)))).toEqual(expectedRefusals);
    await advanceCancellation(server.app, global.id);
    await expectDeclaredOnce(order, otherOrder);
  });

  test("global invoice that is sent automatically after its period", async () => {
    const order = await createShippedOrder(server);
    const { from, to } = await setPaidDay(70, order);
    await sql`UPDATE invoice_issuers SET global_invoice_frequency = 'day', is_global_invoice_automatic = true`.execute(
      server.app.db,
    );
    await runInBoth((app) => sendGlobalsOrReminders(app, new Date(Date.parse(`${to}T18:00:00Z`) + 86_400_000)));
    await sql`UPDATE invoice_issuers SET global_invoice_frequency = 'off'`.execute(server.app.db);
    const { rows } = await sql`SELECT FROM invoices WHERE period_from = ${from}`.execute(server.app.db);
    expect(rows).toHaveLength(1);
    await expectDeclaredOnce(order);
  });
});

describe("an order is declared once, also with two concurrent documents:", () => {
  test("a deposit and a global invoice", async () => {
    for (const days of [40, 41, 42, 43]) {
      const [order, otherOrder] = [await createPaidOrder(), await createShippedOrder(server)];
      const period = await setPaidDay(days, order, otherOrder);
      const requestDeposit = () => makeDeposit(server.app, order);
      const requestGlobal = () => makeGlobal(secondApp.app, period);
      const results = await Promise.all(
        days % 2 === 0 ? [requestDeposit(), requestGlobal()] : [requestGlobal(), requestDeposit()],
      );
      expect([[], ["in_global_invoice"]]).toContainEqual(listRefusals(results));
      await expectDeclaredOnce(order, otherOrder);
    }
  });

  test("a buyer's invoice and a global invoice", async () => {
    for (const days of [44, 45]) {
      const [order, otherOrder] = [await createShippedOrder(server), await createShippedOrder(server)];
      const period = await setPaidDay(days, order, otherOrder);
      const results = await Promise.all([makeGlobal(secondApp.app, period), requestInvoice(server.app, order)]);
      expect([[], ["in_global_invoice"]]).toContainEqual(listRefusals(results));
      await expectDeclaredOnce(order, otherOrder);
    }
  });

  test("a buyer's invoice and a correction of the global invoice", async () => {
    for (const [days, correct] of [
      [46, creditGlobal],
      [47, replaceGlobal],
    ] as const) {
      const [order, otherOrder] = [await createShippedOrder(server), await createShippedOrder(server)];
      const { global } = await issueGlobalInvoiceOf(server, [order, otherOrder], days);
      await refundTransfer(server.app, order.id, 10_00);
      await Promise.all([correct(secondApp.app, global.id, by), requestInvoice(server.app, order)]);
      await advanceCancellation(server.app, global.id);
      await expectDeclaredOnce(order, otherOrder);
    }
  });

  test("a buyer's invoice, while its credit note on the global invoice is being cancelled", async () => {
    const order = await createShippedOrder(server);
    const period = await setPaidDay(48, order);
    await issueGlobalInvoiceOf(server, [order, await createShippedOrder(server)], 48);
    const ownInvoice = await requestInvoice(server.app, order);
    if (isRefusal(ownInvoice)) throw new Error(ownInvoice.refused);
    await cancelInvoice(server.app, ownInvoice.id, { motive: "03", by });
    const note = await findNote(order);
    // The state that a process leaves if it ends before it calls the PAC.
    await transact(server.app.db, async (tx) => {
      await sql`UPDATE invoices SET state = 'cancelAsked' WHERE id = ${note.id}`.execute(tx);
      await openCancellation(tx, note.id, { motive: "02", replacedBy: null, actor: "prueba" });
    });
    expect(listRefusals([await requestInvoice(secondApp.app, order)])).toEqual(["in_global_invoice"]);
    expect(listRefusals([await makeGlobal(secondApp.app, period)])).toEqual(["nothing_to_invoice"]);
    await advanceCancellation(server.app, note.id);
    await expectDeclaredOnce(order);
  });

  test("a buyer's own invoice, a new global invoice, and the cancellation of the credit note", async () => {
    const order = await createShippedOrder(server);
    const period = await setPaidDay(49, order);
    const { global } = await issueGlobalInvoiceOf(server, [order, await createShippedOrder(server)], 49);
    // The state that a process leaves if it ends after the order has left the global invoice.
    const requestId = await transact(server.app.db, async (tx) => {
      const issuer = (await findIssuer(tx, shopId))!;
      const input = { orderId: order.id, receiver: LUCIA, email: null, actor: "prueba" };
      const openedRequest = await requestOwnInvoice(tx, issuer, global, input);
      if (isRefusal(openedRequest)) throw new Error(openedRequest.refused);
      const cents = Math.round(order.totalPesos * 100);
      const noteId = await sealGlobalCredit(server.app, tx, { globalId: global.id, orderId: order.id, cents, by });
      await sql`UPDATE own_invoice_requests SET credit_note_id = ${noteId} WHERE id = ${openedRequest.id}`.execute(tx);
      return openedRequest.id;
    });
    const note = await findNote(order);
    await stampInvoice(server.app, note.id);
    await sql`UPDATE global_invoice_orders SET is_live = false WHERE order_id = ${order.id}`.execute(server.app.db);
    expect(listRefusals([await makeGlobal(secondApp.app, period)])).toEqual(["nothing_to_invoice"]);
    const cancelResult = await cancelInvoice(secondApp.app, note.id, { motive: "02", by });
    expect(listRefusals([cancelResult])).toEqual(["note_of_invoiced_order"]);
    expect(listRefusals([await continueOwnInvoice(server.app, requestId)])).toEqual([]);
    await expectDeclaredOnce(order);
  });
});

describe("the database refuses", () => {
  /** Inserts a copy of the deposit of another order with the same total. */
  async function insertDeposit(db: Queryable, { id }: PlacedOrder): Promise<unknown> {
    return sql`
      INSERT INTO invoices (id, shop_id, kind, order_id, receiver, payment_form, total_cents, folio, sealed_xml,
        issued_at, provider, actor, taxes, subtotal_cents, discount_cents)
      SELECT gen_random_uuid(), shop_id, kind, ${id}, receiver, payment_form, total_cents, gen_random_uuid()::text,
        sealed_xml, now(), provider, 'prueba', taxes, subtotal_cents, discount_cents
      FROM invoices WHERE kind = 'deposit' LIMIT 1`.execute(db);
  }

  test("a deposit of an order in a global invoice", async () => {
    const order = await createPaidOrder();
    await issueGlobalInvoiceOf(server, [order], 50);
    await expect(insertDeposit(server.app.db, order)).rejects.toMatchObject({ constraint: "invoices_not_in_global" });
  });

  test("a global invoice of an order whose deposit another transaction makes", async () => {
    const [order, otherOrder] = [await createPaidOrder(), await createPaidOrder()];
    const { global } = await issueGlobalInvoiceOf(server, [otherOrder], 51);
    const pendingInsert = await server.app.db.transaction().execute(async (tx) => {
      await insertDeposit(tx, order);
      const insert = sql`INSERT INTO global_invoice_orders (invoice_id, order_id, cents)
        VALUES (${global.id}, ${order.id}, ${Math.round(order.totalPesos * 100)})`.execute(secondApp.app.db);
      const outcome = insert.then(
        () => null,
        (error: { constraint?: string }) => error.constraint,
      );
      await expect.poll(() => countBlockedStatements(tx)).toBe(1);
      return { outcome };
    });
    expect(await pendingInsert.outcome).toBe("invoice_orders_not_invoiced");
    await sql`DELETE FROM invoices WHERE kind = 'deposit' AND order_id = ${order.id}`.execute(server.app.db);
  });

  async function countBlockedStatements(tx: Queryable) {
    const { rows } = await sql`
      SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE a.datname = current_database() AND NOT l.granted
        AND a.query LIKE '%global_invoice_orders%'`.execute(tx);
    return rows.length;
  }
});

test("two forms of the issuer that showed the same values change it once", async () => {
  const [newestChange] = await listChanges(server.app.db, "issuer", { id: shopId, limit: 1 });
  const seen = newestChange?.id ?? 0;
  const results = await Promise.all([
    setIssuer(server.app, shopId, { series: "UNO", seen }, by),
    setIssuer(secondApp.app, shopId, { series: "DOS", seen }, by),
  ]);
  expect(listRefusals(results)).toEqual(["edit_conflict"]);
});
