import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import type { Shop } from "../shops/shop.ts";
import { insertShopReview, type NewShopReview, type ReviewRow } from "./queries.ts";

/** The change key of a shop's reviews: the database sends it to invalidate cached responses with them (decision 32). */
export function reviewsChangeKey(shop: Shop): string {
  return `reviews ${shop.id}`;
}

/**
 * Writes a customer's review of the shop. It is shown immediately, or after approval if the owner enabled that. A
 * customer may write one for each product of an order that arrived, and one before their first order arrives (decision
 * 14).
 */
export async function writeShopReview(
  app: App,
  shop: Shop,
  review: Pick<NewShopReview, "customerId" | "title" | "category" | "body" | "rating">,
): Promise<{ review: ReviewRow; isPending: boolean } | Refusal<"already_reviewed">> {
  const isPending = shop.settings.reviews.approveFirst;
  const state = isPending ? ("pending" as const) : ("shown" as const);
  const reviewOrRefusal = await transact(app.genericPlanDb, async (tx) => {
    return (await insertShopReview(tx, { ...review, shopId: shop.id, state })) ?? refuse("already_reviewed");
  });
  return isRefusal(reviewOrRefusal) ? reviewOrRefusal : { review: reviewOrRefusal, isPending };
}
