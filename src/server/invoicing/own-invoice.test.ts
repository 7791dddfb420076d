import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { issueGlobalInvoiceOf } from "../testing/global-invoice.ts";
import { LUCIA, refundTransfer, createShippedOrder, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { shortenPacPauses } from "../testing/shorten-pac-pauses.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { cancelInvoice } from "./cancel-invoice.ts";
import { creditGlobal } from "./credit-global.ts";
import { listGlobalMismatches } from "./global-mismatches.ts";
import { invoiceForStaff } from "./invoice-order.ts";
import { findOrderIncome } from "./order-income.ts";
import { continueOwnInvoice } from "./own-invoice.ts";
import { findInvoice, listInvoices } from "./queries.ts";

/** Without a worker: each test runs the jobs it needs, so that it can stop between two steps. */
let server: TestServer;
let shopId: string;
beforeAll(async () => {
  server = await startTestServer();
  shortenPacPauses(server.app);
  shopId = (await server.findShop()).id;
});
beforeEach(async () => {
  await setFault(null);
  await setGlobalCorrection("creditNote");
});
afterAll(async () => {
  const violatedInvariants = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violatedInvariants).toEqual([]);
});

const setFault = (fault: string | null) => server.call("POST", "/sandbox/pac/control", { body: { fault } });
const setGlobalCorrection = (correction: string) =>
  sql`UPDATE invoice_issuers SET global_correction = ${correction} WHERE shop_id = ${shopId}`.execute(server.app.db);
const requestInvoice = async (order: { id: string }, receiver = LUCIA) =>
  invoiceForStaff(server.app, await server.findShop(), order.id, { receiver, email: null, by: TEST_ACTOR });
const kindsAndStatesOf = async ({ id }: { id: string }) =>
  (await listInvoices(server.app.db, { shopId, orderId: id, limit: 10 })).map(({ kind, state }) => `${kind} ${state}`);

async function findRequestOf({ id }: { id: string }): Promise<{ id: number; isOpen: boolean }> {
  const { rows } = await sql<{ id: number; isOpen: boolean }>`
    SELECT id, ended_at IS NULL AS "isOpen" FROM own_invoice_requests WHERE order_id = ${id} ORDER BY id DESC`.execute(
    server.app.db,
  );
  return rows[0]!;
}

async function expectDeclaredOnce(order: { id: string; totalPesos: number }): Promise<void> {
  const cents = Math.round(order.totalPesos * 100);
  expect(await findOrderIncome(server.app.db, order.id)).toMatchObject({ keptCents: cents, declaredCents: cents });
}

async function createGlobalOfTwoOrders(daysAgo: number) {
  const [order, otherOrder] = [await createShippedOrder(server), await createShippedOrder(server)];
  return { order, otherOrder, ...(await issueGlobalInvoiceOf(server, [order, otherOrder], daysAgo)) };
}

