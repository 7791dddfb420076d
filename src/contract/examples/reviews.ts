import type { z } from "zod";
import type { CreateReview, Review, ReviewCreated, ReviewPage } from "../reviews.ts";
import { ID } from "./ids.ts";

export const REVIEW: z.input<typeof Review> = {
  _id: ID.review,
  title: "Llegó en dos días",
  category: "Envío",
  review: "La blusa es tal como en las fotos y venía muy bien empacada.",
  rate: 5,
  author: { name: "Ana" },
  createdOn: "2026-11-22T15:10:00.000Z",
  verified: true,
};

export const REVIEW_PAGE: z.input<typeof ReviewPage> = {
  docs: [REVIEW],
  page: 1,
  totalPages: 1,
  totalDocs: 1,
  stats: { count: 1, average: 5, byRate: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 1 } },
};

export const CREATE_REVIEW: z.input<typeof CreateReview> = {
  title: REVIEW.title,
  category: REVIEW.category,
  review: REVIEW.review,
  rate: REVIEW.rate,
};

export const REVIEW_CREATED: z.input<typeof ReviewCreated> = { status: "OK", review: REVIEW, pending: false };
