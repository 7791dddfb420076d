import { z } from "zod";
import { ORDER_CHANGES, ORDER_STATUSES } from "../domain/order-status.ts";
import { PARCEL_STATES } from "../domain/parcel.ts";
import { PAYMENT_STATES } from "../domain/payment.ts";
import { DIFFERENCE_STATES } from "../domain/return.ts";
import { TICKET_STATES } from "../domain/ticket-state.ts";
import { DISCOUNT_FIELDS } from "./discounts.ts";
import { CartLine } from "./cart-line.ts";
import { PICKUP_STATES } from "../domain/pickup.ts";
import { Address, Customer } from "./customers.ts";
import { SECRET } from "./examples/ids.ts";
import { Id, Instant, pageOf, Paging, Pesos, oneLineText, text } from "./fields.ts";
import { InvoiceDeadlineShown, InvoiceShown } from "./invoices.ts";
import { PresaleShown } from "./presale.ts";
import { TransferAccount } from "./shop.ts";

const PAYMENT_KINDS = ["card", "cash", "transfer", "wallet", "other"] as const;
const PaymentKind = z
  .enum(PAYMENT_KINDS)
  .describe("`cash`: at a convenience store; `wallet`: money in the provider's account.");
const PaymentMethodKey = z.enum(["MP", "TB"]).describe("`MP`: online (Mercado Pago); `TB`: bank transfer.");

const Payment = z
  .object({
    state: z
      .enum(PAYMENT_STATES)
      .describe(
        "`PENDING`: waits for the payer; `IN_REVIEW`: the provider checks it; `APPROVED`: paid; `REJECTED`, `EXPIRED`, `CANCELLED`: not paid; `REFUNDED`: all was refunded; `DISPUTED`: the payer disputes it.",
      ),
    kind: PaymentKind,
    installments: z
      .number()
      .int()
      .nullable()
      .describe("Monthly payments that the payer chose, 1 for a single one. Null if it is not paid by card."),
    amount: Pesos.describe("What it pays."),
    refunded: Pesos.describe("The part of `amount` that was refunded."),
    createdOn: Instant.describe("When the attempt started."),
    voucher: z
      .object({
        url: z.string().describe("The provider's page with the voucher."),
        reference: z.string().nullable().describe("Number to pay with at the counter; null if the page alone has it."),
        expiresOn: Instant.nullable().describe("Until when it can be paid. Null if the provider does not state it."),
      })
      .nullable()
      .describe("A voucher to pay at a convenience store; null for other kinds."),
  })
  .describe("A payment in any state.");

const Refund = z
  .object({
    kind: PaymentKind.describe("The kind of the refunded payment."),
    amount: Pesos.describe("The refunded amount."),
    sentOn: z.iso
      .date()
      .nullable()
      .describe("Day of the transfer back, by Mexico City's time; null for refunds through the provider."),
    reference: z.string().nullable().describe("The bank's reference of that transfer; null through the provider."),
  })
  .describe("Money that was returned.");

const Ticket = z
  .object({
    event: z.string().describe("The event's name."),
    startsOn: Instant.nullable().describe("When it begins; null if not set."),
    place: z.string().nullable().describe("Where it is; null if not set."),
    seat: z.string().meta({ description: "Seat or zone.", example: "Boleto A-03" }),
    number: z.number().int().describe("Which of the order's tickets of that zone, from 1."),
    state: z
      .enum(TICKET_STATES)
      .describe("`VALID`: not used yet; `USED`: a person has entered with it; `VOID`: cancelled or refunded."),
    usedOn: Instant.nullable().describe("When it was used; null until then."),
  })
  .describe("One ticket of the order.");

const Transfer = z
  .object({
    amount: Pesos.describe("What is still missing."),
    reference: z.string().describe("Numeric reference for SPEI, seven digits."),
    concept: z.string().describe("Text for the transfer's concept field."),
    accounts: z.array(TransferAccount).describe("Accounts to choose from, the preferred one first."),
    receipts: z
      .array(
        z.object({
          state: z.enum(["SUBMITTED", "ACCEPTED", "REJECTED"]).describe("`SUBMITTED`: staff have not answered it yet."),
          uploadedOn: Instant.describe("When the customer uploaded it."),
          answer: z.string().nullable().describe("What staff wrote, for the customer; null without an answer."),
        }),
      )
      .describe("Receipts that the customer uploaded."),
  })
  .describe("How to pay by transfer.");

