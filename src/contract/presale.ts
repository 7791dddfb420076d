import { z } from "zod";
import { Product } from "./catalog.ts";
import { Id, Instant, plainText, requiredText } from "./fields.ts";

/** A day, as a date without a time. */
const Day = z.string().meta({ format: "date", example: "2026-11-21" });

/** A presale as a cart and an order name it. */
export const PresaleShown = z
  .object({ _id: Id, name: z.string(), deliversOn: Day.nullable().meta({ description: "Desde cuándo se entrega" }) })
  .meta({ id: "PresaleShown" });

/** A product with all that a screen shows of it: presale screens have no page of the server's to take it from. */
export const PresaleProduct = Product.extend({
  tag: z.enum(["offer", "new"]).nullable(),
  pictures: z.array(
    z.object({
      key: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      color: z.string(),
      alt: z.string(),
      avif: z.array(z.number().int()),
      webp: z.array(z.number().int()),
    }),
  ),
}).meta({ id: "PresaleProduct" });

export const AccessCode = z.object({ code: requiredText("Escribe tu código", 60) });

export const CodeAccepted = z.object({
  status: z.literal("OK"),
  code: z.string().meta({ description: "Como va en `X-CODE`: sin espacios alrededor y en mayúsculas" }),
  presale: PresaleShown.extend({ startsOn: Instant, endsOn: Instant }),
});

export const PresaleQuery = z.object({
  category: plainText().optional().meta({ description: "Su _id o su nombre en la dirección, con sus subcategorías" }),
});
