import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { InvalidConfig, readConfig } from "../config.ts";
import { addToCart } from "../cart/add-to-cart.ts";
import { checkOut } from "../checkout/check-out.ts";
import { runAudit } from "../audit/run-audit.ts";
import { startWorker } from "../job-worker.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { changeShop } from "../shops/change-shop.ts";
import type { Shop } from "../shops/shop.ts";
import { migrateAll, openDatabase } from "../start-app.ts";
import { makeCheckoutInput, createTestCart, createTestGuest } from "../testing/checkout-fixtures.ts";
import { HAS_PGBOUNCER, startPgBouncer } from "../testing/pgbouncer.ts";
import { startAppOnDatabase, startTestApp, type TestApp } from "../testing/test-app.ts";
import { createTestSize } from "../testing/test-size.ts";
import { databaseUrlOf } from "../testing/run-shop-command.ts";
import { migrate } from "./migrate.ts";
import { SESSION_SETTINGS } from "./connect.ts";
import { listMissingSettings } from "./role-settings.ts";

const POOLER_CONNECTIONS = 4;

describe("the session settings of the role", () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp();
  });
  afterAll(() => testApp.stop());

  test("are stored once by processes that start together", async () => {
    const { databaseConfig } = testApp;
    // Removes the stored settings, so that the processes of each round store them again.
    const database = sql.id(databaseConfig.database!);
    const resetSettings = sql`ALTER ROLE CURRENT_USER IN DATABASE ${database} RESET ALL`;
    const startResults: PromiseSettledResult<unknown>[] = [];
    for (let round = 0; round < 5; round++) {
      await resetSettings.execute(testApp.app.db);
      const starts = Array.from({ length: 6 }, () => migrateAll({ ...databaseConfig, pooler: databaseConfig }));
      startResults.push(...(await Promise.allSettled(starts)));
    }
    expect(startResults.filter(({ status }) => status === "rejected")).toEqual([]);
    const { rows } = await sql<{ settings: number }>`SELECT cardinality(setconfig)::int AS settings
      FROM pg_db_role_setting JOIN pg_database d ON d.oid = setdatabase
      WHERE d.datname = current_database()`.execute(testApp.app.db);
    expect(rows).toEqual([{ settings: SESSION_SETTINGS.length }]);
  });
});

describe.skipIf(!HAS_PGBOUNCER)("behind PgBouncer in transaction mode", () => {
  let directApp: TestApp;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let firstApp: TestApp;
  let secondApp: TestApp;
  let shop: Shop;

  beforeAll(async () => {
    directApp = await startTestApp();
    pooler = await startPgBouncer(directApp.databaseConfig, POOLER_CONNECTIONS);
    const env = {
      DATABASE_URL: databaseUrlOf(pooler.databaseConfig),
      DATABASE_DIRECT_URL: databaseUrlOf(directApp.databaseConfig),
    };
    const { databaseConfig } = await openDatabase(readConfig(env), directApp.app.log);
    await migrateAll(databaseConfig);
    firstApp = await startAppOnDatabase(databaseConfig, env);
    secondApp = await startAppOnDatabase(databaseConfig, env);
    shop = await firstApp.findShop();
  });
  afterAll(async () => {
    await secondApp.stop();
    await firstApp.stop();
    await pooler.stop();
    await directApp.stop();
  });

  const chooseApp = (n: number) => (n % 2 === 0 ? firstApp.app : secondApp.app);

  test("forty purchases of two processes at once share the pooler's few connections", async () => {
    const size = await createTestSize(directApp.app, { pieces: 30 });
    const purchaseResults = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const app = chooseApp(n);
        const added = await addToCart(app, shop, { cartId: null, presaleId: null, lines: [{ ...size, pieces: 1 }] });
        if (isRefusal(added) || added.cart === null) return false;
        const guest = await createTestGuest(app, shop, null, `55${10_000_000 + n}`);
        return !isRefusal(await checkOut(app, shop, guest.customerId, makeCheckoutInput(added.cart, guest)));
      }),
    );
    expect(purchaseResults.filter(Boolean)).toHaveLength(30);
    // Without the pooler the two apps would open up to 32 connections.
    const connections = await pooler.countServerConnections();
    expect(connections).toBeGreaterThan(0);
    expect(connections).toBeLessThanOrEqual(POOLER_CONNECTIONS);
    const violatedChecks = (await runAudit(firstApp.app.databaseConfig)).filter((result) => result.violationCount > 0);
    expect(violatedChecks.map((result) => result.check.name)).toEqual([]);
  });

  test("every connection has the session settings", async () => {
    const missingSettings = await Promise.all(
      Array.from({ length: POOLER_CONNECTIONS * 2 }, (_, n) =>
        chooseApp(n).db.transaction().execute(listMissingSettings),
      ),
    );
    expect(missingSettings.flat()).toEqual([]);
  });

  test("a statement that waits too long for a lock fails with a lock timeout", async () => {
    const size = await createTestSize(firstApp.app, { pieces: 1 });
    await firstApp.app.db.transaction().execute(async (tx) => {
      await sql`SELECT FROM sizes WHERE id = ${size.sizeId} FOR UPDATE`.execute(tx);
      await expect(
        sql`UPDATE sizes SET available = 2 WHERE id = ${size.sizeId}`.execute(secondApp.app.db),
      ).rejects.toThrow(/lock timeout/);
    });
  });

  test("an app is notified of its own product changes, not of those of another app on the same connections", async () => {
    const size = await createTestSize(firstApp.app, { pieces: 5 });
    const versionsBefore = [firstApp, secondApp].map(({ app }) => app.productChanges.currentVersion());
    await createTestCart(firstApp.app, shop, [{ ...size, pieces: 1 }]);
    const areNotified = [firstApp, secondApp].map(({ app }, n) =>
      app.productChanges.changedSince(versionsBefore[n]!, [size.productId]),
    );
    expect(areNotified).toEqual([true, false]);
  });

  test("the other process is notified of a changed setting", async () => {
    const changed = await changeShop(firstApp.app, shop, { values: { "orders.packaging": 37 } });
    if (isRefusal(changed)) throw new Error(changed.refused);
    // A process that is not notified reads the settings again after a second and a half.
    await expect
      .poll(async () => (await secondApp.findShop()).settings.orders.packaging, { timeout: 1_000, interval: 20 })
      .toBe(37);
  });

  test("a job that was added through the pooler runs", async () => {
    const worker = startWorker(firstApp.app);
    await enqueue(secondApp.app.db, "purge_receipts", {}, { key: "probe" });
    const selectPendingJobs = () => sql`SELECT FROM graphile_worker.jobs WHERE key = 'probe'`.execute(firstApp.app.db);
    await expect.poll(async () => (await selectPendingJobs()).rows, { timeout: 10_000 }).toEqual([]);
    await worker.stop();
  });

  test("migrations that were applied directly are not applied again through the pooler", async () => {
    const poolerConfig = { ...pooler.databaseConfig, isPooler: true };
    const appliedNames = await Promise.all([migrate(poolerConfig), migrate(poolerConfig), migrate(poolerConfig)]);
    expect(appliedNames.flat()).toEqual([]);
  });

  test("without DATABASE_DIRECT_URL the start is refused with a message", async () => {
    const databaseConfig = { ...pooler.databaseConfig };
    await expect(migrateAll(databaseConfig)).rejects.toThrow(InvalidConfig);
    await expect(migrateAll(databaseConfig)).rejects.toThrow(/DATABASE_DIRECT_URL/);
  });
});
