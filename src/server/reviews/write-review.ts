import type { App } from "../app.ts";
import type { Shop } from "../settings/shop.ts";
import { insertReview, type NewReview, type ReviewRow } from "./queries.ts";

/** The mark under which answers that show a shop's reviews leave this process's memory. */
export function reviewsMark(shop: Shop): string {
  return `reviews ${shop.id}`;
}

/** Writes a customer's review: shown at once, or once staff approve it where the owner wants that. */
export async function writeReview(
  app: App,
  shop: Shop,
  review: Pick<NewReview, "customerId" | "title" | "category" | "body" | "rate">,
): Promise<{ review: ReviewRow; isPending: boolean }> {
  const isPending = shop.settings.reviews.approveFirst;
  const written = await insertReview(app.keyed, {
    ...review,
    shopId: shop.id,
    state: isPending ? "pending" : "shown",
  });
  app.touches.touch([reviewsMark(shop)]);
  return { review: written, isPending };
}
