import { z } from "zod";
import { MAX_LINE_PIECES } from "../domain/cart-line.ts";
import { CartLine } from "./cart-line.ts";
import { DISCOUNT_FIELDS } from "./discounts.ts";
import { ID } from "./examples/ids.ts";
import { Id, Instant, OptionalEmail, Pesos, oneLineText, text } from "./fields.ts";
import { PresaleShown } from "./presale.ts";
import { Installments } from "./installments.ts";
import { Order } from "./orders.ts";

export const PAYMENT_METHODS = ["MP", "TB"] as const;

const PaymentMethodKey = z.enum(PAYMENT_METHODS);

export const Cart = z
  .object({
    _id: Id.describe("Opens the cart. It cannot be guessed, and every caller who has it may change the cart."),
    state: z
      .enum(["active", "ordered", "expired", "emptied"])
      .describe(
        "`active`: its pieces are reserved; `ordered`: it became an order; `expired`: its time ended and its pieces returned to stock; `emptied`: its last line was removed.",
      ),
    modifiedOn: Instant.describe("When pieces were last added, or the cart was last extended."),
    expiresOn: Instant.describe("When its pieces return to stock, unless the cart is extended or ordered before."),
    serverNow: Instant.describe("The server's clock. Count down the difference to `expiresOn`."),
    isPresale: z.boolean().describe("Whether it holds presale products. A cart never mixes them with others."),
    presale: Id.nullable().describe("The presale's `_id`; null for a normal cart."),
    presaleDetails: PresaleShown.nullable().describe("The presale by name and delivery; null for a normal cart."),
    products: z.array(CartLine).describe("The lines in the order they were added."),
    summary: z
      .object({
        pieces: z.number().int().describe("Pieces of all lines."),
        wholesale: z.boolean().describe("Whether the cart has enough pieces for wholesale prices."),
        subtotal: Pesos.describe("Sum of the lines at their `unitPrice`."),
      })
      .describe("Sums of the lines."),
    totals: z
      .object({
        packaging: Pesos.describe("Packing of the parcel; 0 for tickets alone, or where the shop charges none."),
        total: Pesos.describe("Products and packaging, after discounts."),
        payments: z
          .array(
            z.object({
              payment_method: PaymentMethodKey.describe("`MP`: online (Mercado Pago); `TB`: bank transfer."),
              fee: Pesos.describe("The fee of this payment method, VAT included."),
              total: Pesos.describe("`total` with the fee."),
            }),
          )
          .describe("The cost with each payment method that the shop offers."),
        installments: Installments.nullable().describe(
          "The longest plan of monthly payments without interest for `total`. Null if there is none.",
        ),
      })
      .describe("What the cart costs before a carrier is chosen."),
    ...DISCOUNT_FIELDS,
    coupon: z
      .object({
        code: z.string().meta({ description: "The code in capital letters.", example: "BUENFIN10" }),
        applies: z.boolean().describe("Whether it reduces the total of this cart now."),
        detail: z
          .string()
          .nullable()
          .describe("Why it does not apply, a Spanish sentence for the customer. Null if it applies."),
      })
      .nullable()
      .describe("The coupon that the customer entered; null without one."),
    freeShipping: z
      .object({
        from: Pesos.describe("The sum of products, after discounts, from which the shipping is free."),
        missing: Pesos.describe("The amount that is still missing; 0 if the shipping is free."),
      })
      .nullable()
      .describe("How far the cart is from free shipping. Null if no promotion gives it, and for tickets alone."),
    mayHaveGifts: z
      .boolean()
      .describe(
        "Whether a promotion gives away a product that is not in the cart. `/gifts` lists the gifts that the cart has earned.",
      ),
  })
  .meta({ id: "Cart", description: "Reserved pieces, for a limited time." });
export type Cart = z.output<typeof Cart>;

