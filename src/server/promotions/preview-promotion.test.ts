import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import type { Promotion } from "../../domain/promotion-terms.ts";
import { CONSOLE_ACTOR, listChanges } from "../change-log/change-log.ts";
import { newId } from "../db/new-id.ts";
import { TEST_PROMOTION } from "../testing/test-promotion.ts";
import { createOffer } from "../offers/create-or-end-offer.ts";
import { createTestSize } from "../testing/test-size.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { listCompliancePromotions } from "./list-compliance-promotions.ts";
import { hasPublicPromotions, listPublicPromotions } from "./list-public-promotions.ts";
import { findPromotion, listPromotionCodes } from "./list-promotions.ts";
import { previewPromotion, type PromotionPreview } from "./preview-promotion.ts";
import { addPromotion, changePromotion, endPromotion, type PromotionDraft } from "./save-promotion.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const scopeOf = (...productIds: string[]) => ({ productIds, styleCodes: [], categoryIds: [], brandIds: [] });
const findHeadOffice = async () => (await server.app.shops.byKey("matriz"))!;

async function preview(draft: Partial<PromotionDraft>): Promise<PromotionPreview> {
  const now = new Date();
  const { code, ...terms } = { ...TEST_PROMOTION, ...draft };
  const promotion: Promotion = { ...terms, id: newId(), startsAt: terms.startsAt ?? now, needsCode: code !== null };
  return previewPromotion(server.app.db, await findHeadOffice(), promotion, now);
}

async function addTestPromotion(draft: Partial<PromotionDraft>): Promise<string> {
  const addedPromotion = await addPromotion(server.app.db, { ...TEST_PROMOTION, ...draft }, CONSOLE_ACTOR);
  if (isRefusal(addedPromotion)) throw new Error(addedPromotion.refused);
  await server.app.shops.refresh();
  return addedPromotion.id;
}

test("with a 3×2 of one product one piece costs its price, and three pieces cost as much as two", async () => {
  const { productId } = await createTestSize(server.app, { pieces: 10, priceCents: 300_00 });
  const rule = { kind: "bundle", group: 3, discounted: 1, bps: 10_000 } as const;
  const promotionPreview = await preview({ rule, scope: scopeOf(productId) });
  if (!("carts" in promotionPreview)) throw new Error(promotionPreview.problem);
  const [cartOfOne, cartOfThree, mixedCart] = promotionPreview.carts;
  expect([cartOfOne!.beforeCents, cartOfOne!.afterCents]).toEqual([300_00, 300_00]);
  expect([cartOfThree!.beforeCents, cartOfThree!.afterCents]).toEqual([900_00, 600_00]);
  expect(cartOfThree!.lines[0]!.discounts).toEqual([{ label: "Promoción", cents: 300_00 }]);
  expect(mixedCart!.lines).toHaveLength(2);
  expect(mixedCart!.beforeCents - mixedCart!.afterCents).toBe(300_00);
});

test("a sample cart has enough pieces for the minimum sum, and a coupon counts as entered", async () => {
  const { productId } = await createTestSize(server.app, { pieces: 10, priceCents: 400_00 });
  const code = { code: "PRUEBA", maxUses: null };
  const promotionPreview = await preview({ fromCents: 999_00, scope: scopeOf(productId), code });
  if (!("carts" in promotionPreview)) throw new Error(promotionPreview.problem);
  expect(promotionPreview.carts[1]).toMatchObject({ beforeCents: 1_200_00, afterCents: 1_080_00 });
});

test("a scope without products of the shop, or dates without a matching weekday, are problems", async () => {
  expect(await preview({ scope: scopeOf(newId()) })).toEqual({ problem: "noProducts" });
  const [startsAt, endsAt] = [new Date("2030-01-07T06:00:00Z"), new Date("2030-01-08T06:00:00Z")];
  expect(await preview({ startsAt, endsAt, weekdays: [3] })).toEqual({ problem: "noDay" });
});

test("a promotion that excludes offers has no sample cart with a product on offer", async () => {
  const { productId } = await createTestSize(server.app, { pieces: 10, priceCents: 300_00 });
  const offer = { productId, sizeId: null, formerPriceCents: null, startsAt: null, endsAt: null };
  const offerResult = await createOffer(
    server.app,
    await findHeadOffice(),
    { ...offer, price: { percent: 20 } },
    CONSOLE_ACTOR,
  );
  expect(isRefusal(offerResult)).toBe(false);
  const scope = scopeOf(productId);
  expect(await preview({ scope, withOffers: false })).toEqual({ problem: "noProducts" });
  expect(await preview({ scope, withOffers: true })).toHaveProperty("carts");
});

