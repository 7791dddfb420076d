import { z } from "zod";
import { MAX_WISHES } from "../domain/wishlist.ts";
import { ID } from "./examples/ids.ts";
import { Id, Instant, oneLineText } from "./fields.ts";

const WishedProduct = z
  .object({
    _id: Id.describe("The product's `_id`."),
    addedOn: Instant.describe("When it was saved."),
    wasSoldOut: z.boolean().describe("Whether it was sold out when it was saved, or when the list was read later."),
    wasOnOffer: z.boolean().describe("Whether an offer of it ran when it was saved."),
    isBack: z.boolean().describe("Whether it was sold out and has pieces again."),
    hasNewOffer: z
      .boolean()
      .describe("Whether it has pieces and is on offer now, but was not on offer when it was saved."),
  })
  .describe("A saved product that this shop sells.");

export const Wishlist = z
  .object({
    docs: z.array(WishedProduct).describe("The saved products that this shop sells now, the newest first."),
    max: z.number().int().describe("The maximum number of products in a list."),
  })
  .meta({ id: "Wishlist", description: "The products that a customer saved in this shop." });
export type Wishlist = z.output<typeof Wishlist>;

export const SaveToWishlist = z
  .object({
    products: z
      .array(
        z.object({
          _id: oneLineText().meta({ description: "The product's `_id`.", example: ID.product }),
          addedOn: z.iso
            .datetime({ offset: true, error: "Escribe la fecha como 2026-11-21T18:00:00Z" })
            .nullish()
            .meta({
              description: "When it was saved in the caller's own list. Now if it is missing or in the future.",
              example: "2026-11-21T18:00:00.000Z",
            }),
          wasSoldOut: z.boolean().nullish().describe("Whether it was sold out then. Default: whether it is now."),
          wasOnOffer: z.boolean().nullish().describe("Whether an offer ran then. Default: whether one runs now."),
        }),
      )
      .min(1, { error: "Elige al menos un producto" })
      .max(MAX_WISHES, { error: `Guarda a lo más ${MAX_WISHES} productos a la vez` })
      .describe(`Products to save, at most ${MAX_WISHES}. Those that fit are saved in this order.`),
  })
  .describe("One product, or the list that a browser stored for a guest.");
