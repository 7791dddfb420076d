import type { Review as WireReview, ReviewPage } from "../../contract/reviews.ts";
import type { OwnReviews, ProductReview, ProductReviewPage } from "../../contract/product-reviews.ts";
import type { Rating } from "../../domain/rating.ts";
import { pictureSizes } from "../pictures/picture-url.ts";
import type { ReviewList } from "./list-reviews.ts";
import type { OwnReviewRow, ProductReviewRow } from "./product-review-queries.ts";
import type { ReviewRow } from "./queries.ts";

export function toWireReviews(list: ReviewList, page: number, pageSize: number): ReviewPage {
  const { reviews, listed, count, average, byRating } = list;
  return {
    docs: reviews.map(toWireReview),
    page,
    totalPages: Math.ceil(listed / pageSize),
    totalDocs: listed,
    stats: { count, average, byRate: byRating },
  };
}

export function toWireReview(review: ReviewRow): WireReview {
  return {
    _id: review.id,
    title: review.title,
    category: review.category,
    review: review.body,
    rate: review.rating,
    author: review.author === null ? null : { name: review.author },
    createdOn: review.createdAt.toISOString(),
    verified: review.isVerified,
  };
}

export function toWireProductReviews(
  reviews: readonly ProductReviewRow[],
  rating: Rating | null,
  { page, pageSize }: { page: number; pageSize: number },
): ProductReviewPage {
  const count = rating?.count ?? 0;
  return {
    docs: reviews.map(toWireProductReview),
    page,
    totalPages: Math.ceil(count / pageSize),
    totalDocs: count,
    rating,
  };
}

export function toWireProductReview(review: ProductReviewRow): ProductReview {
  return {
    _id: review.id,
    rating: review.rating,
    fit: review.fit,
    text: review.body,
    images: review.pictures.map(pictureSizes),
    author: review.author === null ? null : { name: review.author },
    createdOn: review.createdAt.toISOString(),
  };
}

export function toWireOwnReview({ review, ...product }: OwnReviewRow): OwnReviews["docs"][number] {
  return {
    product: {
      _id: product.productId,
      name: product.name,
      color: product.color,
      type: product.isDigital ? "DIGITAL" : "ORDINARY",
      image: product.picture && pictureSizes(product.picture).thumbnailUrl,
    },
    review: review && toWireProductReview({ ...review, createdAt: new Date(review.createdAt) }),
    pending: review?.state === "pending",
  };
}
