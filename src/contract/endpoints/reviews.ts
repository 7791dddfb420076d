import type { Endpoint } from "../endpoint.ts";
import {
  AnswerInvitations,
  ChangeInvitations,
  CreateProductReview,
  Invitations,
  InvitationsAnswered,
  OwnReviews,
  OwnReviewsQuery,
  ProductReviewCreated,
  ProductReviewPage,
  ProductReviewsQuery,
  ReviewPictureUploaded,
} from "../product-reviews.ts";
import { CreateReview, ReviewCreated, ReviewPage, ReviewsQuery } from "../reviews.ts";
import { CUSTOMER_ID, PRODUCT_ID } from "./parameters.ts";

/** The refusals of a file that the shop cannot use as a picture. */
const PICTURE_REFUSALS = [
  "PICTURE_UNREADABLE",
  "PICTURE_HEIC",
  "PICTURE_TOO_HEAVY",
  "PICTURE_TOO_LARGE",
  "PICTURE_TOO_SMALL",
  "PICTURE_TOO_LONG",
] as const;

export const REVIEW_ENDPOINTS = {
  listReviews: {
    summary: "List the reviews of the shop",
    description: "Reviews that are shown, the newest first, with the statistics over all of them.",
    tag: "Reviews",
    credentials: "none",
    cache: "public",
    query: ReviewsQuery,
    response: ReviewPage,
  },
  createReview: {
    summary: "Write a review of the shop",
    description:
      "For registered customers: one review of the shop before their first order is shipped, and one for each product of each shipped order. If the shop approves reviews first, the review is not shown yet (`pending`).",
    tag: "Reviews",
    credentials: "account",
    cache: "private",
    body: CreateReview,
    response: ReviewCreated,
    idempotent: true,
    refusals: ["ALREADY_REVIEWED"],
  },
  listProductReviews: {
    summary: "List the reviews of a product",
    description:
      "Shown reviews of customers who received the product, the newest first, from all shops that sell it. `rating` covers all pages. The same access rules as for the product apply.",
    tag: "Reviews",
    credentials: "none",
    accessCode: "optional",
    cache: "public",
    params: PRODUCT_ID,
    query: ProductReviewsQuery,
    response: ProductReviewPage,
  },
  createProductReview: {
    summary: "Review a product",
    description:
      "For registered customers who received the product from this shop: one review of each product. If the shop approves reviews first, the review is not shown yet (`pending`). A ticket has no fit: it is stored as null.",
    tag: "Reviews",
    credentials: "account",
    cache: "private",
    params: PRODUCT_ID,
    body: CreateProductReview,
    response: ProductReviewCreated,
    idempotent: true,
    refusals: ["NOT_BOUGHT", "ALREADY_REVIEWED", "PICTURE_MISSING"],
  },
  uploadReviewPicture: {
    summary: "Upload a picture for a review",
    description:
      "For customers who may review the product. The picture is encoded again without metadata. It is shown once a review names its `_id` in `pictures`.",
    tag: "Reviews",
    credentials: "account",
    cache: "private",
    params: PRODUCT_ID,
    file: {
      description:
        "The file itself, at most 20 MB and 50 megapixels, at least 200 pixels wide. Its type is detected from the content, not from `Content-Type`.",
      contentTypes: ["image/jpeg", "image/png", "image/webp", "image/avif"],
    },
    response: ReviewPictureUploaded,
    refusals: ["NOT_BOUGHT", "ALREADY_REVIEWED", "TOO_MANY_PICTURES", ...PICTURE_REFUSALS],
  },
  answerInvitations: {
    summary: "Refuse or allow invitations to review, by a token",
    description:
      "Ends the e-mails that invite to review what arrived, or allows them again, by the token of one of them.",
    tag: "Reviews",
    credentials: "none",
    cache: "private",
    body: AnswerInvitations,
    response: InvitationsAnswered,
    refusals: ["INVITATION_NOT_FOUND"],
  },
  getInvitations: {
    summary: "Get whether a customer is invited to review",
    description: "`wanted` is true unless the customer refused the e-mails that invite to review what arrived.",
    tag: "Reviews",
    credentials: "account",
    cache: "private",
    params: CUSTOMER_ID,
    response: Invitations,
    refusals: ["CUSTOMER_NOT_FOUND"],
  },
  changeInvitations: {
    summary: "Refuse or allow invitations to review",
    description: "Ends the e-mails that invite to review what arrived, or allows them again.",
    tag: "Reviews",
    credentials: "account",
    cache: "private",
    params: CUSTOMER_ID,
    body: ChangeInvitations,
    response: Invitations,
    refusals: ["CUSTOMER_NOT_FOUND"],
  },
  listOwnReviews: {
    summary: "List the products that a customer received, with their reviews",
    description: "The products that the customer received from this shop, each with their review if they wrote one.",
    tag: "Reviews",
    credentials: "account",
    cache: "private",
    params: CUSTOMER_ID,
    query: OwnReviewsQuery,
    response: OwnReviews,
    refusals: ["CUSTOMER_NOT_FOUND"],
  },
} as const satisfies Record<string, Endpoint>;
