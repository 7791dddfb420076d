import { z } from "zod";
import { FITS } from "../domain/rating.ts";
import { Image } from "./catalog.ts";
import { ID } from "./examples/ids.ts";
import { Id, Instant, pageOf, Paging, oneLineText, requiredText } from "./fields.ts";
import { Rating } from "./rating.ts";
import { EmailToken } from "./waiting-list.ts";

const PictureId = Id.describe("The picture's id, for `pictures` of a new review.");
/** The maximum number of pictures in a review. */
export const MAX_REVIEW_PICTURES = 3;

export const ProductReview = z
  .object({
    _id: Id.describe("The review's id."),
    rating: z.number().int().describe("Stars, from 1 to 5."),
    fit: z.enum(FITS).nullable().describe("How it fits the author. Null if they did not say."),
    text: z.string().describe("The text."),
    images: z.array(Image).describe("The author's pictures, at most three."),
    author: z
      .object({ name: z.string().describe("First name or names of the author.") })
      .nullable()
      .describe("The author. Null if their data were deleted."),
    createdOn: Instant.describe("When it was written."),
  })
  .meta({ id: "ProductReview", description: "The opinion of a customer who received the product." });
export type ProductReview = z.output<typeof ProductReview>;

export const ProductReviewPage = pageOf(ProductReview)
  .extend({ rating: Rating.nullable().describe("The summary of all reviews that are shown. Null without any.") })
  .meta({ id: "ProductReviewPage", description: "A page of a product's reviews, the newest first." });
export type ProductReviewPage = z.output<typeof ProductReviewPage>;

export const ProductReviewsQuery = z.object(Paging);

const WRONG_STARS_ERROR = { error: "Elige de 1 a 5 estrellas" };
const WRONG_FIT_ERROR = { error: "Elige cómo te quedó: chica, justa o grande" };

export const CreateProductReview = z
  .object({
    rating: z
      .number(WRONG_STARS_ERROR)
      .int(WRONG_STARS_ERROR)
      .min(1, WRONG_STARS_ERROR)
      .max(5, WRONG_STARS_ERROR)
      .describe("Stars."),
    fit: z.enum(FITS, WRONG_FIT_ERROR).nullish().describe("How it fits. Null or missing: not said."),
    text: requiredText("Escribe tu reseña", 2_000).describe("The text, at most 2,000 characters."),
    pictures: z
      .array(oneLineText())
      .max(MAX_REVIEW_PICTURES, { error: "Sube a lo más tres fotos" })
      .nullish()
      .describe("Ids of uploaded pictures, in their order; at most three."),
  })
  .describe("A review of a product that the session's customer received.");

export const ProductReviewCreated = z
  .object({
    status: z.literal("OK").describe("The review is stored."),
    review: ProductReview,
    pending: z.boolean().describe("Whether it waits for the shop's approval: then only staff and its author see it."),
  })
  .describe("The stored review.");

export const ReviewPictureUploaded = z
  .object({
    status: z.literal("OK").describe("The picture is stored."),
    picture: Image.extend({ _id: PictureId }).describe("The picture, with the `_id` that a review names."),
  })
  .describe("The stored picture. It is deleted after a day unless a review names it.");

export const OwnReviewsQuery = z.object({
  order: oneLineText()
    .optional()
    .meta({ description: "Only the products of the order with this `_id`.", example: ID.order }),
});

export const OwnReviews = z
  .object({
    docs: z
      .array(
        z.object({
          product: z
            .object({
              _id: Id.describe("The product's id."),
              name: z.string().describe("Its name."),
              color: z.string().nullable().describe("Its colour; null if it has none."),
              type: z.enum(["ORDINARY", "DIGITAL"]).describe("`DIGITAL`: a ticket, which has no fit."),
              image: z.string().nullable().describe("Path of its first picture; null without pictures."),
            })
            .describe("The product."),
          review: ProductReview.nullable().describe("The customer's review of it; null if not written yet."),
          pending: z.boolean().describe("Whether the review waits for the shop's approval."),
        }),
      )
      .describe("The products, those of the newest order first; at most 100."),
  })
  .describe("The products that the customer received from this shop, with their reviews.");
export type OwnReviews = z.output<typeof OwnReviews>;

export const AnswerInvitations = EmailToken.extend({
  token: EmailToken.shape.token.describe("The token of the link in an invitation."),
  wanted: z.boolean({ error: "Escribe true o false" }).describe("Whether the customer wants further invitations."),
}).describe("The customer's answer to the invitation.");

export const ChangeInvitations = AnswerInvitations.pick({ wanted: true }).describe("The customer's choice.");

export const Invitations = z
  .object({
    wanted: z.boolean().describe("Whether the customer is invited to review what they received."),
  })
  .describe("The customer's choice about invitations to review.");

export const InvitationsAnswered = z
  .object({
    status: z.literal("OK").describe("The answer is stored."),
    wanted: z.boolean().describe("Whether the customer gets further invitations."),
  })
  .describe("The stored answer.");
