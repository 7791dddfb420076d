import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../../domain/refusal.ts";
import { addPromotion } from "../../../server/promotions/save-promotion.ts";
import { openTestOffice, type TestOffice } from "../../../server/testing/test-office.ts";
import { TEST_PROMOTION } from "../../../server/testing/test-promotion.ts";

let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice();
});
afterAll(() => office.stop());

test("a promotion is saved only with the intent `save`; with another the form keeps what was typed", async () => {
  const post = (intent: string) => {
    const form = { intent, name: "A medias", kind: "percent", percent: "10", priority: "0", scope: "all" };
    return office.visit("/panel/promociones/nueva", { as: "owner", form });
  };
  const countStoredPromotions = async () =>
    (await sql`SELECT FROM promotions WHERE name = 'A medias'`.execute(office.app.db)).rows.length;
  expect((await post("muestra")).text).toContain("A medias");
  expect(await countStoredPromotions()).toBe(0);
  expect((await post("save")).status).toBe(302);
  expect(await countStoredPromotions()).toBe(1);
});

test("a branch copies its own promotions and those of all shops, but not those of another shop", async () => {
  const visitCopyOf = async (name: string, shopKey: string | null) => {
    const shopId = shopKey && (await office.findShop(shopKey)).id;
    const by = { memberId: null, name: "prueba", ip: null };
    const addedPromotion = await addPromotion(office.app.db, { ...TEST_PROMOTION, name, shopId }, by);
    if (isRefusal(addedPromotion)) throw new Error(addedPromotion.refused);
    return (await office.visit(`/panel/promociones/nueva?de=${addedPromotion.id}`, { as: "branchOwner" })).text;
  };
  expect(await visitCopyOf("Copia propia", "norte")).toContain("Copia propia");
  expect(await visitCopyOf("Copia de todas", null)).toContain("Copia de todas");
  expect(await visitCopyOf("Copia ajena", "matriz")).not.toContain("Copia ajena");
});
