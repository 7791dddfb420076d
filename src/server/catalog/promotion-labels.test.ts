import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Product } from "../../contract/catalog.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { CONSOLE_ACTOR } from "../change-log/change-log.ts";
import { addPromotion, endPromotion, type PromotionDraft } from "../promotions/save-promotion.ts";
import { openTestOffice, type TestOffice } from "../testing/test-office.ts";
import { TEST_PROMOTION } from "../testing/test-promotion.ts";
import { createTestSize } from "../testing/test-size.ts";
import { publicPromotions } from "./promotion-labels.ts";
import { catalogFingerprint, findProduct } from "./queries.ts";
import { toCardView, toProductView } from "./to-view.ts";
import { ProductJsonCache } from "./to-wire.ts";

let office: TestOffice;
let productId: string;
beforeAll(async () => {
  office = await openTestOffice();
  ({ productId } = await createTestSize(office.app, { pieces: 5, priceCents: 300_00 }));
});
afterAll(() => office.stop());

const bundle = { kind: "bundle", group: 3, discounted: 1, bps: 10_000 } as const;

async function addTestPromotion(draft: Partial<PromotionDraft>): Promise<() => Promise<void>> {
  const scope = { productIds: [productId], styleCodes: [], categoryIds: [], brandIds: [] };
  const addedPromotion = await addPromotion(
    office.app.db,
    { ...TEST_PROMOTION, rule: bundle, scope, ...draft },
    CONSOLE_ACTOR,
  );
  if (isRefusal(addedPromotion)) throw new Error(addedPromotion.refused);
  await office.app.shops.refresh();
  return async () => {
    await endPromotion(office.app.db, addedPromotion.id, CONSOLE_ACTOR);
    await office.app.shops.refresh();
  };
}

async function loadViews() {
  const matriz = await office.findShop();
  const row = (await findProduct(office.app.db, matriz, productId))!;
  return {
    card: toCardView(matriz, row, { now: new Date(), newProductIds: new Set([productId]) }),
    page: toProductView(matriz, row, new Date()),
  };
}

test("a card has the first promotion that is not free shipping instead of 'Nuevo'; the page has all", async () => {
  expect((await loadViews()).card.badge).toBe("Nuevo");
  const endFunctions = [
    await addTestPromotion({}),
    await addTestPromotion({ rule: { kind: "bundle", group: 2, discounted: 1, bps: 5_000 }, priority: 5 }),
    await addTestPromotion({ rule: { kind: "freeShipping" }, fromCents: 999_00, priority: 9 }),
  ];
  const { card, page } = await loadViews();
  expect(card.badge).toBe("2ª a mitad de precio");
  expect(page).toMatchObject({
    badge: "Nuevo",
    promotions: "Envío gratis desde $999.00 · 2ª a mitad de precio · 3×2",
  });
  for (const end of endFunctions) await end();
  expect(await loadViews()).toMatchObject({ card: { badge: "Nuevo" }, page: { promotions: null } });
});

test("of promotions with the same priority a card has the oldest", async () => {
  const endFunctions = [await addTestPromotion({}), await addTestPromotion({ rule: { kind: "percent", bps: 9_000 } })];
  expect((await loadViews()).card.badge).toBe("3×2");
  for (const end of endFunctions) await end();
});

test.each<[name: string, draft: Partial<PromotionDraft>]>([
  ["with a code", { code: { code: "OCULTA", maxUses: null } }],
  ["for a tag", { customerTag: "vip" }],
  ["for the first purchase", { firstPurchaseOnly: true }],
  ["of a branch", { shopId: "norte" }],
  ["of other products", { scope: { ...TEST_PROMOTION.scope, styleCodes: ["NO-ES"] } }],
  ["that starts tomorrow", { startsAt: new Date(Date.now() + 86_400_000) }],
])("a promotion %s is not shown", async (_name, draft) => {
  if (draft.scope) await sql`UPDATE products SET style_code = 'NO-ES' WHERE id <> ${productId}`.execute(office.app.db);
  const shopId = draft.shopId ? (await office.findShop(draft.shopId)).id : null;
  const end = await addTestPromotion({ ...draft, shopId });
  expect(await loadViews()).toMatchObject({ card: { badge: "Nuevo" }, page: { promotions: null } });
  await end();
});

test("the cached JSON of an unchanged row has a promotion only while it runs", async () => {
  const startsAt = new Date(Date.now() + 3_600_000);
  const endsAt = new Date(startsAt.getTime() + 3_600_000);
  const end = await addTestPromotion({ startsAt, endsAt });
  const matriz = await office.findShop();
  const row = (await findProduct(office.app.db, matriz, productId))!;
  const jsonCache = new ProductJsonCache();
  const labelsAt = (now: Date): string[] => {
    vi.setSystemTime(now);
    const runningPromotions = publicPromotions(matriz, now);
    const product = JSON.parse(
      jsonCache.of(matriz, row, { guide: undefined, running: runningPromotions, now }),
    ) as Product;
    return product.promotions.map(({ label }) => label);
  };
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const timeWhileRunning = new Date(startsAt.getTime() + 1);
    const times = [
      new Date(startsAt.getTime() - 1),
      timeWhileRunning,
      timeWhileRunning,
      new Date(endsAt.getTime() + 1),
    ];
    expect(times.map(labelsAt)).toEqual([[], ["3×2"], ["3×2"], []]);
  } finally {
    vi.useRealTimers();
    await end();
  }
});

test("the pages and the API show a promotion, and stop within three seconds of its end", async () => {
  const endsAt = new Date(Date.now() + 2_500);
  await addTestPromotion({ name: "Fin de semana", endsAt });
  const fingerprints = new Set<string>();
  const listAppearances = async () => {
    const [page, list, sitemap, wire] = await Promise.all([
      office.visit(`/products/${productId}/details`),
      office.visit("/"),
      office.visit("/sitemap/paginas.xml"),
      office.call("GET", `/api/v1/products/${productId}`),
    ]);
    fingerprints.add(await catalogFingerprint(office.app.db, await office.findShop()));
    return [
      page.text.includes("3×2"),
      list.text.includes("3×2"),
      sitemap.text.includes("/promociones"),
      wire.json.promotions,
    ];
  };
  expect(await listAppearances()).toEqual([true, true, true, [{ name: "Fin de semana", label: "3×2" }]]);
  await expect.poll(listAppearances, { timeout: 8_000, interval: 100 }).toEqual([false, false, false, []]);
  expect(Date.now() - endsAt.getTime()).toBeLessThan(3_000);
  expect(fingerprints.size).toBe(2);
});
