import type { PromotionDraft } from "../promotions/save-promotion.ts";

/** 10 % off in all shops, from the day it is saved, without a code. Excludes wholesale prices, presales and tickets. */
export const TEST_PROMOTION: PromotionDraft = {
  name: "Promoción",
  terms: "",
  rule: { kind: "percent", bps: 1_000 },
  fromCents: 0,
  scope: { productIds: [], styleCodes: [], categoryIds: [], brandIds: [] },
  giftProductId: null,
  shopId: null,
  startsAt: null,
  endsAt: null,
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
  code: null,
};
