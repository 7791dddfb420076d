import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findLastBulkEdit, setPublished } from "../../../server/catalog/bulk-edit.ts";
import type { CatalogFilters } from "../../../server/catalog/list-catalog.ts";
import { newId } from "../../../server/db/new-id.ts";
import { transact } from "../../../server/db/transact.ts";
import { listOffers } from "../../../server/offers/list-offers.ts";
import { insertMember } from "../../../server/staff/queries.ts";
import type { Actor } from "../../../server/change-log/change-log.ts";
import { createTestSize } from "../../../server/testing/test-size.ts";
import { startTestApp, type TestApp } from "../../../server/testing/test-app.ts";
import type { FormFields } from "../guard.ts";
import { runBulkAction } from "./bulk-actions.server.ts";

let testApp: TestApp;
let by: Actor;
let productIds: string[];
beforeAll(async () => {
  testApp = await startTestApp();
  const member = { id: newId(), name: "Vera", email: "vera@ejemplo.mx", passwordHash: "", grants: [] };
  await transact(testApp.app.db, (tx) => insertMember(tx, member));
  by = { memberId: member.id, name: "Vera", ip: null };
  productIds = [];
  for (let n = 0; n < 3; n++) {
    productIds.push(
      (await createTestSize(testApp.app, { pieces: 1, priceCents: 100_00, wholesalePriceCents: null })).productId,
    );
  }
});
afterAll(() => testApp.stop());

const NO_FILTERS: CatalogFilters = { term: "", categoryId: "", brandId: "", shopId: "", states: [] };
const createIdFilters = (id: string): CatalogFilters => ({ ...NO_FILTERS, term: id });
const toFormFields = (fields: Record<string, string>): FormFields => ({
  text: (name) => fields[name] ?? "",
  multilineText: (name) => fields[name] ?? "",
  secret: (name) => fields[name] ?? "",
  all: (name) => (fields[name] ?? "").split(" ").filter(Boolean),
});
const runAction = (fields: Record<string, string>, filters: CatalogFilters) =>
  runBulkAction(testApp.app, toFormFields(fields), filters, by);
const pricesOf = async (ids: string[]): Promise<number[]> => {
  const rows = await testApp.app.db
    .selectFrom("products")
    .select(["id", "price_cents"])
    .where("id", "in", ids)
    .execute();
  return ids.map((id) => rows.find((row) => row.id === id)!.price_cents);
};

test("a bulk edit changes all products that match the filters, and no other", async () => {
  const [matchingId, otherId] = productIds as [string, string];
  expect(await runAction({ intent: "hide", all: "1" }, createIdFilters(matchingId))).toEqual({
    done: "Listo: 1 producto cambió.",
  });
  const rows = await testApp.app.db.selectFrom("products").select(["id", "is_published"]).execute();
  expect(rows.find(({ id }) => id === matchingId)!.is_published).toBe(false);
  expect(rows.find(({ id }) => id === otherId)!.is_published).toBe(true);
  expect(await runAction({ intent: "hide", all: "1" }, { ...NO_FILTERS, term: "zzyzx" })).toEqual({
    failure: "Elige al menos un producto.",
  });
});

test("a bulk cost must be an amount, is set for all chosen products, and can be undone", async () => {
  const rowIds = productIds.join(" ");
  const readCosts = async () =>
    (
      await sql<{
        cost: number | null;
      }>`SELECT cost_cents AS cost FROM products WHERE id = ANY (${productIds}::uuid[])`.execute(testApp.app.db)
    ).rows.map(({ cost }) => cost);
  expect(await runAction({ intent: "cost", row: rowIds, cost: "gratis" }, NO_FILTERS)).toEqual({
    failure: "Escribe el costo en pesos, p. ej. 120.50.",
  });
  expect((await runAction({ intent: "cost", row: rowIds, cost: "120.50" }, NO_FILTERS)).done).toContain(
    "3 productos cambiaron",
  );
  expect(await readCosts()).toEqual([120_50, 120_50, 120_50]);
  const lastEdit = await findLastBulkEdit(testApp.app.db, by.memberId!);
  await runAction({ intent: "undo", edit: lastEdit!.id }, NO_FILTERS);
  expect(await readCosts()).toEqual([null, null, null]);
});

