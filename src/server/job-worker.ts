import { mailMailboxCode } from "./customers/confirm-mailbox.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, run, runMigrations, type Runner, type TaskList } from "graphile-worker";
import pg, { type PoolConfig } from "pg";
import type { App } from "./app.ts";
import { LONGEST_JOB_MINUTES, releaseStaleLocks } from "./jobs/release-stale-locks.ts";
import { expireOrder, scheduleExpiry } from "./payments/expire-order.ts";
import { purgeWebhooks } from "./payments/purge-webhooks.ts";
import {
  cancelPending,
  reconcileChanges,
  reconcilePayment,
  scheduleReconciliation,
  processWebhooks,
} from "./payments/reconcile-payment.ts";
import { compareReceipts, purgeReceipts } from "./payments/purge-receipts.ts";
import { scheduleReminders } from "./payments/remind.ts";
import { refundPayment } from "./payments/refund-payment.ts";
import { mailPasswordReset } from "./sign-in/forgot-password.ts";
import { purgeExpired } from "./sign-in/purge-expired.ts";
import { mailAccountChanged } from "./mail/send-account-mail.ts";
import type { OrderMail } from "./notifications/order-mail.ts";
import {
  mailPaymentRequested,
  mailPaymentReminder,
  mailReceiptRefused,
  mailRefund,
  mailTransferRefund,
  mailTransferRefundWithdrawn,
  mailVoucher,
} from "./notifications/send-payment-mail.ts";
import {
  mailOrderCreated,
  mailOrderMoved,
  mailOrdersJoined,
  mailTrackingCorrected,
} from "./notifications/send-order-mail.ts";
import { mailSample } from "./notifications/sample-email.ts";
import { scheduleCancellations, followCancellation } from "./invoicing/cancel-invoice.ts";
import { mailInvoice, mailInvoiceCancelled } from "./invoicing/send-invoice.ts";
import { scheduleStamps, stampInvoice } from "./invoicing/stamp-invoice.ts";
import { warnOfCsd } from "./invoicing/warn-of-csd.ts";
import { importPieces, scheduleImports } from "./catalog/imports/run-import.ts";
import { mailStaffInvitation } from "./staff/mail-invitation.ts";
import { mailPasskeyRemoved } from "./staff/mail-passkey-removed.ts";
import { runRequestedAudit } from "./system/audit-runs.ts";
import { purgePlaces } from "./waiting-list/purge-places.ts";
import { mailWaitingConfirmation, mailWaitingOffer } from "./waiting-list/mail-places.ts";
import { offerReturned, scheduleOffers } from "./waiting-list/offer-returned.ts";

