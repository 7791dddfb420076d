import type { ReturnedLine } from "../../../../domain/credit-note-lines.ts";
import { readPesos } from "../../../../domain/read-pesos.ts";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import type { App } from "../../../../server/app.ts";
import { applyDeposit } from "../../../../server/invoicing/apply-deposit.ts";
import { cancelInvoice } from "../../../../server/invoicing/cancel-invoice.ts";
import { creditInvoice } from "../../../../server/invoicing/credit-invoice.ts";
import { findLiveDeposit } from "../../../../server/invoicing/find-live-deposit.ts";
import { invoiceEarly } from "../../../../server/invoicing/invoice-early.ts";
import { invoiceForStaff } from "../../../../server/invoicing/invoice-order.ts";
import { scheduleComplements } from "../../../../server/invoicing/payment-complements.ts";
import { findLiveInvoice, type Invoice } from "../../../../server/invoicing/queries.ts";
import { replaceInvoice } from "../../../../server/invoicing/replace-invoice.ts";
import { resendInvoice } from "../../../../server/invoicing/send-invoice.ts";
import { requestCancellationAgain, keepReplacedInvoice } from "../../../../server/invoicing/settle-replacement.ts";
import { stampInvoice } from "../../../../server/invoicing/stamp-invoice.ts";
import { recordInstalment } from "../../../../server/payments/record-instalment.ts";
import type { Actor } from "../../../../server/change-log/change-log.ts";
import type { FormFields } from "../../guard.ts";
import { readReceiver } from "./receiver-fields.tsx";

type ActionOutcomePromise = Promise<Invoice | "queued" | Refusal>;

/** The page's actions by intent. `credit` and `instalment` are refused if the shown amount has changed meanwhile. */
const ACTIONS: Record<string, (app: App, invoice: Invoice, form: FormFields, by: Actor) => ActionOutcomePromise> = {
  retry: issueInvoiceFromForm,
  requestStamp: (app, { id }) => stampInvoice(app, id),
  cancel: (app, { id }, form, by) => {
    const motive = (["02", "03", "04"] as const).find((value) => value === form.text("motive"));
    return motive ? cancelInvoice(app, id, { motive, by }) : Promise.resolve(refuse("cancel_motive_wrong"));
  },
  replace: (app, { id }, form, by) => {
    const { email, ...receiver } = readReceiver(form);
    return replaceInvoice(app, id, { receiver, email: email || undefined, by });
  },
  instalment: async (app, invoice, form, by) => {
    const cents = readPesos(form.text("amount", 15));
    if (invoice.orderId === null || cents === null) return refuse("instalment_wrong");
    const seenCents = Number(form.text("missing", 15));
    const recordOutcome = await recordInstalment(app, invoice.orderId, { cents, seenCents, by });
    if (isRefusal(recordOutcome)) return recordOutcome;
    await scheduleComplements(app);
    return invoice;
  },
  applyDeposit: (app, { id }, _form, by) => applyDeposit(app, id, by),
  cancelAgain: (app, { id }, _form, by) => requestCancellationAgain(app, id, by),
  keep: (app, { id }, _form, by) => keepReplacedInvoice(app, id, by),
  credit: (app, { id }, form, by) => {
    const seenCents = Number(form.text("due", 15));
    if (!Number.isSafeInteger(seenCents)) return Promise.resolve(refuse("credit_changed"));
    return creditInvoice(app, id, { seenCents, returnedLines: readReturnedLines(form), by });
  },
  mail: (app, { id }, form, by) => resendInvoice(app, id, form.text("email").toLowerCase(), by),
};

/** Reads the returned pieces of each line. The fields have the order of the lines. Lines without any are left out. */
function readReturnedLines(form: FormFields): ReturnedLine[] {
  const typedLines = form.all("pieces").map((pieces, line) => ({ line, pieces: Number(pieces.trim() || "0") }));
  return typedLines.filter(({ pieces }) => pieces !== 0);
}

/** Runs the intent of a submitted form; undefined when the page has no such intent. */
export function runInvoiceAction(
  app: App,
  invoice: Invoice,
  form: FormFields,
  by: Actor,
): ActionOutcomePromise | undefined {
  const intent = form.text("intent");
  return Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent]!(app, invoice, form, by) : undefined;
}

/** Issues an order's invoice to the receiver in the form. An invoice that waits for its stamp counts as issued. */
export async function issueInvoiceFromForm(
  app: App,
  { orderId, shopId }: Pick<Invoice, "orderId" | "shopId">,
  form: FormFields,
  by: Actor,
): Promise<Invoice | Refusal> {
  const shop = await app.shops.byId(shopId);
  if (!shop || orderId === null) return refuse("invoice_order_not_found");
  const { email, ...receiver } = readReceiver(form);
  // The form calls the mode "plan". The field keeps this name for pages that were loaded before a deployment.
  const mode = (["later", "atOnce", "deposit"] as const).find((candidate) => candidate === form.text("plan", 10));
  const invoiceRequest = { receiver, email: email || null, by };
  const outcome = mode
    ? await invoiceEarly(app, shop, orderId, { ...invoiceRequest, mode })
    : await invoiceForStaff(app, shop, orderId, invoiceRequest);
  if (!isRefusal(outcome) || outcome.refused !== "invoice_pending") return outcome;
  const liveInvoice = await findLiveInvoice(app.genericPlanDb, orderId);
  return liveInvoice ?? (await findLiveDeposit(app.genericPlanDb, orderId)) ?? outcome;
}
