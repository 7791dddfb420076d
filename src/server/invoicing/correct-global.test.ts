import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { globalInvoiceOf } from "../testing/global-invoice.ts";
import { refundTransfer, shippedOrder, TEST_ACTOR } from "../testing/invoiced-order.ts";
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
  const violated = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violated).toEqual([]);
});

const setFault = (fault: string | null) => server.call("POST", "/sandbox/pac/control", { body: { fault } });

function valueOf<Value extends object>(result: Value): Exclude<Value, { refused: string }> {
  if (isRefusal(result)) throw new Error(result.refused);
  return result as Exclude<Value, { refused: string }>;
}

/** A global invoice of two orders. Afterwards one order was partly refunded, and the other one whole. */
async function refundedGlobal(daysAgo: number) {
  const [partly, whole] = [await shippedOrder(server), await shippedOrder(server)];
  const { global } = await globalInvoiceOf(server, [partly, whole], daysAgo);
  expect(await mismatchesOf(global)).toEqual([]);
  await refundTransfer(server.app, partly.id, 30_00);
  await refundTransfer(server.app, whole.id, Math.round(whole.total * 100), true);
  return { global, partly, whole };
}

/** For each mismatch, what is declared beyond what is kept, in centavos. */
const mismatchesOf = async ({ id }: { id: string }) =>
  (await listGlobalMismatches(server.app.db, { shopId, globalId: id })).map(
    ({ declaredCents, keptCents }) => declaredCents - keptCents,
  );

describe("a global invoice whose orders were refunded", () => {
  test("is corrected by one credit note for each order, also by two concurrent calls", async () => {
    const { global, partly, whole } = await refundedGlobal(30);
    expect((await mismatchesOf(global)).toSorted((one, other) => one - other)).toEqual([
      30_00,
      Math.round(whole.total * 100),
    ]);
    await Promise.all([1, 2].map(() => creditGlobal(server.app, global.id, TEST_ACTOR)));
    expect(await mismatchesOf(global)).toEqual([]);
    expect(await creditGlobal(server.app, global.id, TEST_ACTOR)).toEqual({ refused: "nothing_to_credit" });
    const { rows } = await sql<{ xml: string; order_id: string; total_cents: number }>`
      SELECT xml, order_id, total_cents FROM invoices WHERE relates_to_id = ${global.id} ORDER BY total_cents`.execute(
      server.app.db,
    );
    expect(rows.map(({ order_id: id, total_cents: cents }) => [id, cents])).toEqual([
      [partly.id, 30_00],
      [whole.id, Math.round(whole.total * 100)],
    ]);
    for (const text of ['TipoDeComprobante="E"', 'TipoRelacion="01"', global.uuid!, 'Nombre="PUBLICO EN GENERAL"']) {
      expect(rows[0]!.xml).toContain(text);
    }
    expect(rows[0]!.xml).not.toContain("InformacionGlobal");
    expect(await replaceGlobal(server.app, global.id, TEST_ACTOR)).toEqual({ refused: "invoice_has_credit_notes" });
  });

  test("is not corrected twice while its credit notes wait for the PAC", async () => {
    const { global, partly } = await refundedGlobal(33);
    await setFault("down");
    expect(await creditGlobal(server.app, global.id, TEST_ACTOR)).toMatchObject({ refused: "invoice_pending" });
    expect(await creditGlobal(server.app, global.id, TEST_ACTOR)).toEqual({ refused: "nothing_to_credit" });
    await setFault(null);
    const { rows } = await sql<{ id: string }>`SELECT id FROM invoices WHERE relates_to_id = ${global.id}`.execute(
      server.app.db,
    );
    expect(rows).toHaveLength(2);
    for (const { id } of rows) valueOf(await stampInvoice(server.app, id));
    expect(await findOrderIncome(server.app.db, partly.id)).toMatchObject({ creditedCents: 30_00 });
  });

  test("is replaced by one with what is kept today, once by two concurrent calls", async () => {
    const { global, partly, whole } = await refundedGlobal(36);
    const made = await Promise.all([1, 2].map(() => replaceGlobal(server.app, global.id, TEST_ACTOR)));
    expect(made.filter((one) => isRefusal(one))).toEqual([{ refused: "invoice_not_replaceable" }]);
    const next = valueOf(made.find((one) => !isRefusal(one))!);
    expect(next.xml).toContain('TipoRelacion="04"');
    expect(next.xml).not.toContain(`NoIdentificacion="${whole.reference}"`);
    expect(next).toMatchObject({ totalCents: Math.round(partly.total * 100) - 30_00, period: global.period });
    await advanceCancellation(server.app, global.id);
    expect(await findInvoice(server.app.db, global.id)).toMatchObject({ state: "cancelled", cancelMotive: "01" });
    expect(await mismatchesOf(next)).toEqual([]);
    expect(await replaceGlobal(server.app, next.id, TEST_ACTOR)).toEqual({ refused: "global_agrees" });
  });

  test("stays valid if the PAC refuses its substitute", async () => {
    const { global } = await refundedGlobal(39);
    await setFault("reject:CFDI40136");
    expect(await replaceGlobal(server.app, global.id, TEST_ACTOR)).toMatchObject({ refused: "invoice_refused" });
    expect(await findInvoice(server.app.db, global.id)).toMatchObject({ state: "stamped" });
    expect(await mismatchesOf(global)).toHaveLength(2);
  });
});
