import { spawn } from "node:child_process";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ShopProcess } from "./shop-process.ts";

const shopProcess = new ShopProcess();
beforeAll(() => shopProcess.start(), 120_000);
afterAll(() => shopProcess.remove(), 60_000);

// oxlint-disable-next-line typescript/no-explicit-any -- tests read any response
async function call(method: string, pathname: string, body?: object, token?: string): Promise<any> {
  const response = await fetch(shopProcess.origin + pathname, {
    method,
    headers: {
      ...(body && { "Content-Type": "application/json" }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
  });
  return response.json();
}

const setPacFault = (fault: string | null) => call("POST", "/sandbox/pac/control", { fault });
const listStamps = async (): Promise<{ uuid: string }[]> => (await call("GET", "/sandbox/pac/state.json")).stamps;
const EMAIL = "facturas@ejemplo.mx";
const listInvoiceEmails = async (reference: string): Promise<{ subject: string }[]> =>
  (await call("GET", `/sandbox/mail.json?to=${EMAIL}`)).filter((mail: { subject: string }) =>
    mail.subject.startsWith(`Tu factura del pedido #${reference} `),
  );

async function signIn(): Promise<{ token: string; id: string; phone: string }> {
  const session = await call("POST", "/api/v1/auth/login", { username: "ana@ejemplo.mx", password: "demo1234" });
  return { token: session.access_token, id: session.customer._id, phone: session.customer.phone };
}

/** Requests an order's invoice. The shop may be killed before it responds. */
function requestInvoice(order: { reference: string }, ana: { phone: string }): Promise<unknown> {
  const receiver = {
    rfc: "LUPA900215AB3",
    name: "Ana Prueba",
    postalCode: "06000",
    fiscalReg: "612",
    usoCFDI: "G03",
    email: EMAIL,
  };
  const body = { orderId: order.reference, phone: ana.phone, receiver };
  return call("POST", "/api/v1/invoice", body).catch(() => "cut off");
}

/** The names of the scheduled jobs that the worker of the running shop has registered. */
const listScheduledJobs = () =>
  shopProcess.withDatabase(async (db) => {
    const { rows } = await sql<{ identifier: string }>`
      SELECT identifier FROM graphile_worker._private_known_crontabs`.execute(db);
    return rows.map(({ identifier }) => identifier);
  });

const readInvoiceStatus = async (order: { _id: string }, token: string) =>
  (await call("GET", `/api/v1/orders/${order._id}`, undefined, token)).invoice?.status;

/**
 * Simulates that five minutes pass: requests from before the kill time out, and the job that runs each minute is added.
 */
const passFiveMinutes = () =>
  shopProcess.withDatabase(async (db) => {
    await sql`UPDATE invoices SET next_try_at = next_try_at - interval '5 minutes',
      pac_call_expires_at = pac_call_expires_at - interval '5 minutes' WHERE state = 'stamping'`.execute(db);
    await sql`SELECT graphile_worker.add_job('schedule_stamps')`.execute(db);
  });

// At the kill one invoice is signed and the PAC has not processed its request. Another one is stamped, and the shop has
// not received the PAC's response.
test(
  "kill -9 after the PAC stamped one invoice and before it received another: each order gets one invoice and one email",
  {
    timeout: 240_000,
  },
  async () => {
    const ana = await signIn();
    const { docs } = await call("GET", `/api/v1/customers/${ana.id}/orders?kind=SHIPPED`, undefined, ana.token);
    const [unstampedOrder, stampedOrder] = docs.filter(({ invoice }: { invoice: object | null }) => invoice === null);
    const stampsBefore = (await listStamps()).length;
    await setPacFault("hang-after-work");
    const requests = [requestInvoice(stampedOrder, ana)];
    await expect.poll(async () => (await listStamps()).length, { timeout: 20_000 }).toBe(stampsBefore + 1);
    expect(await readInvoiceStatus(stampedOrder, ana.token)).toBe("PENDING");
    await setPacFault("down");
    requests.push(requestInvoice(unstampedOrder, ana));
    await expect.poll(() => readInvoiceStatus(unstampedOrder, ana.token), { timeout: 20_000 }).toBe("PENDING");
    expect(await listStamps()).toHaveLength(stampsBefore + 1);
    await shopProcess.kill("SIGKILL");
    await Promise.all(requests);
    await shopProcess.start();
    await setPacFault(null);
    // The new process's worker schedules unfinished invoices each minute. The test does not wait for that minute.
    await expect.poll(listScheduledJobs).toContain("schedule_stamps");
    await passFiveMinutes();
    for (const order of [unstampedOrder, stampedOrder]) {
      await expect.poll(() => readInvoiceStatus(order, ana.token), { timeout: 30_000 }).toBe("ISSUED");
      await expect.poll(async () => (await listInvoiceEmails(order.reference)).length, { timeout: 30_000 }).toBe(1);
    }
    expect(await listStamps()).toHaveLength(stampsBefore + 2);
  },
);

/** Replaces an invoice by the console command, in its own process. The returned function kills that process. */
function replaceFromConsole(uuid: string): () => void {
  const cwd = path.resolve(import.meta.dirname, "../../..");
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: shopProcess.dataDir };
  const command = ["src/cli.ts", "invoice", "replace", uuid, "--use", "S01"];
  const consoleProcess = spawn(process.execPath, command, { cwd, env, stdio: "ignore" });
  return () => consoleProcess.kill("SIGKILL");
}

const listInvoiceStates = (reference: string) =>
  shopProcess.withDatabase(async (db) => {
    const { rows } = await sql<{ state: string }>`
      SELECT i.state FROM invoices i JOIN orders o ON o.id = i.order_id WHERE o.reference = ${reference}::bigint
      ORDER BY i.id`.execute(db);
    return rows.map(({ state }) => state);
  });

// At the first kill the PAC has stamped the substitute and the shop has not stored the stamp. At the second one the
// shop has the stamp, and may or may not have requested the cancellation of the old invoice.
test(
  "kill -9 twice in the middle of a replacement: one substitute is valid and the old invoice is cancelled",
  { timeout: 240_000 },
  async () => {
    const ana = await signIn();
    const { docs } = await call("GET", `/api/v1/customers/${ana.id}/orders?kind=SHIPPED`, undefined, ana.token);
    const order = docs.find(({ invoice }: { invoice: { status: string } | null }) => invoice?.status === "ISSUED");
    const stampsBefore = (await listStamps()).length;
    await setPacFault("hang-after-work");
    const killConsole = replaceFromConsole(order.invoice.uuid);
    await expect.poll(async () => (await listStamps()).length, { timeout: 40_000 }).toBe(stampsBefore + 1);
    expect(await listInvoiceStates(order.reference)).toEqual(["replaced", "stamping"]);
    await shopProcess.kill("SIGKILL");
    killConsole();
    await shopProcess.start();
    await setPacFault(null);
    await expect.poll(listScheduledJobs).toContain("schedule_stamps");
    await passFiveMinutes();
    await expect.poll(() => listInvoiceStates(order.reference), { timeout: 30_000 }).toContain("stamped");
    // The cancellation may have been requested before the kill or not. In both cases the shop completes it.
    await shopProcess.kill("SIGKILL");
    await shopProcess.start();
    await expect.poll(listScheduledJobs).toContain("schedule_stamps");
    const isCancellationRequested = async () => {
      const stamps: { uuid: string; state: string }[] = (await call("GET", "/sandbox/pac/state.json")).stamps;
      return stamps.some(({ uuid, state }) => uuid === order.invoice.uuid && state === "requested");
    };
    const continueCancellation = () =>
      shopProcess.withDatabase(async (db) => {
        await sql`UPDATE invoices SET next_try_at = now() WHERE state = 'replaced'`.execute(db);
        await sql`SELECT graphile_worker.add_job('schedule_cancellations')`.execute(db);
      });
    await continueCancellation();
    const isCancellationKnownToSat = async () =>
      (await isCancellationRequested()) || (await listInvoiceStates(order.reference)).includes("cancelled");
    await expect.poll(isCancellationKnownToSat, { timeout: 40_000 }).toBe(true);
    if (await isCancellationRequested()) {
      await call("POST", "/sandbox/pac/control", { cancellation: "accept", uuid: order.invoice.uuid });
      await continueCancellation();
    }
    await expect.poll(() => listInvoiceStates(order.reference), { timeout: 40_000 }).toEqual(["cancelled", "stamped"]);
    expect(await listStamps()).toHaveLength(stampsBefore + 1);
  },
);
