import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { insertMember } from "../staff/queries.ts";
import { listChanges, type Actor } from "../change-log/change-log.ts";
import { createTestSize } from "../testing/test-size.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { deleteBrand } from "./edit-brands.ts";
import { editInBulk, findLastBulkEdit, previewPrices, setPublished, undoBulkEdit, type BulkEdit } from "./bulk-edit.ts";
import { findEditedProduct } from "./edited-product.ts";

let testApp: TestApp;
let by: Actor;
beforeAll(async () => {
  testApp = await startTestApp();
  const id = newId();
  const member = { id, name: "Vera", email: "vera@ejemplo.mx", passwordHash: "", grants: [] };
  await transact(testApp.app.db, (tx) => insertMember(tx, member));
  by = { memberId: id, name: "Vera", ip: null };
});
afterAll(() => testApp.stop());

async function createProducts(...prices: [number, number | null][]): Promise<string[]> {
  const productIds = [];
  for (const [priceCents, wholesalePriceCents] of prices) {
    productIds.push((await createTestSize(testApp.app, { pieces: 1, priceCents, wholesalePriceCents })).productId);
  }
  return productIds;
}
async function edit(ids: string[], bulkEdit: BulkEdit, versions?: ReadonlyMap<string, number>) {
  const answer = await editInBulk(testApp.app, { ids, edit: bulkEdit, seen: versions, action: "prueba" }, by);
  if (isRefusal(answer)) throw new Error(answer.refused);
  return answer;
}
async function undo() {
  const lastEdit = await findLastBulkEdit(testApp.app.db, by.memberId!);
  return undoBulkEdit(testApp.app, lastEdit!.id, by);
}
const readProduct = async (id: string) => (await findEditedProduct(testApp.app.db, id))!;

describe("prices of many products", () => {
  const TENTH_OFF: BulkEdit = { kind: "price", change: { kind: "percent", bps: -1_000 } };

  test("change as in the preview, with their wholesale prices, and can be undone", async () => {
    const ids = await createProducts([100_00, 80_05], [55_55, null]);
    const preview = await previewPrices(testApp.app.db, ids, { kind: "percent", bps: -1_000 });
    const versions = new Map(preview.map(({ id, version }) => [id, version]));
    expect(await edit(ids, TENTH_OFF, versions)).toEqual({ changed: 2, skipped: 0 });
    for (const { id, after } of preview) expect(await readProduct(id)).toMatchObject(after!);
    expect(await readProduct(ids[0]!)).toMatchObject({ priceCents: 90_00, wholesalePriceCents: 72_04 });
    expect(await undo()).toEqual({ changed: 2, skipped: 0 });
    expect(await readProduct(ids[0]!)).toMatchObject({ priceCents: 100_00, wholesalePriceCents: 80_05 });
    expect(await readProduct(ids[1]!)).toMatchObject({ priceCents: 55_55, wholesalePriceCents: null });
  });

  test("do not change for products changed since the preview or whose price would not be above zero", async () => {
    const ids = await createProducts([100_00, null], [40_00, null]);
    const change = { kind: "amount", cents: -50_00 } as const;
    const preview = await previewPrices(testApp.app.db, ids, change);
    expect(preview.find(({ id }) => id === ids[1])!.after).toBeNull();
    const versions = new Map(preview.map(({ id, version }) => [id, version]));
    await setPublished(testApp.app, ids[0]!, false, by);
    expect(await edit(ids, { kind: "price", change }, versions)).toEqual({ changed: 0, skipped: 2 });
  });

  test("are not restored for products changed since the edit", async () => {
    const ids = await createProducts([100_00, null], [200_00, null]);
    await edit(ids, TENTH_OFF);
    await setPublished(testApp.app, ids[0]!, false, by);
    expect(await undo()).toEqual({ changed: 1, skipped: 1 });
    expect((await readProduct(ids[0]!)).priceCents).toBe(90_00);
    expect((await readProduct(ids[1]!)).priceCents).toBe(200_00);
  });
});

test("a bulk edit adds a category or replaces the first brand, and can be undone", async () => {
  const [id] = await createProducts([100_00, null]);
  const brands = await testApp.app.db.selectFrom("brands").select(["id", "name"]).limit(2).execute();
  const [category] = await testApp.app.db.selectFrom("categories").select(["id", "name"]).limit(1).execute();
  await edit([id!], { kind: "brand", brandId: brands[0]!.id });
  await edit([id!], { kind: "brand", brandId: brands[1]!.id });
  expect((await readProduct(id!)).brands.map((brand) => brand.id)).toEqual([brands[1]!.id]);
  expect((await listChanges(testApp.app.db, "product", { id: id! }))[0]).toMatchObject({
    before: { brands: [brands[0]!.name] },
    after: { brands: [brands[1]!.name] },
  });
  await undo();
  expect((await readProduct(id!)).brands.map((brand) => brand.id)).toEqual([brands[0]!.id]);
  await edit([id!], { kind: "category", categoryId: category!.id });
  expect((await listChanges(testApp.app.db, "product", { id: id! }))[0]).toMatchObject({
    before: { categories: [] },
    after: { categories: [category!.name] },
  });
  expect(await edit([id!], { kind: "category", categoryId: category!.id })).toEqual({ changed: 0, skipped: 1 });
  await undo();
  expect((await readProduct(id!)).categories).toEqual([]);
});

test("a replaced brand that no longer exists is not restored", async () => {
  const [id] = await createProducts([100_00, null]);
  const [previousBrandId, currentBrandId] = [newId(), newId()];
  await testApp.app.db
    .insertInto("brands")
    .values([
      { id: previousBrandId, name: "Marca previa", slug: "marca-previa" },
      { id: currentBrandId, name: "Marca actual", slug: "marca-actual" },
    ])
    .execute();
  await edit([id!], { kind: "brand", brandId: previousBrandId });
  await edit([id!], { kind: "brand", brandId: currentBrandId });
  expect(await deleteBrand(testApp.app, { id: previousBrandId }, by)).toBe("done");
  expect(await undo()).toEqual({ changed: 0, skipped: 1 });
  expect((await readProduct(id!)).brands.map((brand) => brand.id)).toEqual([currentBrandId]);
});

test("only a member's last bulk edit can be undone, once, and only by that member", async () => {
  const ids = await createProducts([100_00, null]);
  await edit(ids, { kind: "price", change: { kind: "amount", cents: 20_00 } });
  const firstEdit = (await findLastBulkEdit(testApp.app.db, by.memberId!))!;
  await edit(ids, { kind: "publish", isPublished: false });
  expect(await undoBulkEdit(testApp.app, firstEdit.id, by)).toEqual({ refused: "nothing_to_undo" });
  const lastEdit = (await findLastBulkEdit(testApp.app.db, by.memberId!))!;
  const otherMember = { ...by, memberId: newId() };
  expect(await undoBulkEdit(testApp.app, lastEdit.id, otherMember)).toEqual({ refused: "nothing_to_undo" });
  const concurrentAnswers = await Promise.all([
    undoBulkEdit(testApp.app, lastEdit.id, by),
    undoBulkEdit(testApp.app, lastEdit.id, by),
  ]);
  expect(concurrentAnswers.filter(isRefusal)).toHaveLength(1);
  expect(await readProduct(ids[0]!)).toMatchObject({ priceCents: 120_00, isPublished: true });
});
