import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { findOrderIncome } from "../invoicing/order-income.ts";
import { findInvoice, listInvoices } from "../invoicing/queries.ts";
import { setIssuer } from "../invoicing/set-issuer.ts";
import { moveOrder } from "../orders/move-order.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { issueGlobalInvoiceOf } from "../testing/global-invoice.ts";
import { LUCIA, refundTransfer, createShippedOrder, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { Payer, type PlacedOrder } from "../testing/payer.ts";
import { databaseUrlOf } from "../testing/run-shop-command.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { killAtEachPoint, KILLED_APPLICATION_NAME, type KillPoint } from "./kill-at-each-point.ts";
import { ShopProcess } from "./shop-process.ts";

/** The shop that is killed. */
const shopProcess = new ShopProcess();
/** A server in the test's process, on the same database, that prepares and reads orders. */
let testServer: TestServer;
let shopId: string;
let env: Record<string, string>;
beforeAll(async () => {
  testServer = await startTestServer();
  shopId = (await testServer.findShop()).id;
  const url = `${databaseUrlOf(testServer.databaseConfig)}&application_name=${KILLED_APPLICATION_NAME}`;
  env = { DATABASE_URL: url, DATA_DIR: testServer.app.config.dataDir };
}, 120_000);
beforeEach(() => setGlobalCorrection("creditNote"));
afterEach(() => shopProcess.kill("SIGKILL"));
afterAll(async () => {
  await shopProcess.remove();
  await testServer.stop();
}, 60_000);

const setGlobalCorrection = (globalCorrection: string) =>
  setIssuer(testServer.app, shopId, { globalCorrection }, TEST_ACTOR);

/** Simulates that a minute passes: calls from before the kill time out, and the jobs that run each minute are added. */
async function passMinute(): Promise<void> {
  const { db } = testServer.app;
  // A call that the shop began less than a second ago (`pac_call_expires_at` is 40 seconds later) may still be running.
  await sql`
    UPDATE invoices SET next_try_at = now(), pac_call_expires_at = NULL
    WHERE state = 'stamping' AND pac_call_expires_at < now() + interval '39 seconds'
      OR state IN ('cancelAsked', 'replaced') AND next_try_at < 'infinity'`.execute(db);
  await sql`
    UPDATE own_invoice_requests SET requested_at = requested_at - interval '1 minute' WHERE ended_at IS NULL`.execute(
    db,
  );
  // The jobs have no key, like those of the schedule. A second job with the key of a killed one would end its retries.
  await sql`
    SELECT graphile_worker.add_job(name)
    FROM unnest('{schedule_stamps,schedule_cancellations,schedule_deposits,schedule_own_invoices}'::text[]) AS name
    WHERE NOT EXISTS (SELECT FROM graphile_worker.jobs j WHERE j.task_identifier = name AND j.locked_at IS NULL
      AND j.run_at <= now())`.execute(db);
}

/** Kills the shop at each point, and waits until the shop that is started last has finished the work. */
async function killAndFinish(
  points: readonly KillPoint[],
  { begin, isDone }: { begin: (signal: AbortSignal) => Promise<unknown>; isDone: () => Promise<boolean> },
): Promise<void> {
  await shopProcess.kill("SIGKILL");
  await killAtEachPoint(points, { shopProcess, env, db: testServer.app.db, begin, passTime: passMinute });
  const isFinished = async () => {
    if ((await isDone()) && (await countStampingInvoices()) === 0) return true;
    await passMinute();
    return false;
  };
  await expect.poll(isFinished, { timeout: 20_000, interval: 100 }).toBe(true);
}

const beforeStoringDocument = (kind: string) => `INSERT ON invoices FOR EACH ROW WHEN (NEW.kind = '${kind}')`;
/** The PAC has stamped the document, and the shop has not stored the stamp. */
const beforeStoringStamp = (kind: string) => `UPDATE OF uuid ON invoices FOR EACH ROW WHEN (NEW.kind = '${kind}')`;
/** SAT has received the cancellation request, and the shop has not stored the acuse. */
const BEFORE_STORING_ACUSE = "UPDATE OF receipt ON invoice_cancellations FOR EACH ROW WHEN (NEW.receipt IS NOT NULL)";
const BEFORE_STORING_CANCELLATION = "UPDATE OF state ON invoices FOR EACH ROW WHEN (NEW.state = 'cancelled')";
const BEFORE_ORDER_LEAVES_GLOBAL = "UPDATE OF is_live ON global_invoice_orders FOR EACH ROW WHEN (NOT NEW.is_live)";
const BEFORE_REQUEST_ENDS = "UPDATE OF ended_at ON own_invoice_requests FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL)";

async function countStampingInvoices(): Promise<number> {
  const { rows } = await sql`SELECT FROM invoices WHERE state = 'stamping'`.execute(testServer.app.db);
  return rows.length;
}

const documentsOf = async ({ id }: { id: string }) =>
  (await listInvoices(testServer.app.db, { shopId, orderId: id, limit: 10 }))
    .map(({ kind, state }) => `${kind} ${state}`)
    .toSorted();

/** Expects that each order is declared once, that the shop has every stamp of the PAC, and that all invariants hold. */
async function expectConsistent(...orders: PlacedOrder[]): Promise<void> {
  for (const { id } of orders) {
    const { keptCents, declaredCents } = await findOrderIncome(testServer.app.db, id);
    expect(declaredCents).toBe(keptCents);
  }
  const { rows } = await sql`
    SELECT FROM sandbox_pac_stamps s WHERE NOT EXISTS (SELECT FROM invoices i WHERE i.uuid = s.uuid)`.execute(
    testServer.app.db,
  );
  expect(rows).toEqual([]);
  expect(await listViolatedInvariants(testServer.app)).toEqual([]);
}

/** The buyer asks the running shop for an invoice. */
async function requestInvoice({ reference }: PlacedOrder, signal: AbortSignal): Promise<void> {
  const { rfc, name, postalCode, taxRegime, cfdiUse } = LUCIA;
  const receiver = { rfc, name, postalCode, fiscalReg: taxRegime, usoCFDI: cfdiUse, email: "lucia@ejemplo.mx" };
  const body = JSON.stringify({ orderId: reference, phone: "5511112222", receiver });
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${shopProcess.origin}/api/v1/invoice`, { method: "POST", headers, body, signal });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

async function isRequestDone({ id }: PlacedOrder): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM own_invoice_requests WHERE order_id = ${id} AND ended_at IS NOT NULL AND problem IS NULL`.execute(
    testServer.app.db,
  );
  return rows.length > 0;
}

/** Runs a command of `shop invoice` in another process, while the shop runs. */
async function runInvoiceCommand(args: readonly string[], signal: AbortSignal): Promise<void> {
  const { PATH, HOME } = process.env;
  const cwd = path.resolve(import.meta.dirname, "../../..");
  const command = spawn(process.execPath, ["src/cli.ts", "invoice", ...args], {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ["ignore", "ignore", "pipe"],
    signal,
    killSignal: "SIGKILL",
  });
  let errors = "";
  command.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = await once(command, "exit");
  if (code) throw new Error(`invoice ${args[0]} ended with ${code}: ${errors}`);
}

async function move({ id }: PlacedOrder, to: "PAYMENT_ACCEPTED" | "SHIPPED"): Promise<void> {
  const moved = await moveOrder(testServer.app, id, { to, actor: "prueba", reason: "prueba", trackingNumber: "MX1" });
  if (isRefusal(moved)) throw new Error(moved.refused);
}

describe(
  "although the shop is killed between the steps, each order is declared once with",
  { timeout: 120_000 },
  () => {
    test("a buyer's own invoice, by a credit note of the global invoice", async () => {
      const [order, otherOrder] = [await createShippedOrder(testServer), await createShippedOrder(testServer)];
      await issueGlobalInvoiceOf(testServer, [order, otherOrder], 1);
      await killAndFinish(
        [
          beforeStoringStamp("creditNote"),
          BEFORE_ORDER_LEAVES_GLOBAL,
          beforeStoringDocument("invoice"),
          BEFORE_REQUEST_ENDS,
        ],
        {
          begin: (signal) => requestInvoice(order, signal),
          isDone: () => isRequestDone(order),
        },
      );
      expect(await documentsOf(order)).toEqual(["creditNote stamped", "invoice stamped"]);
      await expectConsistent(order, otherOrder);
    });

    test("a buyer's own invoice, by a new global invoice", async () => {
      await setGlobalCorrection("reissue");
      const [order, otherOrder] = [await createShippedOrder(testServer), await createShippedOrder(testServer)];
      const { global } = await issueGlobalInvoiceOf(testServer, [order, otherOrder], 2);
      await killAndFinish([BEFORE_STORING_ACUSE, BEFORE_STORING_CANCELLATION, beforeStoringDocument("global")], {
        begin: (signal) => requestInvoice(order, signal),
        isDone: () => isRequestDone(order),
      });
      expect(await documentsOf(order)).toEqual(["invoice stamped"]);
      expect(await findInvoice(testServer.app.db, global.id)).toMatchObject({ state: "cancelled", cancelMotive: "04" });
      await expectConsistent(order, otherOrder);
    });

    test("a global invoice that is replaced by another one", async () => {
      const [order, otherOrder] = [await createShippedOrder(testServer), await createShippedOrder(testServer)];
      const { global } = await issueGlobalInvoiceOf(testServer, [order, otherOrder], 3);
      await refundTransfer(testServer.app, order.id, 30_00);
      await killAndFinish([beforeStoringStamp("global"), BEFORE_STORING_CANCELLATION], {
        begin: (signal) => runInvoiceCommand(["correct-global", global.uuid!, "--by", "reissue"], signal),
        isDone: async () => (await findInvoice(testServer.app.db, global.id))?.state === "cancelled",
      });
      await expectConsistent(order, otherOrder);
    });

    test("a deposit and its application", async () => {
      await setIssuer(testServer.app, shopId, { undelivered: "deposit" }, TEST_ACTOR);
      const order = await new Payer(testServer).placeOrder({ method: "TB" });
      await move(order, "PAYMENT_ACCEPTED");
      const { rfc, name, postalCode, taxRegime, cfdiUse } = LUCIA;
      const receiver = [
        "--rfc",
        rfc,
        "--name",
        name,
        "--postal-code",
        postalCode,
        "--regime",
        taxRegime,
        "--use",
        cfdiUse,
      ];
      const hasDocument = async (document: string) => (await documentsOf(order)).includes(document);
      await killAndFinish([beforeStoringStamp("deposit")], {
        begin: (signal) => runInvoiceCommand(["make", order.reference, "--early", ...receiver], signal),
        isDone: () => hasDocument("deposit stamped"),
      });
      await killAndFinish(
        [beforeStoringStamp("invoice"), beforeStoringDocument("depositApplied"), beforeStoringStamp("depositApplied")],
        {
          begin: () => move(order, "SHIPPED"),
          isDone: () => hasDocument("depositApplied stamped"),
        },
      );
      expect(await documentsOf(order)).toEqual(["deposit stamped", "depositApplied stamped", "invoice stamped"]);
      await expectConsistent(order);
    });
  },
);
