import { z } from "zod";
import { EMAIL_KINDS } from "../../domain/email-kinds.ts";
import { MOVE_CAUSES } from "../../domain/move-cause.ts";
import { ORDER_STATUSES } from "../../domain/order-status.ts";
import { RETURN_STATES } from "../../domain/return.ts";

const NoPayload = z.object({});
const OrderJob = z.object({ orderId: z.string() });
const InvoiceJob = z.object({ invoiceId: z.string() });

/** The payload that most emails about an order have in common. */
const OrderEmail = OrderJob.extend({
  /**
   * The key that opens the order, for the link in a guest's email. Null for a customer with an account, except in the
   * confirmation of the order.
   */
  key: z.string().nullable(),
  /** A unique value if staff send the same email once more, so that the message gets another id. */
  again: z.string().optional(),
});
/** `id` is created with the job, so that each attempt sends the same message. */
const Message = z.object({ id: z.string() });
const WaitingListEmail = Message.extend({ shopId: z.string(), token: z.string() });
const Cents = z.int();

/**
 * Every job: its name and its payload. `enqueue` and `jobSql` accept nothing else, `job-worker.ts` names the handler of
 * each, and the worker checks a payload before its handler runs.
 */
export const JOBS = {
  mail_order_created: OrderEmail,
  mail_order_moved: OrderEmail.extend({ status: z.enum(ORDER_STATUSES), because: z.enum(MOVE_CAUSES).nullable() }),
  mail_orders_joined: OrderJob.extend({ overpaidCents: Cents, again: z.string().optional() }),
  mail_order_edited: OrderEmail.extend({ editId: z.string() }),
  mail_tracking_corrected: OrderEmail.extend({ trackingNumber: z.string(), correctionId: z.string().optional() }),
  mail_parcel_left: OrderEmail.extend({ parcelId: z.string() }),
  mail_order_delivered: OrderEmail,
  mail_pickup_ready: OrderEmail,
  mail_pickup_reminder: OrderEmail,
  mail_voucher: OrderEmail.extend({ paymentId: z.string() }),
  mail_payment_reminder: OrderEmail,
  mail_payment_asked: OrderEmail,
  mail_receipt_refused: OrderEmail.extend({ receiptId: z.string(), answer: z.string() }),
  mail_refund: OrderEmail.extend({ paymentId: z.string(), cents: Cents, allCents: Cents }),
  mail_transfer_refund: OrderEmail.extend({ refundId: z.string() }),
  mail_transfer_refund_withdrawn: OrderEmail.extend({ refundId: z.string() }),
  mail_return: OrderEmail.extend({ returnId: z.string(), state: z.enum(RETURN_STATES) }),
  mail_return_label: OrderEmail.extend({ purchaseId: z.string() }),
  mail_review_invitation: OrderEmail.extend({ token: z.string() }),
  mail_password_reset: z.object({ username: z.string(), shopId: z.string() }),
  mail_mailbox_code: Message.extend({ to: z.string(), code: z.string(), shopId: z.string() }),
  mail_account_changed: Message.extend({
    to: z.string(),
    name: z.string(),
    shopId: z.string(),
    what: z.enum(["username", "password"]),
  }),
  mail_waiting_asked: WaitingListEmail,
  mail_waiting_offer: WaitingListEmail,
  mail_invoice: Message.extend({ invoiceId: z.string(), email: z.string(), isByStaff: z.boolean().optional() }),
  mail_invoice_cancelled: InvoiceJob.extend({ email: z.string() }),
  mail_sample: Message.extend({ shopId: z.string(), kind: z.enum(EMAIL_KINDS), to: z.string() }),
  mail_staff_invitation: z.object({ invitationId: z.string() }),
  mail_passkey_removed: Message.extend({ to: z.string(), name: z.string(), passkey: z.string() }),

  process_webhook: z.object({ paymentId: z.string() }),
  reconcile_payment: OrderJob,
  reconcile_changes: NoPayload,
  schedule_reconciliation: NoPayload,
  schedule_reminders: NoPayload,
  schedule_expiry: NoPayload,
  expire_order: OrderJob,
  refund_payment: z.object({ refundId: z.string() }),
  cancel_pending_payments: OrderJob,
  close_checkout: z.object({
    checkoutId: z.string(),
    /** Jobs that an earlier version queued have no `closedAt`. */
    closedAt: z.iso.datetime().default(() => new Date().toISOString()),
  }),
  purge_receipts: NoPayload,
  compare_receipts: NoPayload,
  purge_webhooks: NoPayload,

  offer_returned: z.object({ sizeId: z.string() }),
  schedule_offers: NoPayload,
  purge_places: NoPayload,

  announce_offers: NoPayload,

  purge_review_pictures: NoPayload,
  purge_return_pictures: NoPayload,
  end_unpaid_exchange: z.object({ returnId: z.string() }),
  schedule_review_invitations: NoPayload,

  buy_label: z.object({ purchaseId: z.string() }),
  schedule_labels: NoPayload,
  track_parcels: NoPayload,
  purge_quotes: NoPayload,
  remind_uncollected: NoPayload,
  expire_pickups: NoPayload,
  track_guide: z.object({ guide: z.string() }),

  stamp_invoice: InvoiceJob,
  schedule_stamps: NoPayload,
  cancel_invoice: InvoiceJob,
  schedule_cancellations: NoPayload,
  issue_complement: z.object({ paymentId: z.string() }),
  schedule_complements: NoPayload,
  invoice_delivered: OrderJob,
  apply_deposit: InvoiceJob,
  schedule_deposits: NoPayload,
  warn_of_csd: NoPayload,
  prepare_globals: NoPayload,
  remind_complements: NoPayload,
  continue_own_invoice: z.object({ requestId: z.int() }),
  schedule_own_invoices: NoPayload,

  import_products: z.object({ importId: z.string() }),
  schedule_imports: z.object({ isFresh: z.boolean().optional() }),
  run_audit: z.object({ runId: z.string() }),
  /** `by` is the member of staff who started the backup. Null if the schedule did. */
  back_up: z.object({ by: z.string().nullable() }),
  back_up_files: NoPayload,
  verify_backup: NoPayload,
  schedule_backup: NoPayload,
  compare_restored_payments: NoPayload,
  purge_expired: NoPayload,
  purge_idempotency_keys: NoPayload,
} as const satisfies Record<string, z.ZodObject>;

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = z.output<(typeof JOBS)[Name]>;

/**
 * The jobs that run while the shop is closed after a restore. Payments are compared and backups continue. No email is
 * sent and no invoice is issued.
 */
export const JOBS_WHILE_CLOSED_BY_RESTORE: readonly JobName[] = [
  "process_webhook",
  "compare_restored_payments",
  "back_up",
  "back_up_files",
  "verify_backup",
  "schedule_backup",
  "run_audit",
  "purge_expired",
  "purge_idempotency_keys",
  "schedule_imports",
];

/**
 * At most one pending job of these names has the same key. If another one is added while a job with its key runs,
 * graphile-worker removes the key of the running job and ends its retries: only the new job is tried again.
 */
export const KEYED_JOBS = [
  "apply_deposit",
  "back_up",
  "buy_label",
  "cancel_invoice",
  "cancel_pending_payments",
  "continue_own_invoice",
  "expire_order",
  "import_products",
  "invoice_delivered",
  "issue_complement",
  "offer_returned",
  "process_webhook",
  "purge_receipts",
  "reconcile_payment",
  "stamp_invoice",
  "track_guide",
  "verify_backup",
] as const satisfies readonly JobName[];
export type KeyedJob = (typeof KEYED_JOBS)[number];
