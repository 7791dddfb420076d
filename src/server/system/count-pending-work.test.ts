import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestSize } from "../testing/test-size.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { countPendingWork } from "./count-pending-work.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

test("the number of sizes with few pieces excludes sold-out and hidden ones, and only some roles see it", async () => {
  const countLowSizes = async () =>
    (await countPendingWork(testApp.app, [{ role: "warehouse", shopId: null }])).lowSizes!;
  const countBefore = await countLowSizes();
  await createTestSize(testApp.app, { pieces: 0 });
  expect(await countLowSizes()).toBe(countBefore);
  const { sizeId } = await createTestSize(testApp.app, { pieces: 1 });
  expect(await countLowSizes()).toBe(countBefore + 1);
  await testApp.app.db.updateTable("sizes").set({ is_hidden: true }).where("id", "=", sizeId).execute();
  expect(await countLowSizes()).toBe(countBefore);
  expect((await countPendingWork(testApp.app, [{ role: "accounting", shopId: null }])).lowSizes).toBeUndefined();
});
