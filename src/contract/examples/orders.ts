import type { z } from "zod";
import type { CheckoutResponse } from "../carts.ts";
import type { InvoiceDeadlineShown, InvoiceShown } from "../invoices.ts";
import type {
  Carrier,
  ChosenPickup,
  ClaimOrder,
  OpenedPayment,
  Order,
  OrderClaimed,
  OrderLinked,
  OrderPage,
  PaymentCheck,
  PaymentMethod,
} from "../orders.ts";
import { CART_LINE } from "./carts.ts";
import { ADDRESS, CUSTOMER } from "./customers.ts";
import { ID, SECRET } from "./ids.ts";

export const CARRIER: z.input<typeof Carrier> = {
  _id: ID.carrier,
  name: "Paquetería Correcaminos",
  description: "De 2 a 4 días hábiles",
  price: 120,
  imageUrl: "/pictures/e81b5c06f7a2d3941b6f0e8c52d97a43.720.webp",
  hasAlert: true,
  alert: { image: null, text: "No entrega en apartados postales." },
  secured: true,
  percentage: 2,
  hasPiecesFee: true,
  maxPieces: 5,
  piecePrice: 12.5,
  kind: "carrier",
  isLive: true,
  address: null,
  estimate: { from: "2026-11-24", to: "2026-11-26" },
};

export const PAYMENT_METHOD: z.input<typeof PaymentMethod> = {
  name: "Transferencia bancaria",
  checkout_msg: "Al terminar te damos la CLABE y la referencia. Tienes 48 horas para transferir.",
};

/** A new order, to be paid by transfer. */
export const ORDER_PLACED: z.input<typeof Order> = {
  _id: ID.order,
  reference: "100042",
  createdOn: "2026-11-20T17:12:40.000Z",
  status: "WAITING_PAYMENT",
  total: 1152,
  shopTotal: null,
  subtotal: 998,
  discounts: [],
  savings: 0,
  packaging: 10,
  fee: 0,
  presale: null,
  payment_method: "TB",
  has_payment_attempts: false,
  trackingCode: null,
  trackingUrl: null,
  address: ID.address,
  deliveryAddress: ADDRESS,
  customer: { ...CUSTOMER, rfc: null },
  shipping: {
    cost: 120,
    insurance: 24,
    extraFee: 0,
    details: { name: CARRIER.name, description: CARRIER.description },
  },
  products: [{ ...CART_LINE, stock: 0 }],
  tickets: [],
  history: [{ status: "WAITING_PAYMENT", on: "2026-11-20T17:12:40.000Z", change: null }],
  changes: { cancel: true, address: true, pickup: false, collector: false },
  deliveredAt: null,
  parcels: [],
  pickup: null,
  payBy: "2026-11-22T17:12:40.000Z",
  payments: [],
  refunds: [],
  transfer: {
    amount: 1152,
    reference: "0100042",
    concept: "PEDIDO 100042",
    accounts: [
      { bank: "Banco de Demostración", beneficiary: "Casa Maguey, S.A. de C.V.", clabe: "002010077777777771" },
    ],
    receipts: [],
  },
  invoice: null,
  exchange: null,
  differences: [],
  joinedInto: null,
};

const NO_CHANGES_ALLOWED = { cancel: false, address: false, pickup: false, collector: false };

/** The order after its customer uploaded a receipt. Staff have three days to review it. */
export const ORDER_WITH_RECEIPT: z.input<typeof Order> = {
  ...ORDER_PLACED,
  changes: { ...ORDER_PLACED.changes, cancel: false },
  payBy: "2026-11-23T17:40:02.000Z",
  transfer: {
    ...ORDER_PLACED.transfer!,
    receipts: [{ state: "SUBMITTED", uploadedOn: "2026-11-20T17:40:02.000Z", answer: null }],
  },
};

export const INVOICE_DEADLINE: z.input<typeof InvoiceDeadlineShown> = { lastDay: "2026-12-31", isOver: false };

export const INVOICE_SHOWN: z.input<typeof InvoiceShown> = { status: "ISSUED", uuid: ID.invoice };

