import { z } from "zod";
import { Pesos } from "./fields.ts";

export const Installments = z
  .object({
    months: z.number().int().meta({ description: "Number of monthly payments.", example: 6 }),
    amount: Pesos.describe("One monthly payment, rounded down to the centavo."),
  })
  .describe("Monthly payments by card without interest.");
