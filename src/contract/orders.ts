import { z } from "zod";
import { ORDER_STATUSES } from "../domain/order-status.ts";
import { PAYMENT_STATES } from "../domain/payment.ts";
import { TICKET_STATES } from "../domain/ticket-state.ts";
import { CartLine } from "./cart-line.ts";
import { Address, Customer } from "./customers.ts";
import { Id, Instant, pageOf, Paging, Pesos, plainText, text } from "./fields.ts";
import { InvoiceShown } from "./invoices.ts";
import { PresaleShown } from "./presale.ts";
import { TransferAccount } from "./shop.ts";

const Attempt = z.object({
  state: z.enum(PAYMENT_STATES),
  kind: z.enum(["card", "cash", "transfer", "wallet", "other"]),
  amount: Pesos,
  refunded: Pesos,
  createdOn: Instant,
  voucher: z.object({ url: z.string(), reference: z.string().nullable(), expiresOn: Instant.nullable() }).nullable(),
});

const Refund = z.object({
  kind: z.enum(["card", "cash", "transfer", "wallet", "other"]).meta({ description: "Como se pagó" }),
  amount: Pesos,
  sentOn: z.iso.date().nullable().meta({ description: "El día de la transferencia de regreso" }),
  reference: z.string().nullable().meta({ description: "La del banco, de una transferencia" }),
});

const Ticket = z.object({
  event: z.string(),
  startsOn: Instant.nullable(),
  place: z.string().nullable().meta({ description: "Dónde es el evento" }),
  seat: z.string().meta({ description: "El boleto o la zona", example: "Boleto A-03" }),
  number: z.number().int().meta({ description: "Cuál de los boletos de esa zona en este pedido, desde 1" }),
  state: z.enum(TICKET_STATES),
  usedOn: Instant.nullable(),
});

const Transfer = z.object({
  amount: Pesos,
  reference: z.string().meta({ description: "Siete dígitos, como la pide SPEI" }),
  concept: z.string(),
  accounts: z.array(TransferAccount),
  receipts: z.array(
    z.object({
      state: z.enum(["SUBMITTED", "ACCEPTED", "REJECTED"]),
      uploadedOn: Instant,
      answer: z.string().nullable(),
    }),
  ),
});

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
    presale: PresaleShown.nullable().meta({ description: "La preventa del pedido, con su entrega como se prometió" }),
    payment_method: z.enum(["MP", "TB"]),
    has_payment_attempts: z.boolean(),
    trackingCode: z.string().nullable(),
    trackingUrl: z.string().nullable().meta({ description: "La página de la paquetería sobre este envío" }),
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
    tickets: z
      .array(Ticket)
      .meta({ description: "Los boletos del pedido, en cuanto está pagado; su QR viene en el PDF" }),
    history: z.array(z.object({ status: z.enum(ORDER_STATUSES), on: Instant })),
    payBy: Instant.nullable(),
    payments: z.array(Attempt).meta({ description: "Lo que el proveedor de pagos dice de este pedido" }),
    refunds: z
      .array(Refund)
      .meta({ description: "Dinero de este pedido que ya se devolvió, por el proveedor o por transferencia" }),
    transfer: Transfer.nullable().meta({ description: "Cómo transferir, mientras el pedido espera su transferencia" }),
    invoice: InvoiceShown.nullable(),
    joinedInto: z
      .object({ _id: Id, reference: z.string() })
      .nullable()
      .meta({ description: "El pedido que tomó los productos de este, si se unió a otro" }),
  })
  .meta({ id: "Order" });
export type Order = z.output<typeof Order>;

export const OrderQuery = z.object({
  key: text().max(200).optional().meta({ description: "La llave del correo del pedido" }),
});

export const OrderPage = pageOf(Order).meta({ id: "OrderPage" });

export const OrdersQuery = z.object({
  ...Paging,
  size: Paging.size.unwrap().default(10),
  query: plainText().optional().meta({ description: "Busca en número, estado y productos; perdona acentos" }),
  kind: z.enum(["all", "presale", ...ORDER_STATUSES]).default("all"),
});

export const OrderLinked = z
  .object({
    status: z.literal("OK"),
    key: z.string().meta({ description: "Abre el pedido como `?key=`, sin sesión" }),
  })
  .meta({ id: "OrderLinked" });

export const ClaimOrder = z.object({
  key: text().max(200).meta({ description: "La llave del enlace del pedido" }),
});

export const OrderClaimed = z.object({
  status: z.literal("OK"),
  claimed: z.number().int().meta({ description: "Pedidos que ahora son de esta cuenta" }),
});

export const OpenedPayment = z.object({
  status: z.literal("OK"),
  preferenceId: z.string(),
  initPoint: z.string().meta({ description: "La página de pago del proveedor" }),
  publicKey: z.string(),
  buttonScript: z.string().nullable().meta({ description: "Solo con pagos simulados: de dónde viene su botón" }),
  expiresOn: Instant,
});

export const PaymentCheck = z.object({
  paymentId: z
    .string()
    .regex(/^\d{1,20}$/, "No es el número de un pago")
    .nullable()
    .meta({ description: "El que trae la dirección al volver del proveedor" }),
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