const Estimate = z
  .object({
    from: z.iso.date().describe("The first day."),
    to: z.iso.date().describe("The last day."),
  })
  .describe("When a parcel arrives: two dates in Mexico City's time zone. Only business days are counted.");

const Parcel = z
  .object({
    _id: Id.describe("The parcel's id."),
    number: z.number().int().describe("Which of the order's parcels, from 1."),
    carrier: z.string().describe("The name of the carrier that takes it."),
    guide: z.string().nullable().describe("The carrier's tracking number. Null until it has one."),
    trackingUrl: z.string().nullable().describe("The carrier's page for this parcel. Null if there is none."),
    state: z
      .enum(PARCEL_STATES)
      .describe(
        "`PACKED`: still in the shop; `HANDED_OVER` to the carrier; `IN_TRANSIT`; `OUT_FOR_DELIVERY`; `DELIVERED`; `FAILED`: an attempt to deliver it failed; `RETURNED` to the shop.",
      ),
    events: z
      .array(
        z.object({
          state: z.enum(PARCEL_STATES).describe("The state it took."),
          at: Instant.describe("When."),
        }),
      )
      .describe("Its states so far, oldest first."),
    estimate: Estimate.nullable().describe("When it arrives; null before it leaves, and if the carrier promises none."),
    lines: z
      .array(
        z.object({
          attributeId: Id.describe("The size's `_id`, as in `products`."),
          name: z.string().describe("The line's name, as in `products`."),
          quantity: z.number().int().describe("Pieces of it in this parcel."),
        }),
      )
      .describe("What is in it."),
  })
  .describe("A parcel of the order.");

const Pickup = z
  .object({
    state: z
      .enum(PICKUP_STATES)
      .describe(
        "`WAITING`: being prepared; `READY` to be collected; `COLLECTED`; `EXPIRED`: it was not collected in time, and the shop decides.",
      ),
    code: z.string().describe("What the order's QR contains. Staff scan or type it."),
    collector: z.string().nullable().describe("Another person who may collect it; null if nobody was named."),
    pointId: Id.describe("The point's id, as in the list of carriers."),
    name: z.string().describe("The point's name."),
    address: z.string().describe("Where it is."),
    mapUrl: z.string().nullable().describe("The point on a map; null if there is none."),
    hours: z.string().describe("When it is open."),
    readyOn: Instant.nullable().describe("Since when it is ready; null until then."),
    keptUntil: z
      .string()
      .nullable()
      .describe("The last day on which it is kept, once a reminder was sent. Null before, and unless it is `READY`."),
    collectedOn: Instant.nullable().describe("When it was handed over; null until then."),
  })
  .describe("How the order is collected, with the current data of the point.");

export const ChosenPickup = z
  .object({
    shippingId: text().max(100).describe("`_id` of the pick-up point."),
    collector: oneLineText(80).nullish().describe("Another person who may collect it. Empty: only the customer."),
  })
  .describe("Where an order is collected, and by whom.");

