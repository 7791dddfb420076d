import { z } from "zod";

/** The body of every failed call, as `application/problem+json` (RFC 9457). */
export const Problem = z
  .object({
    type: z.string().describe("Always `about:blank`. `code` identifies the problem."),
    title: z.string().describe("The kind of problem in Spanish, by status."),
    status: z.number().describe("The HTTP status again."),
    code: z
      .string()
      .describe("The code of the problem, in upper case. It never changes, so that programs can depend on it."),
    detail: z.string().describe("A Spanish sentence to show to the customer: what happened and what to do."),
    message: z.string().optional().describe("Only when an invoice is refused: what happened, in Spanish."),
    detailMessage: z.string().optional().describe("Only when an invoice is refused: why, and what to do, in Spanish."),
    errors: z
      .array(
        z.object({
          path: z.string().describe("The field, as a path with dots: `receiver.rfc`, `products.0.quantity`."),
          message: z.string().describe("What is wrong with it, in Spanish."),
        }),
      )
      .optional()
      .describe("The invalid fields. Present if the problem concerns certain fields."),
  })
  .meta({ id: "Problem", description: "Why a call failed (RFC 9457)." });

export type Problem = z.output<typeof Problem>;
