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

test("a branch copies its own promotions and those of all shops, but not those of another shop", async () => {
  const copyOf = async (name: string, shopKey: string | null) => {
    const shopId = shopKey && (await office.findShop(shopKey)).id;
    const by = { memberId: null, name: "prueba", ip: null };
    const added = await addPromotion(office.app.db, { ...TEST_PROMOTION, name, shopId }, by);
    if (isRefusal(added)) throw new Error(added.refused);
    return (await office.visit(`/panel/promociones/nueva?de=${added.id}`, { as: "branchOwner" })).text;
  };
  expect(await copyOf("Copia propia", "norte")).toContain("Copia propia");
  expect(await copyOf("Copia de todas", null)).toContain("Copia de todas");
  expect(await copyOf("Copia ajena", "matriz")).not.toContain("Copia ajena");
});
