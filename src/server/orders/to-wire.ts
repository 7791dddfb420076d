import { findPossibleChanges } from "../../domain/customer-changes.ts";
import { estimateFrom, estimateOrder, type DeliveryEstimate } from "../../domain/delivery-estimate.ts";
import { formatMexicoTime } from "../../domain/mexico-time.ts";
import { trackingUrl } from "../../domain/tracking-url.ts";
import type { Order as WireOrder } from "../../contract/orders.ts";
import type { Carrier as WireCarrier } from "../../contract/orders.ts";
import { transferReference } from "../../domain/clabe.ts";
import { toWireDiscounts } from "../cart/to-wire.ts";
import { toPesos } from "../../domain/money.ts";
import { lastArrival } from "../../domain/parcel.ts";
import { awaitsTransfer } from "../../domain/order-status.ts";
import { summarizePayments } from "../../domain/payment.ts";
import { differenceState } from "../../domain/return.ts";
import { pesosOrNull } from "../catalog/to-wire.ts";
import type { PickupPoint } from "../pickup-points/pickup-points.ts";
import { toPickupChoice } from "../pickup-points/shipping-choice.ts";
import type { Carrier } from "../shipping/carriers.ts";
import { toWireAddress } from "../customers/to-wire.ts";
import { toWireInvoice } from "./to-wire-invoice.ts";
import { storedPictureUrl, nearestWebpUrl } from "../pictures/picture-url.ts";
import { toWirePresale } from "../presale/to-wire.ts";
import type { Shop } from "../shops/shop.ts";
import type { OrderRow } from "./queries.ts";

export function toWireOrder(order: OrderRow, shop: Shop, invoiceDeadline?: WireOrder["invoiceDeadline"]): WireOrder {
  const isBranchOrder = order.head_office_total_cents !== null;
  const paymentSummary = summarizePayments(
    { status: order.status, grandTotalCents: order.grand_total_cents },
    order.payments,
  );
  const address = order.address && toWireAddress(order.address);
  return {
    _id: order.id,
    reference: String(order.reference),
    createdOn: order.created_at.toISOString(),
    status: order.status,
    total: toPesos(order.head_office_total_cents ?? order.grand_total_cents),
    shopTotal: isBranchOrder ? toPesos(order.grand_total_cents) : null,
    subtotal: toPesos(order.subtotal_cents),
    ...toWireDiscounts(order),
    packaging: toPesos(order.packaging_cents),
    fee: toPesos(order.online_fee_cents),
    presale: order.presale && toWirePresale(order.presale),
    payment_method: order.payment_method,
    has_payment_attempts: paymentSummary.isLive,
    trackingCode: order.tracking_number,
    trackingUrl: trackingUrl(order.tracking_template, order.tracking_number),
    address: order.address_id,
    deliveryAddress: address,
    customer: {
      _id: order.customer_id,
      type: order.customer_kind,
      name: order.customer_name,
      lastName: order.customer_last_name,
      phone: order.customer_phone,
      username: order.customer_username,
      rfc: null,
      addresses: address ? [address] : [],
    },
    shipping: {
      cost: toPesos(order.shipping_cents),
      insurance: toPesos(order.insurance_cents),
      extraFee: toPesos(order.extra_shipping_cents),
      details: { name: order.carrier_name ?? "", description: order.carrier_description ?? "" },
    },
    products: order.lines.map((line) => ({
      productId: line.product_id,
      brandId: line.brand_id,
      brand: line.brand_name,
      attributeId: line.size_id,
      name: line.name,
      price: toPesos(line.price_cents),
      wholesalePrice: pesosOrNull(line.wholesale_price_cents),
      shopPrice: pesosOrNull(line.branch_price_cents),
      shopWholesalePrice: pesosOrNull(line.branch_wholesale_price_cents),
      unitPrice: toPesos(line.unit_price_cents),
      discount: toPesos(line.discount_cents),
      formerPrice: pesosOrNull(line.former_price_cents),
      quantity: line.pieces,
      realQty: line.is_digital ? 0 : line.pieces,
      madeToOrder: line.held === 0 && order.exchange === null,
      stock: 0,
      image: line.picture && nearestWebpUrl(line.picture, 360),
      extended1: line.extended1,
      extended2: line.extended2,
    })),
    tickets: order.tickets.map((ticket) => ({
      event: ticket.event,
      startsOn: ticket.event_at && new Date(ticket.event_at).toISOString(),
      place: ticket.event_place,
      seat: ticket.seat,
      number: ticket.number,
      state: ticket.state,
      usedOn: ticket.used_at && new Date(ticket.used_at).toISOString(),
    })),
    changes: findPossibleChanges(order, shop.settings.customerChanges),
    deliveredAt: computeDeliveredAt(order)?.toISOString() ?? null,
    parcels: order.parcels.map(toWireParcel),
    pickup: order.pickup && toWirePickup(order.pickup),
    history: order.history.map(({ status, at, change }) => ({ status, on: new Date(at).toISOString(), change })),
    payBy: order.payment_due_at?.toISOString() ?? null,
    payments: order.payments.map(toWirePayment),
    refunds: [
      ...order.payments
        .filter(({ provider, refundedCents }) => provider !== "shop" && refundedCents > 0)
        .map(({ kind, refundedCents }) => ({ kind, amount: toPesos(refundedCents), sentOn: null, reference: null })),
      ...order.transfer_refunds.map(({ cents, sentOn, reference }) => ({
        kind: "transfer" as const,
        amount: toPesos(cents),
        sentOn,
        reference,
      })),
    ],
    transfer: awaitsTransfer(order) ? toWireTransfer(order, shop, paymentSummary.missingCents) : null,
    invoice: toWireInvoice(order.invoice),
    ...(invoiceDeadline !== undefined && { invoiceDeadline }),
    exchange: order.exchange && {
      orderId: order.exchange.order_id,
      orderNumber: order.exchange.reference,
      returnNumber: order.exchange.number,
    },
    differences: order.differences.map(({ id, reference, number, status, cents }) => ({
      orderId: id,
      orderNumber: reference,
      returnNumber: number,
      amount: toPesos(cents),
      state: differenceState(status),
    })),
    joinedInto: order.joined_into && { _id: order.joined_into.id, reference: String(order.joined_into.reference) },
  };
}

