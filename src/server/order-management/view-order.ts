import { checkEditable } from "../../domain/edit-order.ts";
import { isActionPossible, listOrderActions, type OrderActionName } from "../../domain/order-actions.ts";
import { isOnItsWay, type ParcelState } from "../../domain/parcel.ts";
import { trackingUrl } from "../../domain/tracking-url.ts";
import type { Permission } from "../../domain/staff-permissions.ts";
import type { App } from "../app.ts";
import { listInvoices } from "../invoicing/queries.ts";
import { canSendAgain, listMailsOfOrder } from "../mail/sent-mails.ts";
import { listReceipts } from "../payments/refuse-receipts.ts";
import { readRefundableCents } from "../payments/request-refund.ts";
import { listTransferRefunds, readTransferRefundableCents } from "../payments/transfer-refund.ts";
import { listCarriers } from "../shipping/carriers.ts";
import type { Shop } from "../shops/shop.ts";
import { listChanges } from "../change-log/change-log.ts";
import { findRestorableDeadline } from "../orders/request-payment.ts";
import { formatAddress } from "../orders/change-address.ts";
import { listNotes } from "../orders/notes.ts";
import { listOrderFigures } from "../orders/order-figures.ts";
import { listJoinableOrders } from "../orders/orders-to-join.ts";
import { findOrder, type OrderRow } from "../orders/queries.ts";
import { listLineRefunds } from "../orders/line-refunds.ts";
import {
  listCodesOfOrder,
  listOrderHistory,
  listSizesOfProducts,
  readOrderMoney,
} from "../orders/staff-order-queries.ts";
import { findEditableOrder } from "./editable-order.ts";

type HasPermission = (permission: Permission) => boolean;

/**
 * Everything that a member of staff with these permissions sees of an order. Without the permission to see money, the
 * result contains none.
 */
export async function viewOrder(app: App, shop: Shop, orderId: string, may: HasPermission) {
  const order = await findOrder(app.genericPlanDb, shop.id, orderId);
  if (!order) return undefined;
  const seesMoney = may("payments.view");
  const actions = await listPossibleActions(app, order, may);
  const [history, emails, notes, changes] = await Promise.all([
    listOrderHistory(app.genericPlanDb, order.id),
    listMailsOfOrder(app.genericPlanDb, order.id),
    listNotes(app.genericPlanDb, order.id),
    listChanges(app.genericPlanDb, "order", { id: order.id }),
  ]);
  return {
    id: order.id,
    reference: order.reference,
    status: order.status,
    createdAt: order.created_at,
    payBy: order.payment_due_at,
    shopName: shop.name,
    isBranch: shop.kind === "branch",
    paymentMethod: order.payment_method,
    presale: order.presale?.name ?? null,
    joinedInto: order.joined_into,
    /** The exchange whose difference this order charges. */
    exchange: order.exchange && { returnId: order.exchange.return_id, number: order.exchange.number },
    customer: {
      name: `${order.customer_name} ${order.customer_last_name}`,
      phone: order.customer_phone,
      email: order.customer_email,
      username: order.customer_username,
    },
    lines: await linesOf(app, order, { seesMoney, withSizes: actions.includes("changeSize") }),
    /** The codes to check the pieces with a scanner before they are shipped. */
    codedSizes: actions.includes("ship") ? await listCodesOfOrder(app.genericPlanDb, order.id) : [],
    tickets: order.tickets.map(({ id, event, seat, holder, state }) => ({ id, event, seat, holder, state })),
    pickup: order.pickup && { state: order.pickup.state, name: order.pickup.name, collector: order.pickup.collector },
    carrier: order.carrier_name,
    trackingNumber: order.tracking_number,
    parcels: order.parcels.map(toParcelView),
    /** The pieces to ship that are in no parcel, or in a parcel that came back. */
    unpackedLines: order.unpackedLines.map(({ size_id: sizeId, pieces }) => ({
      sizeId,
      pieces,
      name: order.lines.find((line) => line.size_id === sizeId)!.name,
    })),
    carriers: actions.includes("handOverParcel") ? await listCarriers(app.genericPlanDb, shop.id) : [],
    trackingUrl: trackingUrl(order.tracking_template, order.tracking_number),
    address: order.address && { ...order.address, line: formatAddress(order.address) },
    money: seesMoney ? await moneyOf(app, order, may) : null,
    history: history.map((event) => (seesMoney ? event : { ...event, reason: removeOverpaidAmount(event.reason) })),
    emails: emails.map((email) => ({ ...email, canSendAgain: canSendAgain(email.job) })),
    notes,
    changes: seesMoney ? changes : changes.filter((change) => !MONEY_ACTIONS.has(change.action)).map(removeDiscount),
    newestChangeId: changes[0]?.id ?? 0,
    joinableOrders: actions.includes("join") ? await listJoinableOrders(app.genericPlanDb, order.id) : [],
    actions,
  };
}

