import { lastInvoiceDay } from "../../domain/invoice-deadline.ts";
import { checkReceiver, type Receiver, type ReceiverFault } from "../../domain/invoice-receiver.ts";
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
  | (Refusal<"receiver_invalid"> & { faults: readonly ReceiverFault[] })
  | StampRefusal;

/**
 * The invoice of a shipped order: at most one (rule INVOICE-1). The same data again sends the same files again. Other data
 * after stamping are refused: staff cancel and replace.
 */
export function invoiceOrder(
  app: App,
  shop: Shop,
  orderId: string,
  wish: InvoiceRequest,
): Promise<Invoice | InvoiceRefusal> {
  return invoice(app, shop, orderId, { ...wish, by: null });
}

/** The same for staff, who may also invoice what customers no longer can. */
export function invoiceForStaff(
  app: App,
  shop: Shop,
  orderId: string,
  { by, ...wish }: Omit<InvoiceRequest, "actor"> & { by: Actor },
): Promise<Invoice | InvoiceRefusal> {
  return invoice(app, shop, orderId, { ...wish, actor: by.name, by });
}

/** `by`: a member of staff, who may be late. */
type Begin = InvoiceRequest & { by: Actor | null };

async function invoice(app: App, shop: Shop, orderId: string, wish: Begin): Promise<Invoice | InvoiceRefusal> {
  const open = await openInvoicing(app, shop);
  if (isRefusal(open)) return open;
  const checked = checkReceiver(wish.receiver, open.issuer.postalCode);
  if (!checked.receiver) return { ...refuse("receiver_invalid"), faults: checked.faults };
  const receiver = checked.receiver;

  const live = await findLiveInvoice(app.genericPlans, orderId);
  const found = live ?? (await begin(app, shop, open, { ...wish, receiver, orderId }));
  if (isRefusal(found)) return found;
  if (!isSame(found.receiver, receiver)) {
    return found.state === "stamping"
      ? refuse("invoice_in_progress")
      : { ...refuse("invoiced_already"), rfc: found.receiver.rfc };
  }
  if (found.state === "stamping") return stampInvoice(app, found.id);
  if (wish.email) await sendInvoice(app, found.id, wish.email);
  return found;
}

/** Whether the shop invoices now, and as whom. */
export async function openInvoicing(
  app: App,
  shop: Shop,
): Promise<{ issuer: InvoiceIssuer } | Refusal<"invoicing_paused">> {
  if (!shop.settings.management.allowInvoicing || !app.pac) return refuse("invoicing_paused");
  const issuer = await findIssuer(app.genericPlans, shop.id);
  return issuer && (issuer.csd || issuer.isDemo) ? { issuer } : refuse("invoicing_paused");
}

/** The last local day on which the customer may invoice this order. */
export function lastDayOf(issuer: InvoiceIssuer, order: Pick<OrderRow, "created_at">): string {
  return lastInvoiceDay(localTime(order.created_at, issuer.timeZone).slice(0, 10), issuer.deadline);
}

async function begin(
  app: App,
  shop: Shop,
  { issuer }: { issuer: InvoiceIssuer },
  wish: Begin & { orderId: string },
): Promise<Invoice | InvoiceRefusal> {
  const csd = await openStoredCsd(app, issuer);
  if (isRefusal(csd)) return csd;
  return transact(app.db, async (tx) => {
    // Its row first: of many that ask at once one begins, the others find what it began.
    const locked = await lockOrder(tx, wish.orderId);
    if (locked?.status !== "SHIPPED") return refuse("invoice_order_not_found");
    const live = await findLiveInvoice(tx, wish.orderId);
    if (live) return live;
    const order = (await findOrder(tx, shop.id, wish.orderId))!;
    const refused = await whyNot(tx, issuer, order, wish.by !== null);
    if (refused) return refused;
    const amounts = await amountsOfOrder(tx, issuer, order);
    const paymentForm = paymentFormOfOrder(order.payments);
    if (isRefusal(amounts) || paymentForm === null) return refuse("invoice_order_not_found");
    const id = await saveSignedInvoice(
      app,
      tx,
      { issuer, csd },
      {
        kind: "invoice",
        ...wish,
        paymentForm,
        amounts,
        relatesToId: null,
        build: (heading) =>
          buildIngreso({ ...heading, issuer, receiver: wish.receiver, paymentForm, amounts, replaces: null }),
      },
    );
    if (wish.by) {
      const object = { kind: "invoice", id };
      await logChange(tx, wish.by, { act: "invoice-make", object, after: wish.receiver });
    }
    return (await findLiveInvoice(tx, wish.orderId))!;
  });
}

async function whyNot(
  tx: Parameters<typeof findLiveInvoice>[0],
  issuer: InvoiceIssuer,
  order: OrderRow,
  isLateFine: boolean,
) {
  const lastDay = lastDayOf(issuer, order);
  const today = localTime(new Date(), issuer.timeZone).slice(0, 10);
  if (today > lastDay && !isLateFine) return { ...refuse("invoice_too_late"), lastDay };
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
