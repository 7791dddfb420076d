import type { Endpoint } from "../endpoint.ts";
import { CreateReview, ReviewCreated, ReviewPage, ReviewsQuery } from "../reviews.ts";

export const REVIEW_ENDPOINTS = {
  listReviews: {
    summary: "List the reviews",
    description: "Reviews that are shown, the newest first, with the statistics over all of them.",
    tag: "Reviews",
    credentials: "none",
    cache: "public",
    query: ReviewsQuery,
    response: ReviewPage,
  },
  createReview: {
    summary: "Write a review",
    description:
      "For registered customers: one review, and one more for each product that they received. If the shop approves reviews first, the review is not shown yet (`pending`).",
    tag: "Reviews",
    credentials: "account",
    cache: "private",
    body: CreateReview,
    response: ReviewCreated,
    idempotent: true,
    refusals: ["ALREADY_REVIEWED"],
  },
} as const satisfies Record<string, Endpoint>;
