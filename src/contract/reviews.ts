import { z } from "zod";
import { Id, Instant, pageOf, Paging, requiredText } from "./fields.ts";

export const Review = z
  .object({
    _id: Id.describe("The review's id."),
    title: z.string().describe("Headline, one line."),
    category: z.string().describe("The subject of the review in the author's words: service, clothes, delivery."),
    review: z.string().describe("The text."),
    rate: z.number().int().describe("Stars, from 1 to 5."),
    author: z
      .object({ name: z.string().describe("First name or names of the author.") })
      .nullable()
      .describe("The author. Null if their data were deleted."),
    createdOn: Instant.describe("When it was written."),
    verified: z.boolean().describe("Whether an order of the author was shipped, by any of the shops."),
  })
  .meta({ id: "Review", description: "A customer's opinion of the shop." });
export type Review = z.output<typeof Review>;

const reviewCount = (rate: number) => z.number().int().describe(`Reviews with ${rate} of 5 stars.`);

export const ReviewPage = pageOf(Review)
  .extend({
    stats: z
      .object({
        count: z.number().int().describe("Reviews that are shown."),
        average: z.number().describe("Average of the stars with one decimal; 0 without reviews."),
        byRate: z
          .object({
            "1": reviewCount(1),
            "2": reviewCount(2),
            "3": reviewCount(3),
            "4": reviewCount(4),
            "5": reviewCount(5),
          })
          .describe("How many reviews gave each number of stars."),
      })
      .describe("Over all reviews that are shown, not only this page."),
  })
  .meta({ id: "ReviewPage", description: "A page of reviews, the newest first." });
export type ReviewPage = z.output<typeof ReviewPage>;

export const ReviewsQuery = z.object(Paging);

export const CreateReview = z
  .object({
    title: requiredText("Escribe un título").describe("Headline, one line."),
    category: requiredText("Escribe de qué hablas").describe("The subject of the review in the author's words."),
    review: requiredText("Escribe tu reseña", 2_000).describe("The text, at most 2,000 characters."),
    rate: z
      .number({ error: "Elige de 1 a 5 estrellas" })
      .int({ error: "Elige de 1 a 5 estrellas" })
      .min(1, { error: "Elige de 1 a 5 estrellas" })
      .max(5, { error: "Elige de 1 a 5 estrellas" })
      .describe("Stars."),
  })
  .describe("A new review of the session's customer.");

export const ReviewCreated = z
  .object({
    status: z.literal("OK").describe("The review is stored."),
    review: Review,
    pending: z.boolean().describe("Whether it waits for the shop's approval: then only staff see it."),
  })
  .describe("The stored review.");
