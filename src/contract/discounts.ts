import { z } from "zod";
import { Pesos } from "./fields.ts";

/** What carts, quotes and orders say of discounts. */
export const DISCOUNT_FIELDS = {
  discounts: z
    .array(
      z
        .object({
          label: z.string().meta({ description: "The promotion's name in Spanish.", example: "3×2 en playeras" }),
          amount: Pesos.describe("What it takes off, a positive number."),
        })
        .describe("A promotion, coupon or discount of staff."),
    )
    .describe("What is taken off, by promotion. Offers are not included: they are in the prices."),
  savings: Pesos.describe("The sum of `discounts`."),
};
