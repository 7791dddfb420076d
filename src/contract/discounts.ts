import { z } from "zod";
import { Pesos } from "./fields.ts";

/** The fields of discounts in carts, quotes and orders. */
export const DISCOUNT_FIELDS = {
  discounts: z
    .array(
      z
        .object({
          label: z.string().meta({
            description: "Name of the promotion or of the discount of staff, in Spanish.",
            example: "3×2 en playeras",
          }),
          amount: Pesos.describe("What it takes off, a positive number."),
        })
        .describe("A promotion, coupon or discount of staff."),
    )
    .describe("The discounts, by promotion. Offers are not included, because the prices contain them."),
  savings: Pesos.describe("The sum of `discounts`."),
};
