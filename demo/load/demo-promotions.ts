import { isRefusal } from "../../src/domain/refusal.ts";
import type { App } from "../../src/server/app.ts";
import { addPromotion, type PromotionDraft } from "../../src/server/promotions/save-promotion.ts";

const DAY_MS = 86_400_000;
const VALID_DAYS = 90;
const DEMO_ACTOR = { memberId: null, name: "demostración", ip: null };

const PROMOTION_DEFAULTS: Omit<PromotionDraft, "name" | "rule" | "code" | "endsAt"> = {
  terms: "",
  fromCents: 0,
  scope: { productIds: [], styleCodes: [], categoryIds: [], brandIds: [] },
  giftProductId: null,
  shopId: null,
  startsAt: null,
  weekdays: [],
  priority: 0,
  combines: false,
  withWholesale: false,
  withPresale: false,
  withTickets: false,
  withOffers: true,
  firstPurchaseOnly: false,
  customerTag: null,
  perCustomer: null,
};

/**
 * Adds two coupons that are valid for 90 days. A promotion without a code would change the prices of every cart in the
 * demo.
 */
export async function addDemoPromotions(app: App): Promise<void> {
  const endsAt = new Date(Date.now() + VALID_DAYS * DAY_MS);
  const drafts: PromotionDraft[] = [
    {
      ...PROMOTION_DEFAULTS,
      name: "Bienvenida",
      rule: { kind: "percent", bps: 1_000 },
      firstPurchaseOnly: true,
      perCustomer: 1,
      endsAt,
      code: { code: "BIENVENIDA", maxUses: null },
    },
    {
      ...PROMOTION_DEFAULTS,
      name: "Envío gratis",
      rule: { kind: "freeShipping" },
      fromCents: 999_00,
      combines: true,
      endsAt,
      code: { code: "ENVIOGRATIS", maxUses: null },
    },
  ];
  for (const draft of drafts) {
    const added = await addPromotion(app.db, draft, DEMO_ACTOR);
    if (isRefusal(added)) throw new Error(`Demo promotion: ${added.refused}`);
  }
}
