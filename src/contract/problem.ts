import { z } from "zod";

/** What every failed call answers, as `application/problem+json` (RFC 9457). */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number(),
    code: z.string().meta({ description: "En mayúsculas; estable, para programas" }),
    detail: z.string().meta({ description: "Una frase en español que un comprador puede leer" }),
    message: z.string().optional().meta({ description: "Solo de una factura: qué pasó" }),
    detailMessage: z.string().optional().meta({ description: "Solo de una factura: por qué, y qué hacer" }),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Problem" });

export type Problem = z.output<typeof Problem>;
