import { z } from "zod";
import { Id, Pesos } from "./fields.ts";

/** A line of a cart. In an order it is frozen as it was when ordered. */
export const CartLine = z
  .object({
    productId: Id.describe("The product's `_id`."),
    brandId: Id.nullable().describe("`_id` of the product's first brand. Null if it has none."),
    attributeId: Id.describe("The size's `_id`. A cart has one line for each size."),
    brand: z.string().nullable().describe("Name of the product's first brand. Null if it has none."),
    name: z
      .string()
      .describe("Product, brand and colour (if any), then `T:` and the size. In an order: as it was when ordered."),
    price: Pesos.describe("The head office's price of one piece."),
    wholesalePrice: Pesos.nullable().describe("The head office's wholesale price of one piece. Null if it has none."),
    shopPrice: Pesos.nullable().describe("This branch's price of one piece; null in the head office."),
    shopWholesalePrice: Pesos.nullable().describe(
      "This branch's wholesale price of one piece; null in the head office.",
    ),
    unitPrice: Pesos.describe(
      "This shop's price of one piece: the wholesale price if the whole cart qualifies. In an order: the charged price.",
    ),
    discount: Pesos.describe("What promotions and discounts given by staff take off the whole line."),
    formerPrice: Pesos.nullable().describe(
      "The price of one piece before the offer that `unitPrice` is from. Null without an offer.",
    ),
    quantity: z.number().int().describe("Pieces."),
    realQty: z.number().int().describe("Pieces that count for shipping; 0 for tickets."),
    madeToOrder: z
      .boolean()
      .describe("Whether the pieces are made to order: they belong to a presale and are not in stock."),
    stock: z.number().int().describe("Pieces that can be sold besides those of this line; always 0 in an order."),
    image: z.string().nullable().describe("Path of a WebP picture about 360 pixels wide; null without a picture."),
    extended1: z.string().nullable().describe("First extra field of the product, free text of the shop's staff."),
    extended2: z.string().nullable().describe("Second extra field of the product, free text of the shop's staff."),
  })
  .meta({ id: "CartLine", description: "Pieces of one size in a cart or an order." });
export type CartLine = z.output<typeof CartLine>;