export const CartGifts = z
  .object({
    docs: z
      .array(
        z.object({
          promotion: z.string().describe("The promotion's name."),
          productId: Id.describe("The product that is given away. Add one piece to the cart."),
          name: z.string().describe("Product and colour."),
          image: z.string().nullable().describe("Path of a small picture. Null if there is none."),
          sizes: z
            .array(
              z.object({
                _id: Id.describe("The size's id, as a cart line's `attributeId`."),
                attribute: z.string().describe("The size's name."),
              }),
            )
            .describe("Its sizes in stock, at least one."),
        }),
      )
      .describe("The gifts that the cart has earned and does not hold."),
  })
  .meta({ id: "CartGifts", description: "Products that would be free if they were added to the cart now." });

const Pieces = z
  .number({ error: "La cantidad debe ser un número entero" })
  .int({ error: "La cantidad debe ser un número entero" })
  .max(MAX_LINE_PIECES, { error: `A lo más ${MAX_LINE_PIECES} piezas` });

export const AddToCart = z
  .object({
    products: z
      .array(
        z.object({
          productId: text().max(100).describe("The product's `_id`."),
          attributeId: text().max(100).describe("The size: `_id` of an entry of the product's `stocks`."),
          quantity: Pieces.min(1, { error: "La cantidad mínima es 1" }).describe("Pieces to reserve."),
        }),
      )
      .min(1, { error: "Elige al menos un producto" })
      .max(100, { error: "A lo más 100 productos a la vez" })
      .describe("The lines to add. Lines of the same size are added up."),
    isPresale: z.boolean().nullish().describe("True for products of the presale that `X-CODE` opens."),
    presale: text().max(100).nullish().describe("The presale's `_id`. Not needed: `X-CODE` decides the presale."),
  })
  .describe("Lines for a cart.");

const FAILURE_REASONS = ["SOLD_OUT", "NOT_FOUND", "ALREADY_IN_CART", "LIMIT"] as const;

export const AddToCartResponse = z
  .object({
    cart: Cart.nullable().describe("The cart as it is now; null if no line could be reserved in a new cart."),
    failed: z
      .array(
        z.object({
          name: z.string().describe("The line's name; empty where the size does not exist."),
          attributeId: z.string().describe("The size, as it was sent."),
          reason: z
            .enum(FAILURE_REASONS)
            .describe(
              "`SOLD_OUT`: fewer pieces are available; `NOT_FOUND`: not sold here; `ALREADY_IN_CART`: change that line's quantity instead; `LIMIT`: more pieces than a customer, a browser or an IP address may hold.",
            ),
          stock: z.number().int().describe("With `SOLD_OUT`: the available pieces, fewer than requested. Otherwise 0."),
          detail: z
            .string()
            .optional()
            .describe("With `LIMIT`: which limit and what to do, a Spanish sentence for the customer."),
        }),
      )
      .describe("The lines that were not added. No line is added in part."),
  })
  .describe("The cart after adding, and what could not be added.");

export const SetCoupon = z
  .object({
    code: text().trim().min(1, { error: "Escribe tu cupón" }).max(60, { error: "Ese cupón es demasiado largo" }).meta({
      description: "The coupon as the customer typed it. Upper and lower case are the same.",
      example: "buenfin10",
    }),
  })
  .describe("A coupon for a cart.");

export const CouponResponse = z
  .object({ cart: Cart.describe("The cart as it is now.") })
  .describe("The cart after its coupon was set or removed.");

export const ChangeQuantity = z
  .object({
    attributeId: text().max(100).describe("The size of the line."),
    productId: text().max(100).describe("The product of the line."),
    newQuantity: Pieces.min(0, { error: "La cantidad mínima es 0" }).describe(
      "The new number of pieces. 0 removes the line.",
    ),
  })
  .describe("The new quantity of one line.");

export const ChangeQuantityResponse = z
  .object({
    status: z
      .enum(["OK", "STOCK_INSUFFICIENT", "LINE_NOT_FOUND", "CART_NOT_ACTIVE"])
      .describe("Whether it was changed, or why not."),
    cart: Cart.nullable().describe("The cart as it is now."),
  })
  .describe("The cart after the change.");