describe("a buyer's own invoice of an order that leaves its global invoice by a credit note", () => {
  test("is made once by concurrent requests, and the order leaves the global invoice", async () => {
    const { order, otherOrder, global } = await createGlobalOfTwoOrders(31);
    const results = await Promise.all([1, 2, 3].map(() => requestInvoice(order)));
    const ids = new Set(results.map((one) => (isRefusal(one) ? one.refused : one.id)));
    expect(ids.size).toBe(1);
    expect((await kindsAndStatesOf(order)).toSorted()).toEqual(["creditNote stamped", "invoice stamped"]);
    await expectDeclaredOnce(order);
    await expectDeclaredOnce(otherOrder);
    expect(await findRequestOf(order)).toMatchObject({ isOpen: false });
    expect(await listGlobalMismatches(server.app.db, { shopId, globalId: global.id })).toEqual([]);
    expect(await creditGlobal(server.app, global.id, TEST_ACTOR)).toEqual({ refused: "nothing_to_credit" });
  });

  test("continues after the PAC was down when the credit note was sent", async () => {
    const { order, global } = await createGlobalOfTwoOrders(34);
    await setFault("down");
    expect(await requestInvoice(order)).toMatchObject({ refused: "invoice_pending" });
    expect(await kindsAndStatesOf(order)).toEqual(["creditNote stamping"]);
    // The open request takes the order out of the global invoice: staff have nothing to correct.
    expect(await listGlobalMismatches(server.app.db, { shopId, globalId: global.id })).toEqual([]);
    expect(await creditGlobal(server.app, global.id, TEST_ACTOR)).toEqual({ refused: "nothing_to_credit" });
    expect(await requestInvoice(order, { ...LUCIA, cfdiUse: "S01" })).toEqual({ refused: "invoice_in_progress" });
    await setFault(null);
    const { id } = await findRequestOf(order);
    const results = await Promise.all([1, 2].map(() => continueOwnInvoice(server.app, id)));
    expect(results.map((one) => isRefusal(one))).toEqual([false, false]);
    await expectDeclaredOnce(order);
    expect(await findRequestOf(order)).toMatchObject({ isOpen: false });
  });

  test("takes the order out of the global invoice even if the PAC refuses the buyer's data", async () => {
    const { order } = await createGlobalOfTwoOrders(37);
    expect(
      await requestInvoice(order, { ...LUCIA, rfc: "EKU9003173C9", name: "OTRO NOMBRE", taxRegime: "601" }),
    ).toMatchObject({
      refused: "invoice_refused",
    });
    expect(await findRequestOf(order)).toMatchObject({ isOpen: false });
    expect(isRefusal(await requestInvoice(order))).toBe(false);
    await expectDeclaredOnce(order);
  });

  test("its credit note is cancelled only after the invoice, and then the order is in the global invoice again", async () => {
    const { order } = await createGlobalOfTwoOrders(40);
    const ownInvoice = await requestInvoice(order);
    if (isRefusal(ownInvoice)) throw new Error(ownInvoice.refused);
    const note = (await listInvoices(server.app.db, { shopId, orderId: order.id, limit: 5 })).find(
      ({ kind }) => kind === "creditNote",
    )!;
    expect(await cancelInvoice(server.app, note.id, { motive: "02", by: TEST_ACTOR })).toEqual({
      refused: "note_of_invoiced_order",
    });
    await cancelInvoice(server.app, ownInvoice.id, { motive: "03", by: TEST_ACTOR });
    expect(await cancelInvoice(server.app, note.id, { motive: "02", by: TEST_ACTOR })).toMatchObject({
      state: "cancelled",
    });
    await expectDeclaredOnce(order);
  });

  test("is for what is kept, also when a part was refunded and credited before", async () => {
    const { order, global } = await createGlobalOfTwoOrders(43);
    await refundTransfer(server.app, order.id, 20_00);
    await creditGlobal(server.app, global.id, TEST_ACTOR);
    await refundTransfer(server.app, order.id, 5_00);
    expect(await requestInvoice(order)).toMatchObject({ totalCents: Math.round(order.totalPesos * 100) - 25_00 });
    expect(await findOrderIncome(server.app.db, order.id)).toMatchObject({
      declaredCents: Math.round(order.totalPesos * 100) - 25_00,
    });
  });
});

describe("a buyer's own invoice of an order whose global invoice is issued again without it", () => {
  test("is made first, then the global invoice is cancelled with motive 04 and made again without the order", async () => {
    await setGlobalCorrection("reissue");
    const { order, otherOrder, global } = await createGlobalOfTwoOrders(50);
    const results = await Promise.all([requestInvoice(order), requestInvoice(order)]);
    expect(new Set(results.map((one) => (isRefusal(one) ? one.refused : one.id))).size).toBe(1);
    await continueOwnInvoice(server.app, (await findRequestOf(order)).id);
    expect(await findInvoice(server.app.db, global.id)).toMatchObject({ state: "cancelled", cancelMotive: "04" });
    await expectDeclaredOnce(order);
    await expectDeclaredOnce(otherOrder);
    expect(await findRequestOf(order)).toMatchObject({ isOpen: false });
  });

  test("continues after the PAC was down when the invoice was sent", async () => {
    await setGlobalCorrection("reissue");
    const { order, otherOrder } = await createGlobalOfTwoOrders(53);
    await setFault("down");
    expect(await requestInvoice(order)).toMatchObject({ refused: "invoice_pending" });
    await setFault(null);
    await continueOwnInvoice(server.app, (await findRequestOf(order)).id);
    await continueOwnInvoice(server.app, (await findRequestOf(order)).id);
    await expectDeclaredOnce(order);
    await expectDeclaredOnce(otherOrder);
  });
});

test("the database refuses an invoice of an order in a global invoice", async () => {
  const { order } = await createGlobalOfTwoOrders(56);
  await expect(
    sql`INSERT INTO invoices (id, shop_id, kind, order_id, receiver, payment_form, total_cents, folio, sealed_xml,
      issued_at, provider, actor, taxes, subtotal_cents, discount_cents)
      SELECT gen_random_uuid(), shop_id, 'invoice', ${order.id}, receiver, payment_form, ${Math.round(order.totalPesos * 100)},
        gen_random_uuid()::text, sealed_xml, now(), provider, 'prueba', taxes, subtotal_cents, discount_cents
      FROM invoices LIMIT 1`.execute(server.app.db),
  ).rejects.toThrow("in a global invoice");
});
