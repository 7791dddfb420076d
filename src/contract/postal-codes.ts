import { z } from "zod";

export const PostalArea = z
  .object({
    code: z.string().describe("The postal code, five digits."),
    state: z.string().describe("State, as the shop's forms and invoices name it."),
    city: z.string().describe("Municipality, or borough of Mexico City: the `city` of an address."),
    locality: z
      .string()
      .nullable()
      .describe("City, where the list names one that differs from the municipality. Otherwise null."),
    neighborhoods: z.array(z.string()).describe("Neighbourhoods (colonias) of this code, sorted. At least one."),
  })
  .meta({ id: "PostalCode", description: "The places that share a postal code." });
