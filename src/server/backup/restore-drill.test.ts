import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runInProcess } from "../../cli/testing/run-in-process.ts";
import { ShopProcess } from "../fault-tests/shop-process.ts";
import { PLAIN_CARRIER } from "../testing/checkout-fixtures.ts";
import { openBackupStore } from "./backup-store.ts";
import { chooseBackup } from "./choose-backup.ts";

const shop = new ShopProcess();
const place = mkdtempSync(path.join(tmpdir(), "escaparate-backups-"));
beforeAll(() => shop.start(), 120_000);
afterAll(async () => {
  await shop.remove();
  rmSync(place, { recursive: true, force: true });
});

const run = (...args: string[]) => runInProcess(args, { DATA_DIR: shop.dataDir, DATABASE_URL: "", BACKUP_TO: "" });

async function call(method: string, urlPath: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(shop.origin + urlPath, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any response
  return { status: response.status, json: (await response.json()) as any };
}

interface AcknowledgedOrder {
  id: string;
  reference: number;
  /** When the customer received the response, in milliseconds since 1970. */
  acknowledgedAt: number;
}

/** Places orders of one guest and cancels each, one after the other, until the signal is aborted. */
async function keepOrdering(orders: AcknowledgedOrder[], signal: AbortSignal): Promise<void> {
  const guest = { name: "Ana", lastName: "Prueba", phone: "5598765432", email: "ana.prueba@ejemplo.mx" };
  const { customer, access_token } = (await call("POST", "/api/v1/customers", guest)).json;
  const auth = { Authorization: `Bearer ${access_token}` };
  const addressBody = { street: "Calle 1", neigh: "Centro", postalCode: "06700", city: "CDMX", state: "CDMX" };
  const { addresses } = (await call("POST", `/api/v1/customers/${customer._id}/address`, addressBody, auth)).json;
  const { docs } = (await call("GET", "/api/v1/search2?size=50")).json;
  for (let n = 0; !signal.aborted; n++) {
    const doc = docs[n % docs.length];
    const size = doc.stocks.find(({ stock }: { stock: number }) => stock > 0);
    const products = [{ productId: doc._id, attributeId: size._id, quantity: 1 }];
    const { cart } = (await call("POST", "/api/v1/carts", { products }, auth)).json;
    const checkoutBody = {
      customerId: customer._id,
      addressId: addresses[0]._id,
      shippingId: PLAIN_CARRIER,
      payment_method: "TB",
    };
    const checkoutResponse = await call("POST", `/api/v1/carts/${cart?._id}/checkout`, checkoutBody, auth);
    if (checkoutResponse.status === 200) {
      orders.push({
        id: checkoutResponse.json.order._id,
        reference: Number(checkoutResponse.json.order.reference),
        acknowledgedAt: Date.now(),
      });
      // The demo limits the unpaid orders of one customer.
      await call("POST", `/api/v1/orders/${checkoutResponse.json.order._id}/cancel`, {}, auth);
    } else await sleep(20);
  }
}

function killDatabase(): void {
  const pid = Number(readFileSync(path.join(shop.dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
  process.kill(pid, "SIGKILL");
}

test(
  "after the loss of the machine, a restore to an instant has every order acknowledged before that instant",
  { timeout: 180_000 },
  async () => {
    const orders: AcknowledgedOrder[] = [];
    const stopController = new AbortController();
    const load = keepOrdering(orders, stopController.signal);

    const backup = await run("backup", "--to", place);
    expect(backup).toMatchObject({ status: 0, stderr: "" });
    const countAfterBackup = orders.length;
    await expect.poll(() => orders.length, { timeout: 30_000 }).toBeGreaterThan(countAfterBackup + 5);
    const target = new Date(Math.ceil(Date.now() / 1_000) * 1_000);
    const listExpectedOrders = () => orders.filter(({ acknowledgedAt }) => acknowledgedAt <= target.getTime());
    await expect.poll(() => orders.length - listExpectedOrders().length, { timeout: 30_000 }).toBeGreaterThan(5);
    const store = openBackupStore({ s3: null }, place);
    const readArchivedUntilMs = async () => (await chooseBackup(store, null)).until.getTime();
    await expect.poll(readArchivedUntilMs, { timeout: 30_000 }).toBeGreaterThan(target.getTime());
    stopController.abort();
    await load;

    // The machine fails and its disk is lost.
    await shop.kill("SIGKILL");
    killDatabase();
    rmSync(shop.dataDir, { recursive: true });

    const restoreResult = await run("restore", place, "--time", target.toISOString());
    expect(restoreResult).toMatchObject({ status: 0, stderr: "" });
    expect(existsSync(path.join(shop.dataDir, "restoring"))).toBe(false);
    await shop.start();
    expect(await run("audit")).toMatchObject({ status: 0 });
    const [restoredIds, sessions] = await shop.withDatabase(async (db) => [
      new Set((await db.selectFrom("orders").select("id").execute()).map(({ id }) => id)),
      await db.selectFrom("sessions").selectAll().execute(),
    ]);
    expect(listExpectedOrders().filter(({ id }) => !restoredIds.has(id))).toEqual([]);
    expect(
      orders
        .filter(({ acknowledgedAt }) => acknowledgedAt > target.getTime() + 1_000)
        .filter(({ id }) => restoredIds.has(id)),
    ).toEqual([]);
    expect(sessions).toEqual([]);

    // The shop is closed until its payments have been compared and staff open it.
    const { docs } = (await call("GET", "/api/v1/search2?size=1")).json;
    const products = [{ productId: docs[0]._id, attributeId: docs[0].stocks[0]._id, quantity: 1 }];
    expect(await call("POST", "/api/v1/carts", { products })).toMatchObject({ status: 409 });
    await expect.poll(async () => (await run("restore", "open")).status, { timeout: 30_000, interval: 500 }).toBe(0);

    // No order number of a lost order is assigned again.
    const laterOrders: AcknowledgedOrder[] = [];
    const secondStopController = new AbortController();
    const laterLoad = keepOrdering(laterOrders, secondStopController.signal);
    await expect.poll(() => laterOrders.length, { timeout: 30_000 }).toBeGreaterThan(0);
    secondStopController.abort();
    await laterLoad;
    expect(laterOrders[0]!.reference).toBeGreaterThan(Math.max(...orders.map(({ reference }) => reference)));
  },
);