test("promotions that run at the same time are in the sample carts too", async () => {
  const { productId } = await createTestSize(server.app, { pieces: 10, priceCents: 100_00 });
  const id = await addTestPromotion({ name: "Otra", combines: true, scope: scopeOf(productId) });
  const promotionPreview = await preview({ combines: true, scope: scopeOf(productId) });
  if (!("carts" in promotionPreview)) throw new Error(promotionPreview.problem);
  expect(promotionPreview.carts[0]!.afterCents).toBe(81_00);
  await endPromotion(server.app.db, id, CONSOLE_ACTOR);
});

test("the public page has running promotions without a code, with their conditions and the owner's words", async () => {
  await addTestPromotion({ name: "Con cupón", code: { code: "SECRETO", maxUses: null } });
  await addTestPromotion({ name: "Mañana", startsAt: new Date(Date.now() + 86_400_000) });
  expect(hasPublicPromotions(await findHeadOffice())).toBe(false);
  const id = await addTestPromotion({ name: "De hoy", terms: "Hasta agotar existencias." });
  expect(hasPublicPromotions(await findHeadOffice())).toBe(true);
  const publicPromotions = await listPublicPromotions(server.app.db, await findHeadOffice());
  expect(publicPromotions).toMatchObject([{ id, name: "De hoy", terms: "Hasta agotar existencias." }]);
  expect(publicPromotions[0]!.conditions).toContain("En toda la tienda.");
  await endPromotion(server.app.db, id, CONSOLE_ACTOR);
});

test("a planned promotion that is ended never runs", async () => {
  const id = await addTestPromotion({ startsAt: new Date(Date.now() + 86_400_000) });
  await endPromotion(server.app.db, id, CONSOLE_ACTOR);
  await server.app.shops.refresh();
  expect((await findHeadOffice()).promotions.map((promotion) => promotion.id)).not.toContain(id);
});

test("a planned promotion that is saved without a start runs from now on", async () => {
  const startsAt = new Date(Date.now() + 7 * 86_400_000);
  const id = await addTestPromotion({ startsAt });
  const endsAt = new Date(Date.now() + 86_400_000);
  const { code: _code, ...terms } = TEST_PROMOTION;
  expect(await changePromotion(server.app.db, id, { ...terms, startsAt: null, endsAt }, CONSOLE_ACTOR)).toEqual({ id });
  await server.app.shops.refresh();
  expect((await findHeadOffice()).promotions.map((promotion) => promotion.id)).toContain(id);
  await endPromotion(server.app.db, id, CONSOLE_ACTOR);
});

test.each([
  ["planned", { startsAt: new Date(Date.now() + 7 * 86_400_000) }],
  ["running", { startsAt: new Date("2026-01-05T18:00:00Z") }],
])("the change log has the start of a %s promotion that is saved without one", async (_state, draft) => {
  const id = await addTestPromotion(draft);
  const { code: _code, ...terms } = TEST_PROMOTION;
  expect(await changePromotion(server.app.db, id, { ...terms, startsAt: null }, CONSOLE_ACTOR)).toEqual({ id });
  const storedPromotion = await findPromotion(server.app.db, id);
  const [change] = await listChanges(server.app.db, "promotion", { id, limit: 1 });
  expect(change!.after).toMatchObject({ startsAt: storedPromotion!.startsAt.toISOString() });
  await endPromotion(server.app.db, id, CONSOLE_ACTOR);
});

test("a promotion can be created with 10,000 codes at once, and not with more", async () => {
  const id = await addTestPromotion({ code: { count: 10_000, prefix: "buen fin" } });
  const codes = await listPromotionCodes(server.app.db, id);
  expect(new Set(codes.map(({ code }) => code)).size).toBe(10_000);
  expect(codes[0]).toMatchObject({ code: expect.stringMatching(/^BUENFIN-[A-Z2-9]{8}$/), maxUses: 1, uses: 0 });
  const result = await addPromotion(
    server.app.db,
    { ...TEST_PROMOTION, name: "Muchos", code: { count: 10_001, prefix: "" } },
    CONSOLE_ACTOR,
  );
  expect(result).toEqual({ refused: "coupon_too_many" });
  const storedPromotions = await server.app.db
    .selectFrom("promotions")
    .select("id")
    .where("name", "=", "Muchos")
    .execute();
  expect(storedPromotions).toEqual([]);
  const compliancePromotion = (await listCompliancePromotions(server.app.db, (await findHeadOffice()).id)).find(
    (promotion) => promotion.id === id,
  );
  expect(compliancePromotion).toMatchObject({ areAllCodesLimited: true });
});