test("prices change as previewed, and after a concurrent change the new prices are previewed first", async () => {
  const rowIds = productIds.slice(1).join(" ");
  const { preview } = await runAction({ intent: "price", row: rowIds, change: "+10 %" }, NO_FILTERS);
  expect(preview).toMatchObject({ productCount: 2, changingCount: 2 });
  expect(await pricesOf(productIds.slice(1))).toEqual([100_00, 100_00]);

  await setPublished(testApp.app, productIds[1]!, false, by);
  const confirmation = { intent: "price-now", row: rowIds, change: "+10 %" };
  const staleOutcome = await runAction({ ...confirmation, basis: preview!.basis }, NO_FILTERS);
  expect(staleOutcome.failure).toContain("Alguien cambió productos mientras mirabas");
  expect(await pricesOf(productIds.slice(1))).toEqual([100_00, 100_00]);

  expect((await runAction({ ...confirmation, basis: staleOutcome.preview!.basis }, NO_FILTERS)).done).toContain(
    "2 productos cambiaron",
  );
  expect(await pricesOf(productIds)).toEqual([100_00, 110_00, 110_00]);
});

test("a bulk edit of more products than the limit is refused", async () => {
  await sql`INSERT INTO products (id, name, description, price_cents, search_words)
    SELECT gen_random_uuid(), 'Muchos ' || n, '', 100, 'muchos' FROM generate_series(1, 2001) n`.execute(
    testApp.app.db,
  );
  const { failure } = await runAction({ intent: "hide", all: "1" }, { ...NO_FILTERS, term: "muchos" });
  expect(failure).toContain("Son más de 2,000 productos");
});

test("a bulk offer needs a valid price and days, is ended by an undo, and offers can be ended in bulk", async () => {
  const sizes = await Promise.all(
    [200_00, 300_00].map((priceCents) => createTestSize(testApp.app, { pieces: 1, priceCents })),
  );
  const ids = sizes.map(({ productId }) => productId);
  const rowIds = ids.join(" ");
  const listRunningPrices = async () =>
    (await listOffers(testApp.app.db, { states: ["running"] }))
      .filter(({ productId }) => ids.includes(productId))
      .map(({ priceCents }) => priceCents)
      .toSorted((a, b) => a - b);
  for (const [offer, failure] of [
    ["", "Escribe el descuento como 20 %, o el precio de oferta en pesos."],
    ["0 %", "Escribe el descuento en por ciento: un número entero de 1 a 99."],
    ["101 %", "Escribe el descuento en por ciento: un número entero de 1 a 99."],
  ] as const) {
    expect(await runAction({ intent: "offer", row: rowIds, offer }, NO_FILTERS)).toEqual({ failure });
  }
  expect(await runAction({ intent: "offer", row: rowIds, offer: "20 %", from: "2027-02-30" }, NO_FILTERS)).toEqual({
    failure: "Elige un día del calendario.",
  });
  expect(await runAction({ intent: "offer", row: rowIds, offer: "20 %" }, NO_FILTERS)).toEqual({
    done: "Listo: 2 productos quedaron en oferta.",
  });
  expect(await listRunningPrices()).toEqual([160_00, 240_00]);
  const { id: editId } = (await findLastBulkEdit(testApp.app.db, by.memberId!))!;
  expect(await runAction({ intent: "undo", edit: editId }, NO_FILTERS)).toEqual({
    done: "Deshecho: 2 productos cambiaron.",
  });
  expect(await listRunningPrices()).toEqual([]);
  const { done } = await runAction({ intent: "offer", row: rowIds, offer: "250" }, NO_FILTERS);
  expect(done).toMatch(/^Listo: 1 producto quedó en oferta\. 1 no/);
  expect(await runAction({ intent: "no-offer", row: rowIds }, NO_FILTERS)).toMatchObject({
    done: expect.stringMatching(/^Listo: 1 producto cambió/),
  });
  expect(await listRunningPrices()).toEqual([]);
});
