import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { purgeWebhooks } from "./purge-webhooks.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

test("webhooks are deleted after 90 days, and rate limits are not", async () => {
  const { db } = testApp.app;
  await sql`INSERT INTO payment_webhooks (provider, provider_delivery_id, kind, resource_id, received_at, processed_at) VALUES
    ('mercadopago', 'old', 'payment', '1', now() - interval '91 days', now()),
    ('mercadopago', 'old, never processed', 'payment', '2', now() - interval '91 days', NULL),
    ('mercadopago', 'recent', 'payment', '1', now() - interval '89 days', NULL)`.execute(db);
  await testApp.app.limits.recordCall("askProvider", "203.0.113.7");
  const countLimits = async () => (await sql`SELECT FROM rate_limits`.execute(db)).rows.length;
  const limitCount = await countLimits();
  expect(limitCount).toBeGreaterThan(0);
  await purgeWebhooks(testApp.app);
  expect(await db.selectFrom("payment_webhooks").select("provider_delivery_id").execute()).toEqual([
    { provider_delivery_id: "recent" },
  ]);
  expect(await countLimits()).toBe(limitCount);
});
