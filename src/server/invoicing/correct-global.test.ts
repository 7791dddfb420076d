import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { issueGlobalInvoiceOf } from "../testing/global-invoice.ts";
import { refundTransfer, createShippedOrder, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { advanceCancellation } from "./cancel-invoice.ts";
import { creditGlobal } from "./credit-global.ts";
import { listGlobalMismatches } from "./global-mismatches.ts";
import { findOrderIncome } from "./order-income.ts";
import { findInvoice } from "./queries.ts";
import { replaceGlobal } from "./replace-global.ts";
import { stampInvoice } from "./stamp-invoice.ts";

/** Without a worker: each test runs the jobs it needs. */
let server: TestServer;
let shopId: string;
beforeAll(async () => {
  server = await startTestServer();
  shopId = (await server.findShop()).id;
});
beforeEach(() => setFault(null));
afterAll(async () => {
  const violatedInvariants = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violatedInvariants).toEqual([]);
});

const setFault = (fault: string | null) => server.call("POST", "/sandbox/pac/control", { body: { fault } });

function expectNoRefusal<Value extends object>(result: Value): Exclude<Value, { refused: string }> {
  if (isRefusal(result)) throw new Error(result.refused);
  return result as Exclude<Value, { refused: string }>;
}

/** Creates a global invoice of two orders, and then refunds one order in part and the other one completely. */
async function createRefundedGlobal(daysAgo: number) {
  const [partlyRefundedOrder, fullyRefundedOrder] = [
    await createShippedOrder(server),
    await createShippedOrder(server),
  ];
  const { global } = await issueGlobalInvoiceOf(server, [partlyRefundedOrder, fullyRefundedOrder], daysAgo);
  expect(await listMismatchCents(global)).toEqual([]);
  await refundTransfer(server.app, partlyRefundedOrder.id, 30_00);
  await refundTransfer(server.app, fullyRefundedOrder.id, Math.round(fullyRefundedOrder.totalPesos * 100), true);
  return { global, partlyRefundedOrder, fullyRefundedOrder };
}

/** For each mismatch, what is declared beyond what is kept, in centavos. */
const listMismatchCents = async ({ id }: { id: string }) =>
  (await listGlobalMismatches(server.app.db, { shopId, globalId: id })).map(
    ({ declaredCents, keptCents }) => declaredCents - keptCents,
  );

describe("a global invoice whose orders were refunded", () => {
  test("is corrected by one credit note for each order, even if two calls are concurrent", async () => {
    const { global, partlyRefundedOrder, fullyRefundedOrder } = await createRefundedGlobal(30);
    expect((await listMismatchCents(global)).toSorted((one, other) => one - other)).toEqual([
      30_00,
      Math.round(fullyRefundedOrder.totalPesos * 100),
    ]);
    await Promise.all([1, 2].map(() => creditGlobal(server.app, global.id, TEST_ACTOR)));
    expect(await listMismatchCents(global)).toEqual([]);
    expect(await creditGlobal(server.app, global.id, TEST_ACTOR)).toEqual({ refused: "nothing_to_credit" });
    const { rows } = await sql<{ xml: string; order_id: string; total_cents: number }>`
      SELECT xml, order_id, total_cents FROM invoices WHERE relates_to_id = ${global.id} ORDER BY total_cents`.execute(
      server.app.db,
    );
    expect(rows.map(({ order_id: id, total_cents: cents }) => [id, cents])).toEqual([
      [partlyRefundedOrder.id, 30_00],
      [fullyRefundedOrder.id, Math.round(fullyRefundedOrder.totalPesos * 100)],
    ]);
    for (const text of ['TipoDeComprobante="E"', 'TipoRelacion="01"', global.uuid!, 'Nombre="PUBLICO EN GENERAL"']) {
      expect(rows[0]!.xml).toContain(text);
    }
    expect(rows[0]!.xml).not.toContain("InformacionGlobal");
    expect(await replaceGlobal(server.app, global.id, TEST_ACTOR)).toEqual({ refused: "invoice_has_credit_notes" });
  });

  test("is not corrected again while the PAC has not stamped its credit notes", async () => {
    const { global, partlyRefundedOrder } = await createRefundedGlobal(33);
    await setFault("down");
    expect(await creditGlobal(server.app, global.id, TEST_ACTOR)).toMatchObject({ refused: "invoice_pending" });
    expect(await creditGlobal(server.app, global.id, TEST_ACTOR)).toEqual({ refused: "nothing_to_credit" });
    await setFault(null);
    const { rows } = await sql<{ id: string }>`SELECT id FROM invoices WHERE relates_to_id = ${global.id}`.execute(
      server.app.db,
    );
    expect(rows).toHaveLength(2);
    for (const { id } of rows) expectNoRefusal(await stampInvoice(server.app, id));
    expect(await findOrderIncome(server.app.db, partlyRefundedOrder.id)).toMatchObject({ creditedCents: 30_00 });
  });

  test("is replaced by one for the money that the shop keeps now, only once if two calls are concurrent", async () => {
    const { global, partlyRefundedOrder, fullyRefundedOrder } = await createRefundedGlobal(36);
    const results = await Promise.all([1, 2].map(() => replaceGlobal(server.app, global.id, TEST_ACTOR)));
    expect(results.filter((one) => isRefusal(one))).toEqual([{ refused: "invoice_not_replaceable" }]);
    const substitute = expectNoRefusal(results.find((one) => !isRefusal(one))!);
    expect(substitute.xml).toContain('TipoRelacion="04"');
    expect(substitute.xml).not.toContain(`NoIdentificacion="${fullyRefundedOrder.reference}"`);
    expect(substitute).toMatchObject({
      totalCents: Math.round(partlyRefundedOrder.totalPesos * 100) - 30_00,
      period: global.period,
    });
    await advanceCancellation(server.app, global.id);
    expect(await findInvoice(server.app.db, global.id)).toMatchObject({ state: "cancelled", cancelMotive: "01" });
    expect(await listMismatchCents(substitute)).toEqual([]);
    expect(await replaceGlobal(server.app, substitute.id, TEST_ACTOR)).toEqual({ refused: "global_agrees" });
  });

  test("stays valid if the PAC refuses its substitute", async () => {
    const { global } = await createRefundedGlobal(39);
    await setFault("reject:CFDI40136");
    expect(await replaceGlobal(server.app, global.id, TEST_ACTOR)).toMatchObject({ refused: "invoice_refused" });
    expect(await findInvoice(server.app.db, global.id)).toMatchObject({ state: "stamped" });
    expect(await listMismatchCents(global)).toHaveLength(2);
  });
});