/** The same order after it was paid, shipped, delivered and invoiced. */
export const ORDER: z.input<typeof Order> = {
  ...ORDER_PLACED,
  status: "SHIPPED",
  changes: NO_CHANGES_ALLOWED,
  has_payment_attempts: true,
  trackingCode: "CM9051234567",
  trackingUrl: "https://correcaminos.example/rastreo/CM9051234567",
  history: [
    ...ORDER_PLACED.history,
    { status: "PAYMENT_ACCEPTED", on: "2026-11-20T19:02:11.000Z", change: null },
    { status: "SHIPPED", on: "2026-11-21T16:30:00.000Z", change: null },
  ],
  deliveredAt: "2026-11-24T18:05:00.000Z",
  parcels: [
    {
      _id: "01999d3a-5c11-7f00-8a4e-1d2c3b4a5f60",
      number: 1,
      carrier: "Correcaminos",
      guide: "CM9051234567",
      trackingUrl: "https://correcaminos.example/rastreo/CM9051234567",
      state: "DELIVERED",
      events: [
        { state: "PACKED", at: "2026-11-21T16:30:00.000Z" },
        { state: "HANDED_OVER", at: "2026-11-21T16:30:00.000Z" },
        { state: "DELIVERED", at: "2026-11-24T18:05:00.000Z" },
      ],
      estimate: { from: "2026-11-24", to: "2026-11-26" },
      lines: [{ attributeId: CART_LINE.attributeId, name: CART_LINE.name, quantity: CART_LINE.quantity }],
    },
  ],
  payBy: null,
  payments: [
    {
      state: "APPROVED",
      kind: "transfer",
      installments: null,
      amount: 1152,
      refunded: 0,
      createdOn: "2026-11-20T19:02:11.000Z",
      voucher: null,
    },
  ],
  transfer: null,
  invoice: INVOICE_SHOWN,
};

/** An order to be paid online. Its total includes the fee. */
const ORDER_ONLINE: z.input<typeof Order> = {
  ...ORDER_PLACED,
  payment_method: "MP",
  fee: 52.96,
  total: 1204.96,
  payBy: "2026-11-21T17:12:40.000Z",
  transfer: null,
};
const CARD_PAYMENT = {
  kind: "card",
  installments: 1,
  amount: 1204.96,
  refunded: 0,
  createdOn: "2026-11-20T17:15:03.000Z",
  voucher: null,
} as const;

/** The order after the customer paid by card and returned from the provider's page. */
export const ORDER_PAID_ONLINE: z.input<typeof Order> = {
  ...ORDER_ONLINE,
  status: "PAYMENT_ACCEPTED",
  changes: { ...NO_CHANGES_ALLOWED, address: true },
  has_payment_attempts: true,
  history: [...ORDER_PLACED.history, { status: "PAYMENT_ACCEPTED", on: "2026-11-20T17:15:05.000Z", change: null }],
  payBy: null,
  payments: [{ ...CARD_PAYMENT, state: "APPROVED" }],
};

/** The order after its voucher was cancelled. It can be paid in another way. */
export const ORDER_PAYMENT_CANCELLED: z.input<typeof Order> = {
  ...ORDER_ONLINE,
  payments: [
    {
      ...CARD_PAYMENT,
      state: "CANCELLED",
      kind: "cash",
      installments: null,
      voucher: {
        url: "https://www.mercadopago.com.mx/payments/98765432101/ticket",
        reference: "9876543210123456",
        expiresOn: "2026-11-23T17:15:03.000Z",
      },
    },
  ],
};

export const CHOSEN_PICKUP: z.input<typeof ChosenPickup> = {
  shippingId: ID.pickupPoint,
  collector: "Marta Ruiz",
};

export const ORDER_CANCELLED: z.input<typeof Order> = {
  ...ORDER_PLACED,
  status: "CANCELLED",
  changes: NO_CHANGES_ALLOWED,
  payBy: null,
  transfer: null,
  history: [...ORDER_PLACED.history, { status: "CANCELLED", on: "2026-11-21T18:20:00.000Z", change: null }],
};

export const ORDER_PAGE: z.input<typeof OrderPage> = { docs: [ORDER], page: 1, totalPages: 1, totalDocs: 1 };

export const CHECKOUT_RESPONSE: z.input<typeof CheckoutResponse> = {
  status: "OK",
  order: ORDER_PLACED,
  preferenceId: null,
};

export const ORDER_LINKED: z.input<typeof OrderLinked> = { status: "OK", key: SECRET.orderKey };
export const CLAIM_ORDER: z.input<typeof ClaimOrder> = { key: SECRET.orderKey };
export const ORDER_CLAIMED: z.input<typeof OrderClaimed> = { status: "OK", claimed: 2 };

export const OPENED_PAYMENT: z.input<typeof OpenedPayment> = {
  status: "OK",
  preferenceId: "1234567890-3f6a1c52-9b7e-4d08-a1c4-5e2f7b9d0c83",
  initPoint:
    "https://www.mercadopago.com.mx/checkout/v1/redirect?pref_id=1234567890-3f6a1c52-9b7e-4d08-a1c4-5e2f7b9d0c83",
  publicKey: "APP_USR-5d0f7a1e-3c2b-4a68-9e71-0b6c4d2f8a93",
  buttonScript: null,
  expiresOn: "2026-11-21T17:12:40.000Z",
};

export const PAYMENT_CHECK: z.input<typeof PaymentCheck> = { paymentId: "98765432101" };
