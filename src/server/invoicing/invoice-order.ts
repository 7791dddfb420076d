import { checkReceiver, isSameReceiver, type Receiver, type ReceiverError } from "../../domain/invoice-receiver.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { findInvoiceDeadline } from "../orders/invoice-deadline.ts";
import { findOrder, type OrderRow } from "../orders/queries.ts";
import { lockOrder } from "../orders/move-order.ts";
import type { Shop } from "../shops/shop.ts";
import type { Actor } from "../change-log/change-log.ts";
import { isStampedElsewhere } from "./attempt-id.ts";
import { openStoredCsd } from "./csd-store.ts";
import { findIssuer, type InvoiceIssuer } from "./issuers.ts";
import { continueOwnInvoice, findGlobalOf, requestOwnInvoice, type OwnInvoiceRequest } from "./own-invoice.ts";
import { sealOrderInvoice } from "./seal-order-invoice.ts";
import { findLiveInvoice, type Invoice } from "./queries.ts";
import { stampInvoice, type StampRefusal } from "./stamp-invoice.ts";
import { enqueueInvoiceEmail } from "./send-invoice.ts";

export interface InvoiceRequest {
  receiver: Receiver;
  email: string | null;
  actor: string;
  /** Allows an invoice after the customer's deadline, as for staff. */
  isLateAllowed?: boolean;
}

export type InvoiceRefusal =
  | Refusal<"invoicing_paused" | "invoice_order_not_found" | "nothing_to_invoice">
  | Refusal<"in_global_invoice" | "invoice_in_progress">
  | Refusal<"invoice_elsewhere">
  | (Refusal<"invoice_too_late"> & { lastDay: string })
  | (Refusal<"invoiced_already"> & { rfc: string })
  | (Refusal<"receiver_invalid"> & { receiverErrors: readonly ReceiverError[] })
  | StampRefusal;

/**
 * Creates the invoice of a shipped order: at most one (rule INVOICE-1). A repeated request with the same data sends the
 * same files again. A request with other data after stamping is refused, because only staff replace an invoice. An
 * order in a global invoice leaves it (rule INVOICE-14).
 */
export function invoiceOrder(
  app: App,
  shop: Shop,
  orderId: string,
  input: InvoiceRequest,
): Promise<Invoice | InvoiceRefusal> {
  return createOrResendInvoice(app, shop, orderId, { ...input, by: null });
}

/**
 * The same as `invoiceOrder`, for staff. They may also invoice after the customer's deadline, and an order of which the
 * PAC has a document that this database lacks (`isStampedElsewhere`).
 */
export function invoiceForStaff(
  app: App,
  shop: Shop,
  orderId: string,
  { by, ...input }: Omit<InvoiceRequest, "actor"> & { by: Actor },
): Promise<Invoice | InvoiceRefusal> {
  return createOrResendInvoice(app, shop, orderId, { ...input, actor: by.name, by });
}

/** `by`: the staff member who invoices, null for a customer or a job. The deadline does not apply to staff. */
type InvoiceInput = InvoiceRequest & { by: Actor | null };

async function createOrResendInvoice(
  app: App,
  shop: Shop,
  orderId: string,
  input: InvoiceInput,
): Promise<Invoice | InvoiceRefusal> {
  const issuer = await requireIssuer(app, shop);
  if (isRefusal(issuer)) return issuer;
  const receiverCheck = checkReceiver(input.receiver, issuer.postalCode);
  if (!receiverCheck.receiver) return { ...refuse("receiver_invalid"), receiverErrors: receiverCheck.receiverErrors };
  const receiver = receiverCheck.receiver;

  const liveInvoice = await findLiveInvoice(app.genericPlanDb, orderId);
  const invoiceOrRequest = liveInvoice ?? (await findOrSealInvoice(app, shop, issuer, { ...input, receiver, orderId }));
  if (isRefusal(invoiceOrRequest)) return invoiceOrRequest;
  if ("globalId" in invoiceOrRequest) {
    return isSameReceiver(invoiceOrRequest.receiver, receiver)
      ? continueOwnInvoice(app, invoiceOrRequest.id)
      : refuse("invoice_in_progress");
  }
  if (!isSameReceiver(invoiceOrRequest.receiver, receiver)) {
    return invoiceOrRequest.state === "stamping"
      ? refuse("invoice_in_progress")
      : { ...refuse("invoiced_already"), rfc: invoiceOrRequest.receiver.rfc };
  }
  if (invoiceOrRequest.state === "stamping") return stampInvoice(app, invoiceOrRequest.id);
  if (input.email) {
    const isByStaff = input.by !== null;
    await enqueueInvoiceEmail(app.genericPlanDb, invoiceOrRequest.id, { recipient: input.email, isByStaff });
  }
  return invoiceOrRequest;
}

/** The shop's issuer, if the shop invoices now. */
export async function requireIssuer(app: App, shop: Shop): Promise<InvoiceIssuer | Refusal<"invoicing_paused">> {
  if (!shop.settings.management.allowInvoicing || !app.pac) return refuse("invoicing_paused");
  const issuer = await findIssuer(app.genericPlanDb, shop.id);
  return issuer && (issuer.csd || issuer.isDemo) ? issuer : refuse("invoicing_paused");
}

/**
 * The order's live invoice, or one that is sealed now. If a global invoice contains the order: the buyer's own-invoice
 * request.
 */
async function findOrSealInvoice(
  app: App,
  shop: Shop,
  issuer: InvoiceIssuer,
  input: InvoiceInput & { orderId: string },
): Promise<Invoice | OwnInvoiceRequest | InvoiceRefusal> {
  const csd = await openStoredCsd(app, issuer);
  if (isRefusal(csd)) return csd;
  return transact(app.db, async (tx) => {
    // The order's row is locked first: of several concurrent requests one seals the invoice, and the others find it.
    const lockedOrder = await lockOrder(tx, input.orderId);
    if (lockedOrder?.status !== "SHIPPED") return refuse("invoice_order_not_found");
    const liveInvoice = await findLiveInvoice(tx, input.orderId);
    if (liveInvoice) return liveInvoice;
    if (input.by === null && (await isStampedElsewhere(tx, input.orderId))) return refuse("invoice_elsewhere");
    const order = (await findOrder(tx, shop.id, input.orderId))!;
    const refusal = await checkDeadline(tx, order, input.by !== null || input.isLateAllowed === true);
    if (refusal) return refusal;
    const global = await findGlobalOf(tx, order.id);
    if (global) return requestOwnInvoice(tx, issuer, global, input);
    const id = await sealOrderInvoice(app, tx, { issuer, csd }, order, input);
    if (isRefusal(id)) return id;
    return (await findLiveInvoice(tx, input.orderId))!;
  });
}

async function checkDeadline(db: Queryable, order: OrderRow, isLateAllowed: boolean) {
  const deadline = await findInvoiceDeadline(db, order);
  return deadline?.isOver && !isLateAllowed ? { ...refuse("invoice_too_late"), lastDay: deadline.lastDay } : null;
}
