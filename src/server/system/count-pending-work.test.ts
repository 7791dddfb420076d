import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestSize } from "../testing/test-size.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { countPendingWork } from "./count-pending-work.ts";

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});
afterAll(() => shop.stop());

test("the warehouse sees a size with few pieces left, not a sold-out or hidden one, and no other role sees it", async () => {
  const low = async () => (await countPendingWork(shop.app, [{ role: "warehouse", shopId: null }])).lowSizes!;
  const before = await low();
  await createTestSize(shop.app, { pieces: 0 });
  expect(await low()).toBe(before);
  const { sizeId } = await createTestSize(shop.app, { pieces: 1 });
  expect(await low()).toBe(before + 1);
  await shop.app.db.updateTable("sizes").set({ is_hidden: true }).where("id", "=", sizeId).execute();
  expect(await low()).toBe(before);
  expect((await countPendingWork(shop.app, [{ role: "accounting", shopId: null }])).lowSizes).toBeUndefined();
});