/** Every job by its name, as `graphile_worker.add_job` is told it. */
function tasks(app: App): TaskList {
  return {
    mail_order_created: (payload) => mailOrderCreated(app, payload as OrderMail),
    mail_order_moved: (payload) => mailOrderMoved(app, payload as Parameters<typeof mailOrderMoved>[1]),
    mail_orders_joined: (payload) => mailOrdersJoined(app, payload as Parameters<typeof mailOrdersJoined>[1]),
    mail_tracking_corrected: (payload) =>
      mailTrackingCorrected(app, payload as Parameters<typeof mailTrackingCorrected>[1]),
    mail_voucher: (payload) => mailVoucher(app, payload as Parameters<typeof mailVoucher>[1]),
    mail_payment_reminder: (payload) => mailPaymentReminder(app, payload as OrderMail),
    mail_payment_asked: (payload) => mailPaymentRequested(app, payload as OrderMail),
    mail_receipt_refused: (payload) => mailReceiptRefused(app, payload as Parameters<typeof mailReceiptRefused>[1]),
    mail_refund: (payload) => mailRefund(app, payload as Parameters<typeof mailRefund>[1]),
    mail_transfer_refund: (payload) => mailTransferRefund(app, payload as Parameters<typeof mailTransferRefund>[1]),
    mail_transfer_refund_withdrawn: (payload) =>
      mailTransferRefundWithdrawn(app, payload as Parameters<typeof mailTransferRefundWithdrawn>[1]),
    mail_password_reset: (payload) => mailPasswordReset(app, payload as Parameters<typeof mailPasswordReset>[1]),
    mail_mailbox_code: (payload) => mailMailboxCode(app, payload as Parameters<typeof mailMailboxCode>[1]),
    mail_account_changed: (payload) => mailAccountChanged(app, payload as Parameters<typeof mailAccountChanged>[1]),
    process_webhook: (payload) => processWebhooks(app, payload as { paymentId: string }),
    reconcile_payment: async (payload) =>
      void (await reconcilePayment(app, (payload as { orderId: string }).orderId, "job")),
    mail_waiting_asked: (payload) =>
      mailWaitingConfirmation(app, payload as Parameters<typeof mailWaitingConfirmation>[1]),
    mail_waiting_offer: (payload) => mailWaitingOffer(app, payload as Parameters<typeof mailWaitingOffer>[1]),
    offer_returned: (payload) => offerReturned(app, payload as { sizeId: string }),
    schedule_offers: () => scheduleOffers(app),
    stamp_invoice: async (payload) => void (await stampInvoice(app, (payload as { invoiceId: string }).invoiceId)),
    cancel_invoice: (payload) => followCancellation(app, (payload as { invoiceId: string }).invoiceId),
    schedule_cancellations: () => scheduleCancellations(app),
    mail_invoice_cancelled: (payload) =>
      mailInvoiceCancelled(app, payload as Parameters<typeof mailInvoiceCancelled>[1]),
    warn_of_csd: () => warnOfCsd(app),
    schedule_stamps: () => scheduleStamps(app),
    mail_invoice: (payload) => mailInvoice(app, payload as Parameters<typeof mailInvoice>[1]),
    mail_sample: (payload) => mailSample(app, payload as Parameters<typeof mailSample>[1]),
    mail_staff_invitation: (payload) => mailStaffInvitation(app, payload as { invitationId: string }),
    mail_passkey_removed: (payload) => mailPasskeyRemoved(app, payload as Parameters<typeof mailPasskeyRemoved>[1]),
    import_products: (payload) => importPieces(app, payload as { importId: string }),
    schedule_imports: (payload) => scheduleImports(app, payload as { isFresh?: boolean }),
    run_audit: (payload) => runRequestedAudit(app, payload as { runId: string }),
    purge_places: () => purgePlaces(app),
    release_stale_locks: () => releaseStaleLocks(app.db, LONGEST_JOB_MINUTES),
    schedule_reconciliation: () => scheduleReconciliation(app),
    reconcile_changes: () => reconcileChanges(app),
    schedule_reminders: () => scheduleReminders(app),
    schedule_expiry: () => scheduleExpiry(app),
    expire_order: (payload) => expireOrder(app, payload as { orderId: string }),
    refund_payment: (payload) => refundPayment(app, payload as { refundId: string }),
    cancel_pending_payments: (payload) => cancelPending(app, (payload as { orderId: string }).orderId),
    close_checkout: (payload) => app.payments.closeCheckout((payload as { checkoutId: string }).checkoutId),
    purge_receipts: () => purgeReceipts(app),
    compare_receipts: () => compareReceipts(app),
    purge_webhooks: () => purgeWebhooks(app),
    purge_expired: () => purgeExpired(app),
    purge_idempotency_keys: async () => {
      await app.db
        .deleteFrom("idempotency_keys")
        .where("started_at", "<", new Date(Date.now() - 24 * 3_600_000))
        .execute();
    },
  };
}

/** In UTC: the nightly look is at three in the morning in Mexico. */
const CRONTAB = `
17 * * * * purge_idempotency_keys
37 * * * * purge_expired
57 * * * * purge_webhooks
27 * * * * purge_receipts
0 10 * * * compare_receipts
* * * * * release_stale_locks
7 * * * * purge_places
* * * * * schedule_imports
* * * * * schedule_offers
* * * * * schedule_stamps
* * * * * schedule_cancellations
* * * * * schedule_reconciliation
* * * * * schedule_reminders
* * * * * schedule_expiry
0 9 * * * reconcile_changes
0 15 * * 1 warn_of_csd
`;

/** The runner keeps its connections: a lost one is its to report, never the process's end. */
function openRunnerPool(address: PoolConfig, max: number): pg.Pool {
  const pool = new pg.Pool({ ...address, max, connectionTimeoutMillis: 5_000 });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Brings the job runner's own tables up to date. */
export async function migrateJobs(address: PoolConfig): Promise<void> {
  const pool = openRunnerPool(address, 1);
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  } finally {
    await pool.end();
  }
}

/**
 * Works jobs off until stopped; a stop lets running ones finish and gives the others back. A database that is gone for
 * a while is waited for: the runner is started again.
 */
export function startWorker(app: App): { stop(): Promise<void> } {
  let runner: Runner | undefined;
  const stopping = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const pool = openRunnerPool(app.address, 6);
      try {
        runner = await run({
          pgPool: pool,
          taskList: tasks(app),
          crontab: CRONTAB,
          concurrency: 4,
          // Unbatched, the runner does not wait for "this job is done": a stop would cut it off, and a lost connection
          // would be a rejection that nobody handles.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
          pollInterval: 1_000,
          noHandleSignals: true,
          logger: new Logger(() => (level, message) => {
            if (level === "error" || level === "warning") app.log.warn({ message }, "job runner");
          }),
        });
        // A stop that came while it was starting did not find it yet.
        if (stopping.signal.aborted) await runner.stop();
        else {
          // Of the process before this one.
          await runner.addJob("schedule_imports", { isFresh: true });
          await runner.promise;
        }
      } catch (error) {
        app.log.warn({ err: error }, "job runner stopped");
      } finally {
        runner = undefined;
        await pool.end().catch(() => {});
      }
      if (!stopping.signal.aborted) await sleep(1_000);
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      await runner?.stop().catch(() => {});
      await running;
    },
  };
}