function computeDeliveredAt({ parcels, unpackedLines }: OrderRow): Date | null {
  const parcelArrivals = parcels.map(({ state, delivered_at: at }) => ({
    state,
    deliveredAt: at === null ? null : new Date(at),
  }));
  return lastArrival(parcelArrivals, { isAllPacked: unpackedLines.length === 0 });
}

function toWireParcel(parcel: OrderRow["parcels"][number]): WireOrder["parcels"][number] {
  return {
    _id: parcel.id,
    number: parcel.number,
    carrier: parcel.carrier,
    guide: parcel.guide,
    trackingUrl: trackingUrl(parcel.tracking_template, parcel.guide),
    state: parcel.state,
    events: parcel.events.map(({ state, at }) => ({ state, at: new Date(at).toISOString() })),
    estimate: estimateParcel(parcel),
    lines: parcel.lines.map(({ size_id, name, pieces }) => ({ attributeId: size_id, name, quantity: pieces })),
  };
}

function toWirePickup(pickup: NonNullable<OrderRow["pickup"]>): WireOrder["pickup"] {
  return {
    state: pickup.state,
    code: pickup.code,
    collector: pickup.collector,
    pointId: pickup.point_id,
    name: pickup.name,
    address: pickup.address,
    mapUrl: pickup.map_url,
    hours: pickup.hours,
    readyOn: pickup.ready_at && new Date(pickup.ready_at).toISOString(),
    keptUntil: pickup.state === "READY" ? pickup.kept_until : null,
    collectedOn: pickup.collected_at && new Date(pickup.collected_at).toISOString(),
  };
}

function estimateParcel(parcel: OrderRow["parcels"][number]): DeliveryEstimate | null {
  const { handed_over_at: handedOverAt, days, earliest_arrival_on: from, latest_arrival_on: to } = parcel;
  if (from !== null && to !== null) return { from, to };
  return handedOverAt !== null && days
    ? estimateFrom(formatMexicoTime(new Date(handedOverAt)).slice(0, 10), days)
    : null;
}

function toWirePayment(payment: OrderRow["payments"][number]): WireOrder["payments"][number] {
  return {
    state: payment.state,
    kind: payment.kind,
    installments: payment.installments,
    amount: toPesos(payment.cents),
    refunded: toPesos(payment.refundedCents),
    createdOn: new Date(payment.created_at).toISOString(),
    voucher: payment.voucher_url
      ? {
          url: payment.voucher_url,
          reference: payment.voucher_reference,
          expiresOn: payment.expires_at && new Date(payment.expires_at).toISOString(),
        }
      : null,
  };
}

function toWireTransfer(order: OrderRow, shop: Shop, missingCents: number): WireOrder["transfer"] {
  const reference = String(order.reference);
  return {
    amount: toPesos(missingCents),
    reference: transferReference(reference),
    concept: `PEDIDO ${reference}`,
    accounts: shop.settings.payments.accounts,
    receipts: order.receipts.map(({ state, uploaded_at, answer }) => ({
      state,
      uploadedOn: new Date(uploaded_at).toISOString(),
      answer,
    })),
  };
}

export function toWireCarrier(carrier: Carrier, shop: Shop, now: Date): WireCarrier {
  const { priceCents, insuranceRateBps, piecesFee } = carrier.terms;
  return {
    _id: carrier.id,
    name: carrier.name,
    description: carrier.description,
    price: toPesos(priceCents),
    imageUrl: carrier.picture && storedPictureUrl(carrier.picture, 240),
    hasAlert: carrier.alert !== null,
    alert: carrier.alert && {
      image: carrier.alert.picture && storedPictureUrl(carrier.alert.picture, 800),
      text: carrier.alert.text,
    },
    secured: insuranceRateBps !== null,
    percentage: (insuranceRateBps ?? 0) / 100,
    hasPiecesFee: piecesFee !== null,
    maxPieces: piecesFee?.includedPieces ?? 0,
    piecePrice: toPesos(piecesFee?.pieceCents ?? 0),
    kind: "carrier",
    isLive: carrier.livePricing !== null,
    address: null,
    estimate: carrier.days && estimateOrder(now, shop.settings.delivery.cutOff, carrier.days),
  };
}

export function toWirePickupPoint(point: PickupPoint, shop: Shop, now: Date): WireCarrier {
  return {
    ...toWireCarrier(toPickupChoice(point), shop, now),
    name: point.name,
    description: point.hours,
    kind: "pickup",
    address: point.address,
  };
}
