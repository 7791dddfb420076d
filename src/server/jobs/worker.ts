import { mailMailboxCode } from "../customers/confirm-mailbox.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, run, runMigrations, type Runner, type TaskList } from "graphile-worker";
import pg, { type PoolConfig } from "pg";
import type { App } from "../app.ts";
import { LONGEST_JOB_MINUTES, unlockDead } from "./unlock-dead.ts";
import { expireOrder, planExpiry } from "../payments/expire-order.ts";
import { forgetOldNews } from "../payments/forget-old-news.ts";
import { cancelPending, lookAtChanges, lookAtOrder, planLooks, workOffNews } from "../payments/look-at-order.ts";
import { compareReceipts, tidyReceipts } from "../payments/tidy-receipts.ts";
import { planReminders } from "../payments/remind.ts";
import { refundPayment } from "../payments/refund-payment.ts";
import { mailPasswordReset } from "../sessions/forgot-password.ts";
import { forgetWhatEnded } from "../sessions/forget-what-ended.ts";
import { mailAccountChanged } from "../mail/send-account-mail.ts";
import type { OrderMail } from "../mail/order-mail.ts";
import {
  mailPaymentAsked,
  mailPaymentReminder,
  mailReceiptRefused,
  mailRefund,
  mailTransferRefund,
  mailTransferRefundWithdrawn,
  mailVoucher,
} from "../mail/send-payment-mail.ts";
import { mailOrderCreated, mailOrderMoved, mailOrdersJoined, mailTrackingCorrected } from "../mail/send-order-mail.ts";
import { mailSample } from "../mail/sample-letters.ts";
import { planCancellations, pursueCancellation } from "../invoicing/cancel-invoice.ts";
import { mailInvoice, mailInvoiceCancelled } from "../invoicing/send-invoice.ts";
import { planStamps, stampInvoice } from "../invoicing/stamp-invoice.ts";
import { warnOfCsd } from "../invoicing/warn-of-csd.ts";
import { importPieces, planImports } from "../catalog/imports/run-import.ts";
import { mailStaffInvitation } from "../staff/mail-invitation.ts";
import { mailPasskeyRemoved } from "../staff/mail-passkey-removed.ts";
import { workOffAudit } from "../system/audit-runs.ts";
import { forgetPlaces } from "../waiting-list/forget-places.ts";
import { mailWaitingAsked, mailWaitingOffer } from "../waiting-list/mail-places.ts";
import { offerReturned, planOffers } from "../waiting-list/offer-returned.ts";

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
    mail_payment_asked: (payload) => mailPaymentAsked(app, payload as OrderMail),
    mail_receipt_refused: (payload) => mailReceiptRefused(app, payload as Parameters<typeof mailReceiptRefused>[1]),
    mail_refund: (payload) => mailRefund(app, payload as Parameters<typeof mailRefund>[1]),
    mail_transfer_refund: (payload) => mailTransferRefund(app, payload as Parameters<typeof mailTransferRefund>[1]),
    mail_transfer_refund_withdrawn: (payload) =>
      mailTransferRefundWithdrawn(app, payload as Parameters<typeof mailTransferRefundWithdrawn>[1]),
    mail_password_reset: (payload) => mailPasswordReset(app, payload as Parameters<typeof mailPasswordReset>[1]),
    mail_mailbox_code: (payload) => mailMailboxCode(app, payload as Parameters<typeof mailMailboxCode>[1]),
    mail_account_changed: (payload) => mailAccountChanged(app, payload as Parameters<typeof mailAccountChanged>[1]),
    payment_news: (payload) => workOffNews(app, payload as { paymentId: string }),
    look_at_order: async (payload) => void (await lookAtOrder(app, (payload as { orderId: string }).orderId, "job")),
    mail_waiting_asked: (payload) => mailWaitingAsked(app, payload as Parameters<typeof mailWaitingAsked>[1]),
    mail_waiting_offer: (payload) => mailWaitingOffer(app, payload as Parameters<typeof mailWaitingOffer>[1]),
    offer_returned: (payload) => offerReturned(app, payload as { sizeId: string }),
    plan_offers: () => planOffers(app),
    stamp_invoice: async (payload) => void (await stampInvoice(app, (payload as { invoiceId: string }).invoiceId)),
    cancel_invoice: (payload) => pursueCancellation(app, (payload as { invoiceId: string }).invoiceId),
    plan_cancellations: () => planCancellations(app),
    mail_invoice_cancelled: (payload) =>
      mailInvoiceCancelled(app, payload as Parameters<typeof mailInvoiceCancelled>[1]),
    warn_of_csd: () => warnOfCsd(app),
    plan_stamps: () => planStamps(app),
    mail_invoice: (payload) => mailInvoice(app, payload as Parameters<typeof mailInvoice>[1]),
    mail_sample: (payload) => mailSample(app, payload as Parameters<typeof mailSample>[1]),
    mail_staff_invitation: (payload) => mailStaffInvitation(app, payload as { invitationId: string }),
    mail_passkey_removed: (payload) => mailPasskeyRemoved(app, payload as Parameters<typeof mailPasskeyRemoved>[1]),
    import_products: (payload) => importPieces(app, payload as { importId: string }),
    plan_imports: (payload) => planImports(app, payload as { isFresh?: boolean }),
    run_audit: (payload) => workOffAudit(app, payload as { runId: string }),
    forget_places: () => forgetPlaces(app),
    unlock_dead_jobs: () => unlockDead(app.db, LONGEST_JOB_MINUTES),
    plan_looks: () => planLooks(app),
    look_at_changes: () => lookAtChanges(app),
    plan_reminders: () => planReminders(app),
    plan_expiry: () => planExpiry(app),
    expire_order: (payload) => expireOrder(app, payload as { orderId: string }),
    refund_payment: (payload) => refundPayment(app, payload as { refundId: string }),
    cancel_pending_payments: (payload) => cancelPending(app, (payload as { orderId: string }).orderId),
    close_checkout: (payload) => app.payments.closeCheckout((payload as { checkoutId: string }).checkoutId),
    tidy_receipts: () => tidyReceipts(app),
    compare_receipts: () => compareReceipts(app),
    forget_old_news: () => forgetOldNews(app),
    forget_what_ended: () => forgetWhatEnded(app),
    forget_old_idempotency_keys: async () => {
      await app.db
        .deleteFrom("idempotency_keys")
        .where("started_at", "<", new Date(Date.now() - 24 * 3_600_000))
        .execute();
    },
  };
}

/** In UTC: the nightly look is at three in the morning in Mexico. */
const CRONTAB = `
17 * * * * forget_old_idempotency_keys
37 * * * * forget_what_ended
57 * * * * forget_old_news
27 * * * * tidy_receipts
0 10 * * * compare_receipts
* * * * * unlock_dead_jobs
7 * * * * forget_places
* * * * * plan_imports
* * * * * plan_offers
* * * * * plan_stamps
* * * * * plan_cancellations
* * * * * plan_looks
* * * * * plan_reminders
* * * * * plan_expiry
0 9 * * * look_at_changes
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
          await runner.addJob("plan_imports", { isFresh: true });
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