export const Order = z
  .object({
    _id: Id.describe("The order's id, for calls."),
    reference: z.string().meta({ description: "The order's number for people, digits only.", example: "100042" }),
    createdOn: Instant.describe("When it was placed."),
    status: z
      .enum(ORDER_STATUSES)
      .describe(
        "`WAITING_PAYMENT`; `PAYMENT_ACCEPTED`: paid, to be shipped; `RESERVED`: staff hold it without a deadline; `PRESALE`: a branch's presale order that is not to be paid yet; `SHIPPED`; `CANCELLED`; `JOINED`: its products are in the order of `joinedInto`.",
      ),
    total: Pesos.describe(
      "At the head office's prices, online fee included. In the head office: what the customer pays.",
    ),
    shopTotal: Pesos.nullable().describe(
      "At this branch's prices, online fee included: what the customer pays. Null in the head office.",
    ),
    subtotal: Pesos.describe("The products at the prices charged, before discounts."),
    ...DISCOUNT_FIELDS,
    packaging: Pesos.describe("Packing of the parcel; 0 for tickets alone."),
    fee: Pesos.describe("What paying online added, VAT included; 0 for a transfer."),
    presale: PresaleShown.nullable().describe("Its presale, with the delivery as promised; null for a normal order."),
    payment_method: PaymentMethodKey,
    has_payment_attempts: z
      .boolean()
      .describe("Whether a payment is in process or done. If so, do not offer the customer another payment."),
    trackingCode: z.string().nullable().describe("The carrier's tracking number; null until it is shipped."),
    trackingUrl: z.string().nullable().describe("The carrier's page for this parcel. Null if there is none."),
    address: Id.nullable().describe("`_id` of the delivery address; null for tickets alone and for a pick-up."),
    deliveryAddress: Address.nullable().describe(
      "The address that it is sent to, which the customer or staff may have changed since it was placed. Null for tickets alone and for a pick-up.",
    ),
    customer: Customer.describe("The customer of the order."),
    shipping: z
      .object({
        cost: Pesos.describe("The carrier's price."),
        insurance: Pesos.describe("Insurance of the parcel, VAT included; 0 if it is not insured."),
        extraFee: Pesos.describe("Extra shipping for pieces beyond the carrier's `maxPieces`."),
        details: z
          .object({
            name: z.string().describe("The carrier's name; empty for tickets alone."),
            description: z.string().describe("The description of the carrier. May be empty."),
          })
          .describe("The carrier, as the order states it. The name and hours of the point for a pick-up."),
      })
      .describe("Shipping, as it was charged."),
    products: z
      .array(CartLine)
      .describe(
        "The lines with the names and prices that the order charges. Staff can change them until it is shipped.",
      ),
    tickets: z.array(Ticket).describe("The order's tickets, once it is paid. Their QR codes are in the PDF."),
    changes: z
      .object({
        cancel: z
          .boolean()
          .describe(
            "Whether the customer may cancel it: nothing is paid, no payment is in process, and no receipt is accepted or waits for an answer.",
          ),
        address: z.boolean().describe("Whether the customer may change its address: it is not packed yet."),
        pickup: z.boolean().describe("Whether the customer may choose another point: it is not ready yet."),
        collector: z
          .boolean()
          .describe("Whether the customer may name another person to collect it: it is not handed over yet."),
      })
      .describe("The changes that the customer may make now."),
    deliveredAt: Instant.nullable().describe(
      "When the last of its parcels arrived. Null while one is on its way, pieces are still to be sent, or there are only tickets.",
    ),
    parcels: z.array(Parcel).describe("The parcels that were packed so far. Empty until then, and for tickets alone."),
    pickup: Pickup.nullable().describe("Where it is collected; null for an order that is sent."),
    history: z
      .array(
        z.object({
          status: z.enum(ORDER_STATUSES).describe("The status it took."),
          on: Instant.describe("When."),
          change: z
            .enum(ORDER_CHANGES)
            .nullable()
            .describe("What changed while the status stayed the same; null for a new status."),
        }),
      )
      .describe("The order's statuses so far, oldest first."),
    payBy: Instant.nullable().describe("When it is cancelled if it is not paid; null where it has no deadline."),
    payments: z.array(Payment).describe("Its payments, as the payment provider and staff state them."),
    refunds: z.array(Refund).describe("Money of this order that was returned."),
    transfer: Transfer.nullable().describe("How to transfer, while the order waits for a transfer; otherwise null."),
    invoice: InvoiceShown.nullable().describe("Its invoice; null while it has none."),
    invoiceDeadline: InvoiceDeadlineShown.nullish().describe(
      "Until when its invoice can be requested. Omitted in lists and at checkout; null if there is nothing to request.",
    ),
    exchange: z
      .object({
        orderId: Id.describe("The order that has the exchanged pieces."),
        orderNumber: z.number().int().describe("Its number."),
        returnNumber: z.number().int().describe("The exchange's number."),
      })
      .nullable()
      .describe(
        "The exchange whose difference this order charges. Such an order has nothing to send. Null for every other order.",
      ),
    differences: z
      .array(
        z.object({
          orderId: Id.describe("The order that charges it."),
          orderNumber: z.number().int().describe("Its number."),
          returnNumber: z.number().int().describe("The exchange's number."),
          amount: Pesos.describe("What the new sizes cost more."),
          state: z.enum(DIFFERENCE_STATES).describe("`ENDED`: it is not charged any more."),
        }),
      )
      .describe("Differences of this order's exchanges, which are paid in addition to its total."),
    joinedInto: z
      .object({
        _id: Id.describe("That order's `_id`."),
        reference: z.string().describe("That order's number."),
      })
      .nullable()
      .describe("The order that took this one's products; null if it was not joined."),
  })
  .meta({ id: "Order", description: "An order as its customer sees it." });
export type Order = z.output<typeof Order>;

const OrderKey = text().max(200);

export const OrderQuery = z.object({
  key: OrderKey.optional().meta({
    description: "The order's key, from its e-mails or from a link; opens the order without a session.",
    example: SECRET.orderKey,
  }),
});

