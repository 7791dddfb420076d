import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { App } from "../app.ts";
import { MAX_FOUND_PAYMENTS, type PaymentSnapshot } from "../adapters/payments/payment-provider.ts";
import type { InvoiceComparison, PaymentComparison } from "../db/schema-values.ts";
import { findUnknownStamp } from "../invoicing/find-unknown-stamp.ts";
import { applyPayment } from "../payments/apply-payment.ts";
import { reconcileOrderPayments } from "../payments/reconcile-payment.ts";

/** A restore after which the shop was not opened yet, and what was compared so far. */
export interface UnfinishedRestore {
  id: string;
  backupId: string;
  restorePointAt: Date;
  detectedAt: Date;
  /** New orders have numbers after this one. */
  lastSkippedReference: number;
  paymentsComparedAt: Date | null;
  payments: PaymentComparison | null;
  invoicesComparedAt: Date | null;
  invoices: InvoiceComparison | null;
  /** Whether any shop has a certificate: then SAT may have invoices that this database lacks. */
  needsInvoiceComparison: boolean;
  /** E-mails that are sent once the shop opens. */
  waitingEmails: number;
}

/** Undefined if the shop is not closed by a restore. */
export async function findUnfinishedRestore({ db }: Pick<App, "db">): Promise<UnfinishedRestore | undefined> {
  const { rows } = await sql<UnfinishedRestore>`
    SELECT id, backup_id AS "backupId", restore_point_at AS "restorePointAt", detected_at AS "detectedAt", last_skipped_reference AS "lastSkippedReference",
      payments_compared_at AS "paymentsComparedAt", payment_comparison AS payments, invoices_compared_at AS "invoicesComparedAt", invoice_comparison AS invoices,
      EXISTS (SELECT FROM invoice_issuers WHERE certificate IS NOT NULL) AS "needsInvoiceComparison",
      (SELECT count(*) FROM graphile_worker.jobs WHERE task_identifier LIKE 'mail\_%') AS "waitingEmails"
    FROM restores WHERE opened_at IS NULL`.execute(db);
  return rows[0];
}

const DAY_MS = 86_400_000;

/**
 * Compares the payments with the provider's: all that changed since the day before the restored instant, and those of
 * each unpaid order by its id. Payments of known orders are credited. Payments of orders that the restore lost are
 * listed, so that staff refund them or place the order again. Throws if the provider does not answer. If a payment is
 * malformed, throws after it has compared the others.
 */
export async function compareRestoredPayments(app: App): Promise<PaymentComparison> {
  const restore = await findUnfinishedRestore(app);
  if (!restore) return { checked: 0, isComplete: true, credited: 0, lost: [] };
  const changedSince = new Date(restore.restorePointAt.getTime() - DAY_MS);
  const { payments: providerPayments, error } = await app.payments.findPayments({ changedSince }, "job");
  const lostPayments: PaymentSnapshot[] = [];
  let creditedCount = 0;
  for (const payment of providerPayments) {
    const outcome = await applyPayment(app, payment);
    if (outcome === "credited") creditedCount++;
    if (outcome === "unknown_order" && payment.orderRef !== null) lostPayments.push(payment);
  }
  const unpaidOrders = await app.db
    .selectFrom("orders")
    .select("id")
    .where("status", "=", "WAITING_PAYMENT")
    .where("payment_method", "=", "MP")
    .where((query) => query.exists(query.selectFrom("payment_checkouts as c").whereRef("c.order_id", "=", "orders.id")))
    .execute();
  for (const { id } of unpaidOrders) await reconcileOrderPayments(app, id, "job");
  if (error) throw error;
  const payments: PaymentComparison = {
    checked: providerPayments.length,
    isComplete: providerPayments.length < MAX_FOUND_PAYMENTS,
    credited: creditedCount,
    lost: lostPayments.map(({ id, orderRef, cents, refundedCents, rawStatus, createdAt }) => ({
      id,
      orderRef: orderRef!,
      cents,
      refundedCents,
      status: rawStatus,
      createdAt: createdAt.toISOString(),
    })),
  };
  await app.db
    .updateTable("restores")
    .set({ payments_compared_at: sql<Date>`clock_timestamp()`, payment_comparison: JSON.stringify(payments) })
    .where("opened_at", "is", null)
    .execute();
  return payments;
}

/** Job, each minute: compares the payments once if the shop is closed by a restore. */
export async function compareIfRestored(app: App): Promise<void> {
  const restore = await findUnfinishedRestore(app);
  if (restore && !restore.paymentsComparedAt) await compareRestoredPayments(app);
}

/**
 * Compares stamped XML files, downloaded from SAT or the PAC, with the invoices here. Neither of them has an API that
 * lists invoices. `files` is null if the owner declares that nothing was invoiced since the backup.
 */
export async function compareRestoredInvoices(
  app: App,
  files: readonly { name: string; bytes: Uint8Array }[] | null,
): Promise<InvoiceComparison> {
  const invoices: InvoiceComparison = { checked: files?.length ?? 0, isDeclared: files === null, unknown: [] };
  for (const { name, bytes } of files ?? []) {
    const unknownStamp = await findUnknownStamp(app.db, bytes);
    if (unknownStamp === null) continue;
    invoices.unknown.push(isRefusal(unknownStamp) ? { name } : { name, ...unknownStamp });
  }
  await app.db
    .updateTable("restores")
    .set({ invoices_compared_at: sql<Date>`clock_timestamp()`, invoice_comparison: JSON.stringify(invoices) })
    .where("opened_at", "is", null)
    .execute();
  return invoices;
}

/** Records the owner's declaration that nothing was invoiced since the backup. */
export async function declareNoInvoices(app: App, by: Actor): Promise<"declared" | Refusal<"no_restore">> {
  const restore = await findUnfinishedRestore(app);
  if (!restore) return refuse("no_restore");
  await compareRestoredInvoices(app, null);
  await logChange(app.db, by, { action: "restore-invoices", object: { kind: "restore", id: restore.id } });
  return "declared";
}
