import type { Review as WireReview, ReviewPage } from "../../contract/reviews.ts";
import type { OwnReviews, ProductReview, ProductReviewPage } from "../../contract/product-reviews.ts";
import type { Rating } from "../../domain/rating.ts";
import { pictureUrls } from "../pictures/picture-url.ts";
import type { ShopReviewList } from "./list-shop-reviews.ts";
import type { ReceivedProductRow, ProductReviewRow } from "./product-review-queries.ts";
import type { ReviewRow } from "./queries.ts";

export function toWireReviews(list: ShopReviewList, page: number, pageSize: number): ReviewPage {
  const { reviews, listedCount, count, average, countsByRating } = list;
  return {
    docs: reviews.map(toWireReview),
    page,
    totalPages: Math.ceil(listedCount / pageSize),
    totalDocs: listedCount,
    stats: { count, average, byRate: countsByRating },
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
    images: review.pictures.map(pictureUrls),
    author: review.author === null ? null : { name: review.author },
    createdOn: review.createdAt.toISOString(),
  };
}

export function toWireOwnReview({ review, ...product }: ReceivedProductRow): OwnReviews["docs"][number] {
  return {
    product: {
      _id: product.productId,
      name: product.name,
      color: product.color,
      type: product.isDigital ? "DIGITAL" : "ORDINARY",
      image: product.picture && pictureUrls(product.picture).thumbnailUrl,
    },
    review: review && toWireProductReview({ ...review, createdAt: new Date(review.createdAt) }),
    pending: review?.state === "pending",
  };
}
