import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { advanceCancellation } from "./cancel-invoice.ts";
import { openCancellation } from "./cancellations.ts";
import { checkDependents } from "./check-dependents.ts";
import { findInvoice, findSubstitute, hasCreditNotes, lockInvoice, type Invoice } from "./queries.ts";

export type SettleReplacementRefusal = Refusal<
  | "invoice_not_found"
  | "replacement_settled"
  | "invoice_has_credit_notes"
  | "invoice_has_payments"
  | "invoice_applies_deposit"
>;

/**
 * Requests the cancellation of a replaced invoice again, after its receiver or SAT refused it. Until the invoice is
 * cancelled, two invoices of one sale are valid.
 */
export async function requestCancellationAgain(
  app: App,
  id: string,
  by: Actor,
): Promise<Invoice | SettleReplacementRefusal> {
  const outcome = await transact(app.db, async (tx) => {
    const lockResult = await lockUnsettledReplacement(tx, id);
    if (isRefusal(lockResult)) return lockResult;
    await openCancellation(tx, id, { motive: "01", replacedBy: lockResult.substitute.id, actor: by.name });
    await logChange(tx, by, {
      action: "invoice-cancel-again",
      object: { kind: "invoice", id },
      after: { motive: "01" },
    });
    return "requested" as const;
  });
  if (isRefusal(outcome)) return outcome;
  await advanceCancellation(app, id);
  return (await findInvoice(app.genericPlanDb, id))!;
}

/**
 * Keeps the replaced invoice, whose cancellation was refused, and requests the cancellation of its substitute (motive
 * 02). Once the substitute is cancelled, the replaced invoice is the order's invoice again.
 */
export async function keepReplacedInvoice(
  app: App,
  id: string,
  by: Actor,
): Promise<Invoice | SettleReplacementRefusal> {
  const substituteId = await transact(app.db, async (tx) => {
    const lockResult = await lockUnsettledReplacement(tx, id);
    if (isRefusal(lockResult)) return lockResult;
    const { substitute } = lockResult;
    if (await hasCreditNotes(tx, substitute.id)) return refuse("invoice_has_credit_notes");
    const refusal = await checkDependents(tx, substitute);
    if (refusal) return refusal;
    await sql`UPDATE invoices SET state = 'cancelAsked' WHERE id = ${substitute.id}`.execute(tx);
    await openCancellation(tx, substitute.id, { motive: "02", replacedBy: null, actor: by.name });
    await logChange(tx, by, { action: "invoice-keep", object: { kind: "invoice", id } });
    const object = { kind: "invoice", id: substitute.id };
    await logChange(tx, by, { action: "invoice-cancel", object, after: { motive: "02" } });
    return substitute.id;
  });
  if (isRefusal(substituteId)) return substituteId;
  await advanceCancellation(app, substituteId);
  return (await findInvoice(app.genericPlanDb, id))!;
}

/** Locks a replaced invoice whose cancellation ended without success, and its stamped substitute. */
async function lockUnsettledReplacement(
  tx: Tx,
  id: string,
): Promise<{ substitute: Invoice } | Refusal<"invoice_not_found" | "replacement_settled">> {
  const invoice = await lockInvoice(tx, id);
  if (!invoice) return refuse("invoice_not_found");
  const substituteBeforeLock = await findSubstitute(tx, id);
  const substitute = substituteBeforeLock && (await lockInvoice(tx, substituteBeforeLock.id));
  const isUnsettled = invoice.state === "replaced" && !invoice.isCancelOpen && substitute?.state === "stamped";
  return isUnsettled ? { substitute } : refuse("replacement_settled");
}
