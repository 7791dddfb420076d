import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { createTestSize } from "../testing/test-size.ts";
import { findProduct } from "./queries.ts";
import { toCardView } from "./to-view.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

test("an event's card shows its time in Mexico City and its place; a garment's card shows neither", async () => {
  const { app } = testApp;
  const shop = await testApp.findShop();
  const { productId } = await createTestSize(app, { pieces: 5, priceCents: 300_00 });
  const loadCard = async () => {
    const row = (await findProduct(app.db, shop, productId))!;
    return toCardView(shop, row, { now: new Date(), newProductIds: new Set() });
  };
  expect(await loadCard()).not.toHaveProperty("startsAt");
  expect((await loadCard()).prices.notes ?? "").not.toContain("Foro Jacaranda");
  await app.db
    .updateTable("products")
    .set({ is_digital: true, event_at: new Date("2026-12-27T02:30:00Z"), event_place: "Foro Jacaranda" })
    .where("id", "=", productId)
    .execute();
  const { startsAt, prices } = await loadCard();
  expect(startsAt).toBe("Sáb 26 dic · 8:30\u00a0p.\u00a0m.");
  expect(prices.notes?.split("\n")[0]).toBe("Foro Jacaranda");
});