export const OrderPage = pageOf(Order).meta({ id: "OrderPage", description: "A page of a customer's orders." });

export const OrdersQuery = z.object({
  ...Paging,
  size: Paging.size
    .unwrap()
    .default(10)
    .meta({ description: "Orders on a page; more than 50 count as 50.", example: 10 }),
  query: oneLineText().optional().meta({
    description: "Search in number, status and product names; accents are ignored.",
    example: "blusa",
  }),
  kind: z
    .enum(["all", "presale", ...ORDER_STATUSES])
    .default("all")
    .meta({
      description: "Only orders of a presale, or in one status.",
      example: "all",
    }),
});

export const OrderLinked = z
  .object({
    status: z.literal("OK").describe("The key works."),
    key: z.string().describe("Opens the order without a session, as `?key=`."),
  })
  .meta({ id: "OrderLinked", description: "A key that opens one order." });

export const ClaimOrder = z
  .object({ key: OrderKey.describe("The key of the guest's order.") })
  .describe("The proof that the order is the caller's.");

export const OrderClaimed = z
  .object({
    status: z.literal("OK").describe("The orders are the account's."),
    claimed: z.number().int().describe("Orders that became the account's; 0 if they were already."),
  })
  .describe("How many orders were moved.");

export const OpenedPayment = z
  .object({
    status: z.literal("OK").describe("The payment page is open."),
    preferenceId: z.string().describe("Id of the payment page, for the provider's button."),
    initPoint: z.string().describe("URL of the payment page."),
    publicKey: z.string().describe("The shop's public key at the provider, for the provider's button."),
    buttonScript: z
      .string()
      .nullable()
      .describe("Only with simulated payments: path of a script to load before the provider's button. Otherwise null."),
    expiresOn: Instant.describe("Until when the page can be used."),
  })
  .describe("Where to pay.");

export const PaymentCheck = z
  .object({
    paymentId: z
      .string()
      .regex(/^\d{1,20}$/, "No es el número de un pago")
      .nullable()
      .describe("`payment_id` in the URL to which the provider returned the customer; null to check all payments."),
  })
  .describe("The payment to check.");

export const Carrier = z
  .object({
    _id: Id.describe("The id of the carrier or the point: `shippingId` at checkout."),
    name: z.string().describe("The name that customers read."),
    description: z.string().describe("Delivery time and conditions; may be empty."),
    price: Pesos.describe("What it charges for a parcel."),
    imageUrl: z.string().nullable().describe("Path of its logo (WebP). Null if there is none."),
    hasAlert: z.boolean().describe("Whether it has a notice to show before it is chosen."),
    alert: z
      .object({
        image: z.string().nullable().describe("Path of a picture (WebP). Null if there is none."),
        text: z.string().describe("The text of the notice."),
      })
      .nullable()
      .describe("The notice to show before it is chosen. Null if there is none."),
    secured: z.boolean().describe("Whether it offers insurance."),
    percentage: z.number().describe("Insurance, in per cent of the products, before VAT; 0 without insurance."),
    hasPiecesFee: z.boolean().describe("Whether pieces beyond `maxPieces` cost extra."),
    maxPieces: z.number().int().describe("Pieces that its price includes. 0 if there is no limit."),
    piecePrice: Pesos.describe("Extra shipping for each piece beyond `maxPieces`. 0 if there is none."),
    kind: z.enum(["carrier", "pickup"]).describe("`carrier`: it delivers; `pickup`: the customer collects in a shop."),
    isLive: z
      .boolean()
      .describe("Whether its price depends on the postal code: `price` is then what it costs without a quote."),
    address: z.string().nullable().describe("Where to collect; null for a carrier."),
    estimate: Estimate.nullable().describe(
      "When an order that is paid now arrives; null if the carrier promises none.",
    ),
  })
  .meta({
    id: "Carrier",
    description: "A company that delivers parcels and its prices, or a point where orders are collected.",
  });
export type Carrier = z.output<typeof Carrier>;

export const Carriers = z
  .object({ docs: z.array(Carrier).describe("In the order that the shop set.") })
  .describe("The carriers of this shop, then its pick-up points.");

export const PaymentMethod = z
  .object({
    name: z.string().describe("The name that customers read."),
    checkout_msg: z.string().describe("The shop's note on it at checkout. May be empty."),
  })
  .meta({ id: "PaymentMethod", description: "A payment method, for the checkout page." });
