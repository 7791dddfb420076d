import { z } from "zod";
import { Pesos } from "./fields.ts";

/** The fields of discounts in carts, quotes and orders. */
export const DISCOUNT_FIELDS = {
  discounts: z
    .array(
      z
        .object({
          label: z.string().meta({
            description: "Name of the promotion, or of the discount that staff gave, in Spanish.",
            example: "3×2 en playeras",
          }),
          amount: Pesos.describe("What it takes off, a positive number."),
        })
        .describe("What a promotion, a coupon or a discount given by staff takes off."),
    )
    .describe(
      "One entry for each promotion or coupon, and one for the discount that staff gave. Offers are not included, because the prices contain them.",
    ),
  savings: Pesos.describe("The sum of `discounts`."),
};
