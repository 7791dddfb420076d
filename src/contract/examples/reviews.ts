import type { z } from "zod";
import type {
  CreateProductReview,
  OwnReviews,
  ProductReview,
  ProductReviewCreated,
  ProductReviewPage,
  ReviewPictureUploaded,
} from "../product-reviews.ts";
import type { CreateReview, Review, ReviewCreated, ReviewPage } from "../reviews.ts";
import { ID, SECRET } from "./ids.ts";
import { RATING } from "./rating.ts";

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

const PICTURE = {
  url: `/pictures/${ID.reviewPicture}.720.webp`,
  thumbnailUrl: `/pictures/${ID.reviewPicture}.360.webp`,
  largeUrl: `/pictures/${ID.reviewPicture}.1080.webp`,
};

const PRODUCT_REVIEW: z.input<typeof ProductReview> = {
  _id: ID.productReview,
  rating: 5,
  fit: "RIGHT",
  text: "La tela es fresca y me quedó como la pedí.",
  images: [PICTURE],
  author: { name: "Ana" },
  createdOn: "2026-11-22T15:10:00.000Z",
};

export const PRODUCT_REVIEW_PAGE: z.input<typeof ProductReviewPage> = {
  docs: [PRODUCT_REVIEW],
  page: 1,
  totalPages: 23,
  totalDocs: 23,
  rating: RATING,
};

export const CREATE_PRODUCT_REVIEW: z.input<typeof CreateProductReview> = {
  rating: PRODUCT_REVIEW.rating,
  fit: PRODUCT_REVIEW.fit,
  text: PRODUCT_REVIEW.text,
  pictures: [ID.reviewPicture],
};

export const PRODUCT_REVIEW_CREATED: z.input<typeof ProductReviewCreated> = {
  status: "OK",
  review: PRODUCT_REVIEW,
  pending: false,
};

export const REVIEW_PICTURE_UPLOADED: z.input<typeof ReviewPictureUploaded> = {
  status: "OK",
  picture: { _id: ID.reviewPicture, ...PICTURE },
};

export const OWN_REVIEWS: z.input<typeof OwnReviews> = {
  docs: [
    {
      product: { _id: ID.product, name: "Blusa de lino", color: "Blanco", type: "ORDINARY", image: PICTURE.url },
      review: PRODUCT_REVIEW,
      pending: false,
    },
  ],
};

export const ANSWER_INVITATIONS = { token: SECRET.mailToken, wanted: false };