function toParcelView(parcel: OrderRow["parcels"][number]) {
  return {
    id: parcel.id,
    number: parcel.number,
    state: parcel.state,
    carrier: parcel.carrier,
    guide: parcel.guide,
    trackingUrl: trackingUrl(parcel.tracking_template, parcel.guide),
    weightGrams: parcel.weight_grams,
    arrivesTo: parcel.latest_arrival_on,
    lines: parcel.lines,
    events: parcel.events.map(({ state, at, source, actor }) => ({ state, at: new Date(at), source, actor })),
  };
}

/** Log entries about money, hidden without the permission to see it. */
const MONEY_ACTIONS = new Set([
  "order-edit",
  "order-refund",
  "order-refund-transfer",
  "order-refund-withdrawn",
  "order-flag",
  "order-receipt-no",
  "return-pay-again",
  "return-settle",
]);

/** Removes the staff discount, which the log entry of an order by phone has. */
function removeDiscount<Logged extends { after: unknown }>(change: Logged): Logged {
  const { discount: _, ...after } = (change.after ?? {}) as { discount?: unknown };
  return { ...change, after: change.after && after };
}

/** "Se unió el pedido #100; pagado de más: $20.00" without its amount. */
function removeOverpaidAmount(reason: string): string {
  return reason.replace(/; pagado de más: .*$/, "");
}

/** The actions that the status and the permissions allow, without those that have nothing to act on. */
async function listPossibleActions(app: App, order: OrderRow, may: HasPermission): Promise<OrderActionName[]> {
  const canUndoReservation =
    order.status === "RESERVED" && (await findRestorableDeadline(app.genericPlanDb, order.id)) !== undefined;
  const hasParcelIn = (state: ParcelState) => order.parcels.some((parcel) => parcel.state === state);
  const mayRefund = may("payments.refund");
  const canRefund = mayRefund && (await readRefundableCents(app.genericPlanDb, order.id)) > 0;
  const conditions: Partial<Record<OrderActionName, boolean>> = {
    undoReserve: canUndoReservation,
    refund: canRefund,
    refundTransfer: mayRefund && (await readTransferRefundableCents(app.genericPlanDb, order.id)) > 0,
    withdrawRefund: order.transfer_refunds.length > 0,
    refuseReceipt: order.receipts.some(({ state }) => state === "SUBMITTED"),
    assist: order.customer_username !== null,
    changeAddress: order.address !== null,
    ...((order.pickup ?? order.exchange) && { ship: false, join: false }),
    // With several parcels, each guide is corrected separately by `correctParcelGuide`.
    correctTracking: order.tracking_number !== null && order.parcels.length < 2,
    correctParcelGuide: order.parcels.length > 1,
    packParcel: order.pickup === null && order.unpackedLines.length > 0,
    handOverParcel: order.pickup === null && hasParcelIn("PACKED"),
    unpackParcel: hasParcelIn("PACKED"),
    weighParcel: hasParcelIn("PACKED"),
    moveParcel: order.parcels.some(({ state }) => state !== "PACKED"),
    markDelivered: order.parcels.some(({ state }) => isOnItsWay(state)),
    editLines: await canEditLines(app, order),
    changeSize: order.lines.some((line) => !line.is_digital),
  };
  return listOrderActions(order.status, may).filter((name) => conditions[name] ?? true);
}

