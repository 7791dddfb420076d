import { compareIfRestored } from "./backup/compare-after-restore.ts";
import { backUpFiles, runBackup, runVerification, scheduleBackup } from "./backup/backup-jobs.ts";
import { buyLabel, scheduleLabels } from "./carrier-labels/buy-label.ts";
import { purgeQuotes } from "./carrier-labels/quote-cache.ts";
import { trackGuide, trackParcels } from "./carrier-labels/track-parcels.ts";
import { mailMailboxCode } from "./customers/confirm-mailbox.ts";
import { Logger, runMigrations, type TaskList } from "graphile-worker";
import type { App } from "./app.ts";
import type { DatabaseConfig } from "./db/database-config.ts";
import { openPoolWithoutTimeouts } from "./db/connect.ts";
import { JOBS, JOBS_WHILE_CLOSED_BY_RESTORE, type JobName, type JobPayload } from "./jobs/registry.ts";
import { purgeIdempotencyKeys } from "./http/idempotency.ts";
import type { JobTasks } from "./jobs/runner.ts";
import { superviseJobs, type WorkerOptions } from "./jobs/supervisor.ts";
import { expireOrder, scheduleExpiry } from "./payments/expire-order.ts";
import { purgeWebhooks } from "./payments/purge-webhooks.ts";
import {
  cancelPendingPayments,
  reconcileChanges,
  reconcileOrderPayments,
  scheduleReconciliation,
  processWebhooks,
} from "./payments/reconcile-payment.ts";
import { compareReceipts, purgeReceipts } from "./payments/purge-receipts.ts";
import { scheduleReminders } from "./payments/payment-reminders.ts";
import { refundPayment } from "./payments/refund-payment.ts";
import { mailPasswordReset } from "./sign-in/request-password-reset.ts";
import { purgeExpiredRows } from "./sign-in/purge-expired-rows.ts";
import { mailAccountChanged } from "./mail/send-account-mail.ts";
import { mailReturnLabel } from "./notifications/mail-return-label.ts";
import { mailReturn } from "./notifications/return-emails.ts";
import {
  mailPaymentRequested,
  mailPaymentReminder,
  mailReceiptRefused,
  mailRefund,
  mailTransferRefund,
  mailTransferRefundWithdrawn,
  mailVoucher,
} from "./notifications/payment-email-jobs.ts";
import {
  mailOrderCreated,
  mailOrderMoved,
  mailOrderEdited,
  mailOrdersJoined,
  mailTrackingCorrected,
} from "./notifications/order-email-jobs.ts";
import { mailPickupReady, mailPickupReminder } from "./notifications/pickup-email-jobs.ts";
import { mailOrderDelivered, mailParcelLeft } from "./notifications/parcel-email-jobs.ts";
import { announceOffers } from "./offers/announce-offers.ts";
import { mailReviewInvitation } from "./notifications/review-invitation.ts";
import { mailSample } from "./notifications/sample-email.ts";
import { scheduleCancellations, advanceCancellation } from "./invoicing/cancel-invoice.ts";
import { mailInvoice, mailInvoiceCancelled } from "./invoicing/send-invoice.ts";
import { applyDeposit, invoiceShippedOrder, scheduleDeposits } from "./invoicing/apply-deposit.ts";
import { issueComplement, scheduleComplements } from "./invoicing/payment-complements.ts";
import { scheduleStamps, stampInvoice } from "./invoicing/stamp-invoice.ts";
import { continueOwnInvoice, scheduleOwnInvoices } from "./invoicing/own-invoice.ts";
import { sendGlobalsOrReminders } from "./invoicing/send-globals-or-reminders.ts";
import { remindOfComplements } from "./invoicing/remind-complements.ts";
import { warnOfCsdExpiry } from "./invoicing/warn-of-csd-expiry.ts";
import { runImportJob, scheduleImports } from "./catalog/imports/run-import.ts";
import { expirePickups } from "./order-management/expire-pickups.ts";
import { remindOfUncollectedOrders } from "./pickups/remind-uncollected.ts";
import { endUnpaidExchange } from "./returns/end-unpaid-exchange.ts";
import { purgeReturnPictures } from "./returns/return-pictures.ts";
import { scheduleReviewInvitations } from "./reviews/invite-to-review.ts";
import { purgeReviewPictures } from "./reviews/review-pictures.ts";
import { isClosedByRestore } from "./shops/closed-by-restore.ts";
import { mailStaffInvitation } from "./staff/mail-invitation.ts";
import { mailPasskeyRemoved } from "./staff/mail-passkey-removed.ts";
import { runRequestedAudit } from "./system/audit-runs.ts";
import { runInSpan } from "./tracing/spans.ts";
import { purgePlaces } from "./waiting-list/purge-places.ts";
import { mailWaitingListConfirmation, mailWaitingListOffer } from "./waiting-list/mail-places.ts";
import { offerAvailablePieces, scheduleOffers } from "./waiting-list/offer-pieces.ts";

