import { z } from "zod";
import { Id, Instant, pageOf, Paging, requiredText } from "./fields.ts";

export const Review = z
  .object({
    _id: Id,
    title: z.string(),
    category: z.string(),
    review: z.string(),
    rate: z.number().int().meta({ description: "De 1 a 5" }),
    author: z.object({ name: z.string() }).nullable(),
    createdOn: Instant,
    verified: z.boolean().meta({ description: "Quien la escribió recibió un pedido" }),
  })
  .meta({ id: "Review" });
export type Review = z.output<typeof Review>;

const Count = z.number().int();

export const ReviewPage = pageOf(Review)
  .extend({
    stats: z.object({
      count: Count,
      average: z.number().meta({ description: "Con un decimal; 0 sin reseñas" }),
      byRate: z.object({ "1": Count, "2": Count, "3": Count, "4": Count, "5": Count }),
    }),
  })
  .meta({ id: "ReviewPage" });
export type ReviewPage = z.output<typeof ReviewPage>;

export const ReviewsQuery = z.object(Paging);

export const CreateReview = z.object({
  title: requiredText("Escribe un título"),
  category: requiredText("Escribe de qué hablas"),
  review: requiredText("Escribe tu reseña", 2_000),
  rate: z
    .number({ error: "Elige de 1 a 5 estrellas" })
    .int({ error: "Elige de 1 a 5 estrellas" })
    .min(1, { error: "Elige de 1 a 5 estrellas" })
    .max(5, { error: "Elige de 1 a 5 estrellas" }),
});

export const ReviewCreated = z.object({
  status: z.literal("OK"),
  review: Review,
  pending: z.boolean().meta({ description: "Espera a que la tienda la apruebe" }),
});
