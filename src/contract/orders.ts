import { z } from "zod";
import { ORDER_STATUSES } from "../domain/order-status.ts";
import { CartLine } from "./cart-line.ts";
import { Address, Customer } from "./customers.ts";
import { Id, Instant, pageOf, Paging, Pesos, plainText } from "./fields.ts";

export const Order = z
  .object({
    _id: Id,
    reference: z.string().meta({ description: "Solo dígitos", example: "100042" }),
    createdOn: Instant,
    status: z.enum(ORDER_STATUSES),
    total: Pesos.meta({ description: "A precios de la matriz, con la comisión" }),
    shopTotal: Pesos.nullable().meta({ description: "A precios de esta sucursal; null en la matriz" }),
    subtotal: Pesos,
    packaging: Pesos,
    fee: Pesos,
    payment_method: z.enum(["MP", "TB"]),
    has_payment_attempts: z.boolean(),
    trackingCode: z.string().nullable(),
    address: Id.nullable(),
    deliveryAddress: Address.nullable(),
    customer: Customer,
    shipping: z.object({
      cost: Pesos,
      insurance: Pesos,
      extraFee: Pesos,
      details: z.object({ name: z.string(), description: z.string() }),
    }),
    products: z.array(CartLine),
    history: z.array(z.object({ status: z.enum(ORDER_STATUSES), on: Instant })),
    payBy: Instant.nullable(),
    invoice: z.object({ status: z.string(), uuid: z.string() }).nullable(),
  })
  .meta({ id: "Order" });
export type Order = z.output<typeof Order>;

export const OrderQuery = z.object({
  key: z.string().max(200).optional().meta({ description: "La llave del correo del pedido" }),
});

export const OrderPage = pageOf(Order).meta({ id: "OrderPage" });

export const OrdersQuery = z.object({
  ...Paging,
  size: Paging.size.unwrap().default(10),
  query: plainText().optional().meta({ description: "Busca en número, estado y productos; perdona acentos" }),
  kind: z.enum(["all", "presale", ...ORDER_STATUSES]).default("all"),
});

export const ClaimOrder = z.object({
  key: z.string().max(200).meta({ description: "La llave del correo del pedido" }),
});

export const OrderClaimed = z.object({
  status: z.literal("OK"),
  claimed: z.number().int().meta({ description: "Pedidos que ahora son de esta cuenta" }),
});

export const Carrier = z
  .object({
    _id: Id,
    name: z.string(),
    description: z.string(),
    price: Pesos,
    imageUrl: z.string().nullable(),
    hasAlert: z.boolean(),
    alert: z.object({ image: z.string().nullable(), text: z.string() }).nullable(),
    secured: z.boolean(),
    percentage: z.number(),
    hasPiecesFee: z.boolean(),
    maxPieces: z.number().int(),
    piecePrice: Pesos,
  })
  .meta({ id: "Carrier" });
export type Carrier = z.output<typeof Carrier>;

export const Carriers = z.object({ docs: z.array(Carrier) });

export const PaymentMethod = z.object({ name: z.string(), checkout_msg: z.string() }).meta({ id: "PaymentMethod" });