type Handlers = { [Name in JobName]: (app: App, payload: JobPayload<Name>) => Promise<unknown> };

/** The handler of each job in the registry. */
const HANDLERS: Handlers = {
  mail_order_created: mailOrderCreated,
  mail_order_moved: mailOrderMoved,
  mail_order_edited: mailOrderEdited,
  mail_orders_joined: mailOrdersJoined,
  mail_tracking_corrected: mailTrackingCorrected,
  mail_parcel_left: mailParcelLeft,
  mail_order_delivered: mailOrderDelivered,
  mail_pickup_ready: mailPickupReady,
  mail_pickup_reminder: mailPickupReminder,
  mail_voucher: mailVoucher,
  mail_payment_reminder: mailPaymentReminder,
  mail_payment_asked: mailPaymentRequested,
  mail_receipt_refused: mailReceiptRefused,
  mail_refund: mailRefund,
  mail_transfer_refund: mailTransferRefund,
  mail_transfer_refund_withdrawn: mailTransferRefundWithdrawn,
  mail_return: mailReturn,
  mail_return_label: mailReturnLabel,
  mail_review_invitation: mailReviewInvitation,
  mail_password_reset: mailPasswordReset,
  mail_mailbox_code: mailMailboxCode,
  mail_account_changed: mailAccountChanged,
  mail_waiting_asked: mailWaitingListConfirmation,
  mail_waiting_offer: mailWaitingListOffer,
  mail_invoice: mailInvoice,
  mail_invoice_cancelled: mailInvoiceCancelled,
  mail_sample: mailSample,
  mail_staff_invitation: mailStaffInvitation,
  mail_passkey_removed: mailPasskeyRemoved,

  process_webhook: processWebhooks,
  reconcile_payment: (app, { orderId }) => reconcileOrderPayments(app, orderId, "job"),
  reconcile_changes: reconcileChanges,
  schedule_reconciliation: scheduleReconciliation,
  schedule_reminders: scheduleReminders,
  schedule_expiry: scheduleExpiry,
  expire_order: expireOrder,
  refund_payment: refundPayment,
  cancel_pending_payments: (app, { orderId }) => cancelPendingPayments(app, orderId),
  close_checkout: (app, { checkoutId, closedAt }) => app.payments.closeCheckout(checkoutId, new Date(closedAt)),
  purge_receipts: purgeReceipts,
  compare_receipts: compareReceipts,
  purge_webhooks: purgeWebhooks,

  offer_returned: offerAvailablePieces,
  schedule_offers: scheduleOffers,
  purge_places: purgePlaces,

  announce_offers: announceOffers,

  purge_review_pictures: purgeReviewPictures,
  purge_return_pictures: purgeReturnPictures,
  end_unpaid_exchange: endUnpaidExchange,
  schedule_review_invitations: scheduleReviewInvitations,

  buy_label: (app, { purchaseId }) => buyLabel(app, purchaseId),
  schedule_labels: scheduleLabels,
  track_parcels: trackParcels,
  purge_quotes: purgeQuotes,
  remind_uncollected: (app) => remindOfUncollectedOrders(app),
  expire_pickups: (app) => expirePickups(app),
  track_guide: (app, { guide }) => trackGuide(app, guide),

  stamp_invoice: (app, { invoiceId }) => stampInvoice(app, invoiceId),
  schedule_stamps: scheduleStamps,
  cancel_invoice: (app, { invoiceId }) => advanceCancellation(app, invoiceId),
  schedule_cancellations: scheduleCancellations,
  issue_complement: (app, { paymentId }) => issueComplement(app, paymentId, null),
  schedule_complements: scheduleComplements,
  invoice_delivered: (app, { orderId }) => invoiceShippedOrder(app, orderId),
  apply_deposit: (app, { invoiceId }) => applyDeposit(app, invoiceId, null),
  schedule_deposits: scheduleDeposits,
  warn_of_csd: (app) => warnOfCsdExpiry(app),
  prepare_globals: (app) => sendGlobalsOrReminders(app),
  remind_complements: (app) => remindOfComplements(app),
  continue_own_invoice: (app, { requestId }) => continueOwnInvoice(app, requestId),
  schedule_own_invoices: scheduleOwnInvoices,

  import_products: runImportJob,
  schedule_imports: scheduleImports,
  run_audit: runRequestedAudit,
  back_up: runBackup,
  back_up_files: backUpFiles,
  verify_backup: runVerification,
  schedule_backup: scheduleBackup,
  compare_restored_payments: compareIfRestored,
  purge_expired: purgeExpiredRows,
  purge_idempotency_keys: purgeIdempotencyKeys,
};

