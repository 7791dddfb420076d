import fc from "fast-check";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { checkPayment } from "../cfdi/check-payment.ts";
import { checkSums } from "../cfdi/check-sums.ts";
import { parseXml } from "../cfdi/parse-xml.ts";
import { hasValidSeal } from "../cfdi/seal.ts";
import { hasProgram, runProgram } from "../testing/external-validators.ts";
import { openShopWithPayer, type ShopWithPayer } from "../testing/payer.ts";
import { anyStep, MONTHS_PER_HISTORY } from "../testing/sale-history/actions.ts";
import { listOverCreditedInvoices, readMonthlyIncome } from "../testing/sale-history/monthly-income.ts";
import { SaleHistory } from "../testing/sale-history/sale-history.ts";
import { reconcileHistory } from "../testing/sale-history/reconcile-history.ts";
import { SAT_DIR, writeSatSchema } from "../testing/sat-files.ts";
import { startAppOnDatabase } from "../testing/test-app.ts";
import { serveTestApp, type TestServer } from "../testing/test-server.ts";

/**
 * The number of histories. For a long run:
 * `HISTORIES=2000 npx vitest run src/server/invoicing/sale-histories.test.ts`.
 */
const HISTORY_COUNT = Number(process.env.HISTORIES ?? 3);
/**
 * SAT accepts global invoices of this year and the last. The orders of a history are paid in two of the last twelve
 * months. No other history of the same database uses these months, so that global invoices never mix orders.
 */
const HISTORIES_PER_DATABASE = 12 / MONTHS_PER_HISTORY;

let server: ShopWithPayer;
let secondServer: TestServer;
let folder: string;
let usedMonthCount = 0;
/** Documents by kind and state, of all databases so far. A long run prints them. */
const documentCounts = new Map<string, number>();
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "escaparate-histories-"));
  await startServers();
});
afterAll(async () => {
  await stopServers();
  if (process.env.HISTORIES) console.info(HISTORY_COUNT, "histories:", Object.fromEntries(documentCounts));
  rmSync(folder, { recursive: true, force: true });
});

/** Starts two servers in this process on one new database. */
async function startServers(): Promise<void> {
  server = await openShopWithPayer();
  secondServer = await serveTestApp(await startAppOnDatabase(server.databaseConfig));
  usedMonthCount = 0;
}

async function stopServers(): Promise<void> {
  await secondServer.stop();
  await server.stop();
}

function takeUnusedMonth(): string {
  const now = new Date();
  usedMonthCount += 1;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - usedMonthCount, 1)).toISOString().slice(0, 7);
}

async function expectNoViolations(): Promise<void> {
  expect(await listViolatedInvariants(server.app)).toEqual([]);
  expect(await listOverCreditedInvoices(server.app.db)).toEqual([]);
}

const makeBuyAction = (monthIndex: number) => ({
  do: "buy" as const,
  month: monthIndex,
  priceCents: 100_01,
  vat: "general" as const,
  isPaid: monthIndex === 0,
});

test(
  "whatever happens to orders and documents, the documents of each month declare the money kept of its sales",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 40 }), async (steps) => {
        if (usedMonthCount === HISTORIES_PER_DATABASE * MONTHS_PER_HISTORY) {
          await expectNoViolations();
          await checkAndCountDocuments();
          await stopServers();
          await startServers();
        }
        const months = Array.from({ length: MONTHS_PER_HISTORY }, takeUnusedMonth);
        const history = new SaleHistory({ server, secondServer, months });
        for (const monthIndex of [0, 1, 0]) await history.run(makeBuyAction(monthIndex));
        for (const step of steps) await history.run(step);
        await reconcileHistory(history);
        const { declared, kept } = await readMonthlyIncome(history);
        expect(declared).toEqual(kept);
        expect(await listMisdeclaredOrders(history)).toEqual([]);
      }),
      { numRuns: HISTORY_COUNT, endOnFailure: true },
    );
    await expectNoViolations();
  },
  60_000 + HISTORY_COUNT * 20_000,
);

/** Orders whose documents declare another amount than is kept. Opposite differences of two orders do not cancel out. */
async function listMisdeclaredOrders({ orders }: SaleHistory) {
  const { rows } = await sql`
    SELECT reference, kept_cents, declared_cents FROM order_income
    WHERE order_id = ANY (${orders.map(({ id }) => id)}::uuid[]) AND kept_cents <> declared_cents`.execute(
    server.app.db,
  );
  return rows;
}

async function checkAndCountDocuments(): Promise<number> {
  const { rows } = await sql<{ xml: string; kindAndState: string }>`
    SELECT xml, concat_ws(' ', kind, nullif(payment_plan, 'PUE'), state) AS "kindAndState" FROM invoices WHERE xml IS NOT NULL`.execute(
    server.app.db,
  );
  for (const { xml, kindAndState } of rows) {
    documentCounts.set(kindAndState, (documentCounts.get(kindAndState) ?? 0) + 1);
    const document = parseXml(xml);
    if (isRefusal(document)) throw new Error(document.refused);
    const isPayment = document.attributes.TipoDeComprobante === "P";
    expect(isPayment ? checkPayment(document) : checkSums(document)).toEqual([]);
    expect(hasValidSeal(document)).toBe(true);
  }
  return rows.length;
}

test("all documents of the last database have correct sums and a valid seal", async () => {
  expect(await checkAndCountDocuments()).toBeGreaterThan(0);
});

test.skipIf(!SAT_DIR || !hasProgram("xmllint"))(
  "all documents of the last database match SAT's schema (needs xmllint and SAT_DIR)",
  async () => {
    const { rows } = await sql<{ id: string; xml: string }>`
      SELECT id, xml FROM invoices WHERE xml IS NOT NULL`.execute(server.app.db);
    const files = rows.map(({ id, xml }) => {
      const file = path.join(folder, `${id}.xml`);
      writeFileSync(file, xml);
      return file;
    });
    runProgram("xmllint", ["--nonet", "--noout", "--schema", writeSatSchema(folder), ...files]);
  },
);
