import { z } from "zod";

const reviewCount = (how: string) => z.number().int().describe(`Reviews that say it runs ${how}.`);

export const Rating = z
  .object({
    average: z.number().describe("Average of the stars with one decimal."),
    count: z.number().int().describe("Reviews that are shown."),
    fit: z
      .object({ small: reviewCount("small"), right: reviewCount("true to size"), large: reviewCount("large") })
      .describe("How it fits, by the reviews that say so."),
  })
  .meta({ id: "Rating", description: "The summary of the shown reviews of a product." });
