import type { Review as WireReview, ReviewPage } from "../../contract/reviews.ts";
import type { ReviewList } from "./list-reviews.ts";
import type { ReviewRow } from "./queries.ts";

export function toWireReviews(list: ReviewList, page: number, size: number): ReviewPage {
  const { reviews, count, average, byRate } = list;
  return {
    docs: reviews.map(toWireReview),
    page,
    totalPages: Math.ceil(count / size),
    totalDocs: count,
    stats: { count, average, byRate },
  };
}

export function toWireReview(review: ReviewRow): WireReview {
  return {
    _id: review.id,
    title: review.title,
    category: review.category,
    review: review.body,
    rate: review.rate,
    author: review.author === null ? null : { name: review.author },
    createdOn: review.createdAt.toISOString(),
    verified: review.isVerified,
  };
}