const BooleanParameter = z.enum(["true", "false"]).transform((value) => value === "true");

const PostalCode = text()
  .regex(/^\d{5}$/, "Son 5 dígitos")
  .optional()
  .meta({ description: "The destination, for carriers whose price depends on it.", example: "64000" });

export const CartCarriersQuery = z.object({ postalCode: PostalCode });

export const QuoteQuery = z.object({
  postalCode: PostalCode,
  shippingId: text().max(100).optional().meta({
    description: "The `_id` of the carrier or the pick-up point. Without it nothing is charged for shipping.",
    example: ID.carrier,
  }),
  secured: BooleanParameter.optional().meta({
    description: "`true` insures the parcel, where the carrier offers it.",
    example: "true",
  }),
  payment_method: PaymentMethodKey.optional().meta({
    description: "`MP` adds the online fee. Without it no fee is charged.",
    example: "MP",
  }),
});

export const Quote = z
  .object({
    subtotal: Pesos.describe("The products at this shop's prices, before discounts."),
    packaging: Pesos.describe("Packing of the parcel; 0 for tickets alone, or where the shop charges none."),
    shipping: Pesos.describe("The carrier's price; 0 without a carrier."),
    extraFee: Pesos.describe("Extra shipping for pieces beyond the carrier's `maxPieces`."),
    insurance: Pesos.describe("Insurance of the parcel, VAT included; 0 if it is not insured."),
    ...DISCOUNT_FIELDS,
    total: Pesos.describe("The products, packaging, both shipping figures and insurance, less `savings`."),
    fee: Pesos.describe("The online fee, VAT included. 0 for a bank transfer."),
    grandTotal: Pesos.describe("What the customer pays: `total` and `fee`."),
    installments: Installments.nullable().describe(
      "The longest plan of monthly payments without interest for `grandTotal`. Null if there is none, and for a bank transfer.",
    ),
    wholesale: z.boolean().describe("Whether wholesale prices apply."),
    pieces: z.number().int().describe("Pieces of all lines."),
  })
  .meta({ id: "Quote", description: "Every figure of an order before it is placed." });

export const Checkout = z
  .object({
    customerId: text().max(100).describe("`_id` of the session's customer."),
    addressId: text()
      .max(100)
      .nullish()
      .describe("One of the customer's addresses. Not needed for tickets alone and for a pick-up."),
    shippingId: text()
      .max(100)
      .nullish()
      .describe("`_id` of the carrier or the pick-up point. Not needed for tickets alone."),
    secured: z.boolean().nullish().describe("True insures the parcel, where the carrier offers it."),
    payment_method: z
      .enum(PAYMENT_METHODS, { error: "Elige una forma de pago" })
      .describe("`MP`: online (Mercado Pago); `TB`: bank transfer."),
    expectedTotal: z
      .number()
      .nullish()
      .describe(
        "The `grandTotal` that the customer saw, in pesos. If it has changed the order is refused (`TOTAL_CHANGED`).",
      ),
    termsVersion: oneLineText(40)
      .nullish()
      .describe("Version of the terms that the customer accepted. It is stored with the order."),
    email: OptionalEmail.describe(
      "The e-mail address for messages about this order. The default is the customer's own one. Orders with tickets need one of the two.",
    ),
    collector: oneLineText(80)
      .nullish()
      .describe("Pick-up only: the name of another person who may collect the order."),
  })
  .describe("The data to place an order.");

export const CheckoutResponse = z
  .object({
    status: z.literal("OK").describe("The order is placed."),
    order: Order.describe("The order, waiting for its payment."),
    preferenceId: z
      .string()
      .nullable()
      .describe("Id of the payment page; null for a transfer, and while the provider does not answer."),
  })
  .describe("The order that was placed.");
