import { lastInvoiceDay } from "../../domain/invoice-deadline.ts";
import { checkReceiver, type Receiver, type ReceiverError } from "../../domain/invoice-receiver.ts";
import { paymentFormOfOrder } from "../../domain/payment-forms.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { findOrder, type OrderRow } from "../orders/queries.ts";
import { lockOrder } from "../orders/move-order.ts";
import type { Shop } from "../shops/shop.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { amountsOfOrder } from "./compose.ts";
import { openStoredCsd } from "./csd-store.ts";
import { buildIngreso } from "../cfdi/comprobante.ts";
import { localTime } from "../cfdi/local-time.ts";
import { findIssuer, type InvoiceIssuer } from "./issuers.ts";
import { saveSignedInvoice } from "./save-signed-invoice.ts";
import { findLiveInvoice, type Invoice } from "./queries.ts";
import { stampInvoice, type StampRefusal } from "./stamp-invoice.ts";
import { sendInvoice } from "./send-invoice.ts";

export interface InvoiceRequest {
  receiver: Receiver;
  email: string | null;
  actor: string;
}

export type InvoiceRefusal =
  | Refusal<"invoicing_paused" | "invoice_order_not_found" | "in_global_invoice" | "invoice_in_progress">
  | (Refusal<"invoice_too_late"> & { lastDay: string })
  | (Refusal<"invoiced_already"> & { rfc: string })
  | (Refusal<"receiver_invalid"> & { faults: readonly ReceiverError[] })
  | StampRefusal;

/**
 * Creates the invoice of a shipped order: at most one (rule INVOICE-1). A repeated request with the same data sends the
 * same files again. A request with other data after stamping is refused: staff cancel and replace.
 */
export function invoiceOrder(
  app: App,
  shop: Shop,
  orderId: string,
  input: InvoiceRequest,
): Promise<Invoice | InvoiceRefusal> {
  return invoice(app, shop, orderId, { ...input, by: null });
}

/** The same for staff, who may also invoice after the customer's deadline. */
export function invoiceForStaff(
  app: App,
  shop: Shop,
  orderId: string,
  { by, ...input }: Omit<InvoiceRequest, "actor"> & { by: Actor },
): Promise<Invoice | InvoiceRefusal> {
  return invoice(app, shop, orderId, { ...input, actor: by.name, by });
}

/** `by`: the staff member who asks. Staff are not bound by the deadline. */
type InvoiceInput = InvoiceRequest & { by: Actor | null };

async function invoice(app: App, shop: Shop, orderId: string, input: InvoiceInput): Promise<Invoice | InvoiceRefusal> {
  const open = await openInvoicing(app, shop);
  if (isRefusal(open)) return open;
  const checked = checkReceiver(input.receiver, open.issuer.postalCode);
  if (!checked.receiver) return { ...refuse("receiver_invalid"), faults: checked.faults };
  const receiver = checked.receiver;

  const live = await findLiveInvoice(app.genericPlans, orderId);
  const existing = live ?? (await prepareInvoice(app, shop, open, { ...input, receiver, orderId }));
  if (isRefusal(existing)) return existing;
  if (!isSame(existing.receiver, receiver)) {
    return existing.state === "stamping"
      ? refuse("invoice_in_progress")
      : { ...refuse("invoiced_already"), rfc: existing.receiver.rfc };
  }
  if (existing.state === "stamping") return stampInvoice(app, existing.id);
  if (input.email) await sendInvoice(app, existing.id, input.email);
  return existing;
}

/** The shop's issuer, if the shop invoices now. */
export async function openInvoicing(
  app: App,
  shop: Shop,
): Promise<{ issuer: InvoiceIssuer } | Refusal<"invoicing_paused">> {
  if (!shop.settings.management.allowInvoicing || !app.pac) return refuse("invoicing_paused");
  const issuer = await findIssuer(app.genericPlans, shop.id);
  return issuer && (issuer.csd || issuer.isDemo) ? { issuer } : refuse("invoicing_paused");
}

/** The last day, in the issuer's time zone, on which the customer may invoice this order. */
export function lastDayOf(issuer: InvoiceIssuer, order: Pick<OrderRow, "created_at">): string {
  return lastInvoiceDay(localTime(order.created_at, issuer.timeZone).slice(0, 10), issuer.deadline);
}

async function prepareInvoice(
  app: App,
  shop: Shop,
  { issuer }: { issuer: InvoiceIssuer },
  input: InvoiceInput & { orderId: string },
): Promise<Invoice | InvoiceRefusal> {
  const csd = await openStoredCsd(app, issuer);
  if (isRefusal(csd)) return csd;
  return transact(app.db, async (tx) => {
    // The order's row is locked first: of several concurrent requests one prepares the invoice, and the others find it.
    const locked = await lockOrder(tx, input.orderId);
    if (locked?.status !== "SHIPPED") return refuse("invoice_order_not_found");
    const live = await findLiveInvoice(tx, input.orderId);
    if (live) return live;
    const order = (await findOrder(tx, shop.id, input.orderId))!;
    const refusal = await checkInvoiceable(tx, issuer, order, input.by !== null);
    if (refusal) return refusal;
    const amounts = await amountsOfOrder(tx, issuer, order);
    const paymentForm = paymentFormOfOrder(order.payments);
    if (isRefusal(amounts) || paymentForm === null) return refuse("invoice_order_not_found");
    const id = await saveSignedInvoice(
      app,
      tx,
      { issuer, csd },
      {
        kind: "invoice",
        ...input,
        paymentForm,
        amounts,
        relatesToId: null,
        build: (heading) =>
          buildIngreso({ ...heading, issuer, receiver: input.receiver, paymentForm, amounts, replaces: null }),
      },
    );
    if (input.by) {
      const object = { kind: "invoice", id };
      await logChange(tx, input.by, { act: "invoice-make", object, after: input.receiver });
    }
    return (await findLiveInvoice(tx, input.orderId))!;
  });
}

async function checkInvoiceable(
  tx: Parameters<typeof findLiveInvoice>[0],
  issuer: InvoiceIssuer,
  order: OrderRow,
  isStaff: boolean,
) {
  const lastDay = lastDayOf(issuer, order);
  const today = localTime(new Date(), issuer.timeZone).slice(0, 10);
  if (today > lastDay && !isStaff) return { ...refuse("invoice_too_late"), lastDay };
  const inGlobal = await tx
    .selectFrom("invoice_orders")
    .select("invoice_id")
    .where("order_id", "=", order.id)
    .where("is_live", "=", true)
    .executeTakeFirst();
  return inGlobal ? refuse("in_global_invoice") : null;
}

function isSame(one: Receiver, other: Receiver): boolean {
  return (["rfc", "name", "postalCode", "taxRegime", "cfdiUse"] as const).every((field) => one[field] === other[field]);
}
