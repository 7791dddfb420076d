import { z } from "zod";
import { MAX_LINE_PIECES } from "../domain/cart-line.ts";
import { CartLine } from "./cart-line.ts";
import { Id, Instant, OptionalEmail, Pesos, plainText, text } from "./fields.ts";
import { PresaleShown } from "./presale.ts";
import { Order } from "./orders.ts";

export const PAYMENT_METHODS = ["MP", "TB"] as const;

export const Cart = z
  .object({
    _id: Id,
    state: z.enum(["active", "ordered", "expired", "emptied"]),
    modifiedOn: Instant,
    expiresOn: Instant,
    serverNow: Instant,
    isPresale: z.boolean(),
    presale: Id.nullable(),
    presaleDetails: PresaleShown.nullable(),
    products: z.array(CartLine),
    summary: z.object({ pieces: z.number().int(), wholesale: z.boolean(), subtotal: Pesos }),
    totals: z
      .object({
        packaging: Pesos.meta({ description: "0 si solo hay boletos o la tienda no cobra empaque" }),
        total: Pesos.meta({ description: "Productos y empaque" }),
        payments: z
          .array(z.object({ payment_method: z.enum(PAYMENT_METHODS), fee: Pesos, total: Pesos }))
          .meta({ description: "Lo que costaría pagado de cada modo que la tienda ofrece" }),
      })
      .meta({ description: "Lo que cuesta el carrito antes de elegir paquetería" }),
  })
  .meta({ id: "Cart" });
export type Cart = z.output<typeof Cart>;

const Pieces = z
  .number({ error: "La cantidad debe ser un número entero" })
  .int({ error: "La cantidad debe ser un número entero" })
  .max(MAX_LINE_PIECES, { error: `A lo más ${MAX_LINE_PIECES} piezas` });

export const AddToCart = z.object({
  products: z
    .array(
      z.object({
        productId: text().max(100),
        attributeId: text().max(100),
        quantity: Pieces.min(1, { error: "La cantidad mínima es 1" }),
      }),
    )
    .min(1, { error: "Elige al menos un producto" })
    .max(100, { error: "A lo más 100 productos a la vez" }),
  isPresale: z.boolean().nullish(),
  presale: text().max(100).nullish(),
});

const FAILED_REASONS = ["SOLD_OUT", "NOT_FOUND", "ALREADY_IN_CART", "LIMIT"] as const;

export const AddedToCart = z.object({
  cart: Cart.nullable(),
  failed: z.array(
    z.object({
      name: z.string(),
      attributeId: z.string(),
      reason: z.enum(FAILED_REASONS),
      stock: z.number().int().meta({ description: "Piezas que quedan a la venta: menos de las pedidas con SOLD_OUT" }),
      detail: z.string().optional().meta({
        description: "Con LIMIT: qué tope alcanzó y qué hacer, en una frase para el comprador",
      }),
    }),
  ),
});

export const ChangeQuantity = z.object({
  attributeId: text().max(100),
  productId: text().max(100),
  newQuantity: Pieces.min(0, { error: "La cantidad mínima es 0" }),
});

export const QuantityChanged = z.object({
  status: z.enum(["OK", "STOCK_INSUFFICIENT", "LINE_NOT_FOUND", "CART_NOT_ACTIVE"]),
  cart: Cart.nullable(),
});

const flag = z.enum(["true", "false"]).transform((said) => said === "true");

export const QuoteQuery = z.object({
  shippingId: text().max(100).optional(),
  secured: flag.optional(),
  payment_method: z.enum(PAYMENT_METHODS).optional(),
});

export const Quote = z
  .object({
    subtotal: Pesos,
    packaging: Pesos,
    shipping: Pesos,
    extraFee: Pesos,
    insurance: Pesos,
    total: Pesos,
    fee: Pesos,
    grandTotal: Pesos,
    wholesale: z.boolean(),
    pieces: z.number().int(),
  })
  .meta({ id: "Quote" });

export const Checkout = z.object({
  customerId: text().max(100),
  addressId: text().max(100).nullish(),
  shippingId: text().max(100).nullish(),
  secured: z.boolean().nullish(),
  payment_method: z.enum(PAYMENT_METHODS, { error: "Elige una forma de pago" }),
  expectedTotal: z.number().nullish(),
  termsVersion: plainText(40).nullish(),
  email: OptionalEmail.meta({
    description: "A dónde mandar los correos de este pedido; sin él, al correo del cliente. Con boletos hace falta uno",
  }),
});

export const CheckedOut = z.object({ status: z.literal("OK"), order: Order, preferenceId: z.string().nullable() });
