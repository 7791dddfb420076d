import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setPublished } from "../../../server/catalog/bulk-edit.ts";
import type { CatalogFilters } from "../../../server/catalog/list-catalog.ts";
import { newId } from "../../../server/db/new-id.ts";
import { transact } from "../../../server/db/transact.ts";
import { insertMember } from "../../../server/staff/queries.ts";
import type { Actor } from "../../../server/change-log/change-log.ts";
import { createTestSize } from "../../../server/testing/test-size.ts";
import { startTestApp, type TestApp } from "../../../server/testing/test-app.ts";
import type { FormFields } from "../guard.ts";
import { runBulkAction } from "./bulk-actions.server.ts";

let shop: TestApp;
let by: Actor;
let products: string[];
beforeAll(async () => {
  shop = await startTestApp();
  const member = { id: newId(), name: "Vera", email: "vera@ejemplo.mx", passwordHash: "", grants: [] };
  await transact(shop.app.db, (tx) => insertMember(tx, member));
  by = { memberId: member.id, name: "Vera", address: null };
  products = [];
  for (let n = 0; n < 3; n++) {
    products.push(
      (await createTestSize(shop.app, { pieces: 1, priceCents: 100_00, wholesalePriceCents: null })).productId,
    );
  }
});
afterAll(() => shop.stop());

const FILTERS: CatalogFilters = { term: "", categoryId: "", brandId: "", shopId: "", states: [] };
const only = (id: string): CatalogFilters => ({ ...FILTERS, term: id });
const formFields = (fields: Record<string, string>): FormFields => ({
  text: (name) => fields[name] ?? "",
  lines: (name) => fields[name] ?? "",
  secret: (name) => fields[name] ?? "",
  all: (name) => (fields[name] ?? "").split(" ").filter(Boolean),
});
const runAction = (fields: Record<string, string>, filters: CatalogFilters) =>
  runBulkAction(shop.app, formFields(fields), filters, by);
const pricesOf = async (ids: string[]): Promise<number[]> => {
  const rows = await shop.app.db.selectFrom("products").select(["id", "price_cents"]).where("id", "in", ids).execute();
  return ids.map((id) => rows.find((row) => row.id === id)!.price_cents);
};

test("a bulk edit changes all products that match the filters, and no other", async () => {
  const [one, other] = products as [string, string];
  expect(await runAction({ intent: "hide", all: "1" }, only(one))).toEqual({ done: "Listo: 1 producto cambió." });
  const rows = await shop.app.db.selectFrom("products").select(["id", "is_published"]).execute();
  expect(rows.find(({ id }) => id === one)!.is_published).toBe(false);
  expect(rows.find(({ id }) => id === other)!.is_published).toBe(true);
  expect(await runAction({ intent: "hide", all: "1" }, { ...FILTERS, term: "zzyzx" })).toEqual({
    failure: "Elige al menos un producto.",
  });
});

test("prices change as previewed, and after a concurrent change the new prices are previewed first", async () => {
  const row = products.slice(1).join(" ");
  const { preview } = await runAction({ intent: "price", row, change: "+10 %" }, FILTERS);
  expect(preview).toMatchObject({ products: 2, changing: 2 });
  expect(await pricesOf(products.slice(1))).toEqual([100_00, 100_00]);

  await setPublished(shop.app, products[1]!, false, by);
  const confirmation = { intent: "price-now", row, change: "+10 %" };
  const stale = await runAction({ ...confirmation, basis: preview!.basis }, FILTERS);
  expect(stale.failure).toContain("Alguien cambió productos mientras mirabas");
  expect(await pricesOf(products.slice(1))).toEqual([100_00, 100_00]);

  expect((await runAction({ ...confirmation, basis: stale.preview!.basis }, FILTERS)).done).toContain(
    "2 productos cambiaron",
  );
  expect(await pricesOf(products)).toEqual([100_00, 110_00, 110_00]);
});

test("a bulk edit of more products than the limit is refused whole", async () => {
  await sql`INSERT INTO products (id, name, description, price_cents, search_words)
    SELECT gen_random_uuid(), 'Muchos ' || n, '', 100, 'muchos' FROM generate_series(1, 2001) n`.execute(shop.app.db);
  const { failure } = await runAction({ intent: "hide", all: "1" }, { ...FILTERS, term: "muchos" });
  expect(failure).toContain("Son más de 2,000 productos");
});