/** The handlers in the form that the job runner calls. A job fails if its payload does not match its schema. */
function toTaskList(app: App): TaskList {
  const names = Object.keys(JOBS) as JobName[];
  return Object.fromEntries(
    names.map((name) => {
      const handle = HANDLERS[name] as (app: App, payload: unknown) => Promise<unknown>;
      const run = async (payload: unknown): Promise<void> => {
        const parent = (payload as { traceparent?: string } | null)?.traceparent;
        await runInSpan(`job ${name}`, { kind: "CONSUMER", parent }, () =>
          handle(app, JOBS[name].parse(payload ?? {})),
        );
      };
      return [name, run];
    }),
  );
}

/** The times are in UTC. The nightly reconciliation (`reconcile_changes`) runs at three in the morning in Mexico. */
const CRONTAB = `
17 * * * * purge_idempotency_keys
37 * * * * purge_expired
57 * * * * purge_webhooks
27 * * * * purge_receipts
0 10 * * * compare_receipts
7 * * * * purge_places
47 * * * * purge_review_pictures
43 * * * * purge_return_pictures
50 * * * * schedule_review_invitations
* * * * * schedule_imports
* * * * * schedule_offers
* * * * * announce_offers
* * * * * schedule_stamps
* * * * * schedule_labels
*/15 * * * * track_parcels
* * * * * schedule_cancellations
* * * * * schedule_complements
* * * * * schedule_deposits
* * * * * schedule_own_invoices
* * * * * schedule_reconciliation
* * * * * schedule_reminders
* * * * * schedule_expiry
0 9 * * * reconcile_changes
0 15 * * * warn_of_csd
13 * * * * prepare_globals
5 15 * * * remind_complements
33 * * * * purge_quotes
20 15-23 * * * remind_uncollected
25 15-23 * * * expire_pickups
*/5 * * * * schedule_backup
*/5 * * * * back_up_files
`;

/**
 * Returns a function that chooses the jobs: all, or only those that run while the shop is closed after a restore. It
 * returns the same object for the same state, because the supervisor restarts the runner for another object.
 */
function createTaskSelector(app: App): (isClosed: boolean) => JobTasks {
  const allTasks = toTaskList(app);
  const tasksWhileClosed = JOBS_WHILE_CLOSED_BY_RESTORE.map((name) => [name, allTasks[name]!] as const);
  const openShopTasks: JobTasks = { taskList: allTasks, crontab: CRONTAB };
  const closedShopTasks: JobTasks = {
    taskList: Object.fromEntries(tasksWhileClosed),
    crontab: CRONTAB.split("\n")
      .filter((line) => (JOBS_WHILE_CLOSED_BY_RESTORE as readonly string[]).includes(line.split(" ").at(-1)!))
      .concat("* * * * * compare_restored_payments")
      .join("\n"),
  };
  return (isClosed) => (isClosed ? closedShopTasks : openShopTasks);
}

/** Migrates the job runner's own tables. */
export async function migrateJobs(databaseConfig: DatabaseConfig): Promise<void> {
  const pool = openPoolWithoutTimeouts(databaseConfig);
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  } finally {
    await pool.end();
  }
}

/** Runs jobs until it is stopped. Tests pass other options. */
export function startWorker(app: App, options?: WorkerOptions): { stop(): Promise<void> } {
  const selectTasks = createTaskSelector(app);
  return superviseJobs(app, async () => selectTasks(await isClosedByRestore(app.db)), options);
}
