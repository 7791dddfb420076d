import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { ShopSettings } from "../../contract/shop.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { DEFAULT_SETTINGS } from "../shops/create-empty-head-office.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

test("a new shop has no packaging charge and no online fee", () => {
  expect(DEFAULT_SETTINGS).toMatchObject({ orders: { packaging: 0 }, payments: { fee: 0, base: 0 } });
});

test("settings without packaging belong to a shop that charged 10 pesos", () => {
  const { packaging: _, ...orders } = DEFAULT_SETTINGS.orders;
  expect(ShopSettings.parse({ ...DEFAULT_SETTINGS, orders }).orders.packaging).toBe(10);
});

test("the migration sets 10 pesos for shops without the setting and does not change others", async () => {
  const [update] = readFileSync("db/migrations/0044_packaging.sql", "utf8").split(";");
  await testApp.app.db
    .transaction()
    .execute(async (tx) => {
      await sql`UPDATE shops SET settings = settings #- '{orders,packaging}' WHERE key = 'matriz'`.execute(tx);
      await sql`UPDATE shops SET settings = jsonb_set(settings, '{orders,packaging}', '0') WHERE key = 'norte'`.execute(
        tx,
      );
      await sql.raw(update!).execute(tx);
      const { rows } = await sql`
        SELECT key, settings->'orders'->'packaging' AS packaging FROM shops ORDER BY key`.execute(tx);
      expect(rows).toEqual([
        { key: "matriz", packaging: 10 },
        { key: "norte", packaging: 0 },
      ]);
      throw new Error("undone");
    })
    .catch((error: Error) => expect(error.message).toBe("undone"));
});