async function canEditLines(app: App, order: OrderRow): Promise<boolean> {
  if (!isActionPossible("editLines", order.status)) return false;
  const editableOrder = await findEditableOrder(app.genericPlanDb, order.id);
  return editableOrder !== undefined && checkEditable(editableOrder.facts) === undefined;
}

async function linesOf(
  app: App,
  order: OrderRow,
  { seesMoney, withSizes }: { seesMoney: boolean; withSizes: boolean },
) {
  const productIds = [...new Set(order.lines.map((line) => line.product_id))];
  const sizes = withSizes ? await listSizesOfProducts(app.genericPlanDb, productIds) : [];
  return order.lines.map((line) => ({
    sizeId: line.size_id,
    name: line.name,
    isDigital: line.is_digital,
    pieces: line.pieces,
    /** Made to order: no piece was taken from stock. */
    isMadeToOrder: line.held === 0 && order.exchange === null,
    picture: line.picture,
    unitCents: seesMoney ? line.unit_price_cents : null,
    discountCents: seesMoney ? line.discount_cents : 0,
    otherSizes: line.is_digital
      ? []
      : sizes
          .filter(({ id, productId }) => productId === line.product_id && id !== line.size_id)
          .map(({ id, name, available }) => ({ id, name, available })),
  }));
}

async function moneyOf(app: App, order: OrderRow, may: HasPermission) {
  const [money, receipts, transferRefunds, invoices] = await Promise.all([
    readOrderMoney(app.genericPlanDb, order),
    listReceipts(app.genericPlanDb, order.id),
    listTransferRefunds(app.genericPlanDb, order.id),
    listInvoices(app.genericPlanDb, { shopId: order.shop_id, orderId: order.id, limit: 20 }),
  ]);
  return {
    ...money,
    figures: listOrderFigures(order),
    /** The orders that charge differences of exchanges. They are not part of this order's total. */
    differenceOrders: order.differences.filter(({ status }) => status !== "CANCELLED"),
    headOfficeTotalCents: order.head_office_total_cents,
    isWholesale: order.is_wholesale,
    lineRefunds: await listLineRefunds(app.genericPlanDb, order),
    refundableCents: may("payments.refund") ? await readRefundableCents(app.genericPlanDb, order.id) : 0,
    transferRefundableCents: may("payments.refund")
      ? await readTransferRefundableCents(app.genericPlanDb, order.id)
      : 0,
    transferRefunds: transferRefunds.map((refund) => ({
      id: refund.id,
      cents: refund.cents,
      sentOn: refund.sentOn,
      reference: refund.reference,
      reason: refund.reason,
      actor: refund.actor,
      createdAt: refund.createdAt,
      withdrawnAt: refund.withdrawnAt,
      withdrawnBy: refund.withdrawnBy,
      withdrawnReason: refund.withdrawnReason,
      hasProof: refund.proofFile !== null,
    })),
    receipts: receipts.map((receipt) => ({
      id: receipt.id,
      isPicture: receipt.content_type.startsWith("image/"),
      state: receipt.state,
      answer: receipt.answer,
      uploadedAt: receipt.uploaded_at,
      answeredAt: receipt.answered_at,
      answeredBy: receipt.answered_by,
      /** Why its file was removed. Null if it is stored. */
      fileRemovedBecause: receipt.file_removed_because,
    })),
    invoices: invoices.map(({ id, kind, state, uuid, totalCents, refusalMessage, createdAt }) => ({
      id,
      kind,
      state,
      uuid,
      totalCents,
      refusalMessage,
      createdAt,
    })),
  };
}
