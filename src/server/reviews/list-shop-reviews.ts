import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";
import { countShopReviewsByRating, listShownShopReviews, type ReviewRow } from "./queries.ts";

export interface ShopReviewList {
  /** The reviews of the page. */
  reviews: ReviewRow[];
  /** How many reviews the pages have together. */
  listedCount: number;
  /** How many reviews the shop has, with any number of stars. */
  count: number;
  /** With one decimal; 0 without reviews. */
  average: number;
  countsByRating: Record<"1" | "2" | "3" | "4" | "5", number>;
}

/**
 * A page of the shown reviews of a shop, newest first, with the statistics of all of them. With `rating` only reviews
 * with this number of stars are listed.
 */
export async function listShopReviews(
  app: App,
  shop: Shop,
  { page, pageSize, rating }: { page: number; pageSize: number; rating?: number | undefined },
): Promise<ShopReviewList> {
  const [reviews, ratings] = await Promise.all([
    listShownShopReviews(app.readDb, { shopId: shop.id, rating, limit: pageSize, offset: (page - 1) * pageSize }),
    countShopReviewsByRating(app.readDb, shop.id),
  ]);
  const countOf = (starCount: number): number => ratings.get(starCount) ?? 0;
  const countsByRating = { "1": countOf(1), "2": countOf(2), "3": countOf(3), "4": countOf(4), "5": countOf(5) };
  const count = [...ratings.values()].reduce((sum, ratingCount) => sum + ratingCount, 0);
  const stars = [...ratings].reduce((sum, [starCount, ratingCount]) => sum + starCount * ratingCount, 0);
  const listedCount = rating === undefined ? count : countOf(rating);
  return {
    reviews,
    listedCount,
    count,
    average: count === 0 ? 0 : Math.round((stars * 10) / count) / 10,
    countsByRating,
  };
}
