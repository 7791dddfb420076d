import { readPesos } from "../../../../domain/read-pesos.ts";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import type { App } from "../../../../server/app.ts";
import { cancelInvoice } from "../../../../server/invoicing/cancel-invoice.ts";
import { creditInvoice } from "../../../../server/invoicing/credit-invoice.ts";
import { invoiceForStaff } from "../../../../server/invoicing/invoice-order.ts";
import { findLiveInvoice, type Invoice } from "../../../../server/invoicing/queries.ts";
import { replaceInvoice } from "../../../../server/invoicing/replace-invoice.ts";
import { resendInvoice } from "../../../../server/invoicing/send-invoice.ts";
import { stampInvoice } from "../../../../server/invoicing/stamp-invoice.ts";
import type { Actor } from "../../../../server/change-log/change-log.ts";
import type { FormFields } from "../../guard.ts";
import { readReceiver } from "./receiver-fields.tsx";

type ActionOutcome = Promise<Invoice | "sent" | Refusal>;

/** The actions of the page by intent. Each value checks under its lock that the values which the page showed still hold. */
const ACTIONS: Record<string, (app: App, invoice: Invoice, form: FormFields, by: Actor) => ActionOutcome> = {
  retry: makeInvoice,
  ask: (app, { id }) => stampInvoice(app, id),
  cancel: (app, { id }, form, by) => {
    const motive = (["02", "03", "04"] as const).find((value) => value === form.text("motive"));
    return motive ? cancelInvoice(app, id, { motive, by }) : Promise.resolve(refuse("cancel_motive_wrong"));
  },
  replace: (app, { id }, form, by) => {
    const { email, ...receiver } = readReceiver(form);
    return replaceInvoice(app, id, { receiver, email: email || undefined, by });
  },
  credit: (app, { id }, form, by) => {
    const cents = readPesos(form.text("amount", 20));
    const leftCents = Number(form.text("left", 15));
    if (cents === null || !Number.isSafeInteger(leftCents)) return Promise.resolve(refuse("credit_wrong"));
    const reason = form.text("reason") === "return" ? "return" : "creditNote";
    return creditInvoice(app, id, { cents, leftCents, reason, by });
  },
  mail: (app, { id }, form, by) => resendInvoice(app, id, form.text("email").toLowerCase(), by),
};

/** Runs the intent of a submitted form; undefined when the page has no such intent. */
export function runInvoiceAction(app: App, invoice: Invoice, form: FormFields, by: Actor): ActionOutcome | undefined {
  const intent = form.text("intent");
  return Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent]!(app, invoice, form, by) : undefined;
}

/** Makes an order's invoice for the receiver in the form. An invoice that waits for its stamp counts as made. */
export async function makeInvoice(
  app: App,
  { orderId, shopId }: Pick<Invoice, "orderId" | "shopId">,
  form: FormFields,
  by: Actor,
): Promise<Invoice | Refusal> {
  const shop = await app.shops.byId(shopId);
  if (!shop || orderId === null) return refuse("invoice_order_not_found");
  const { email, ...receiver } = readReceiver(form);
  const made = await invoiceForStaff(app, shop, orderId, { receiver, email: email || null, by });
  if (!isRefusal(made) || made.refused !== "invoice_pending") return made;
  return (await findLiveInvoice(app.genericPlans, orderId)) ?? made;
}
