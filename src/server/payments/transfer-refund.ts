import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { isDay, formatMexicoTime } from "../../domain/mexico-time.ts";
import type { Cents } from "../../domain/money.ts";
import { isActionPossible } from "../../domain/order-actions.ts";
import { summarizePayments } from "../../domain/payment.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { lockOrder, type LockedOrder } from "../orders/move-order.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { applyPaymentsToOrder } from "./apply-payment.ts";
import { paymentsOf, type StoredPayment } from "../order-money/queries.ts";
import { readPictureOrPdf } from "./transfer-receipt.ts";

export interface TransferRefundInput {
  /** Generated with the form, so that a form sent twice records one refund. */
  id: string;
  cents: Cents;
  /** The day the money left the shop's account, "2026-11-21" in Mexico City. */
  sentOn: string;
  /** The bank's reference or tracking key of the transfer back. */
  reference: string;
  reason: string;
  /** The bank's proof, a picture or a PDF; null without one. */
  proof: Buffer | null;
  /** The refundable amount that staff saw, in centavos. The refund is refused if that amount has changed. */
  seenCents?: Cents;
  /** Staff confirmed that this may cancel the order, because all its money is returned. */
  mayCancelOrder: boolean;
  actor: string;
  /** A member of staff, or the person at the console. */
  by: Actor;
  /** The return of pieces that is refunded, if any. Its own email states the refund, so no other email is sent. */
  returnId?: string;
}

export type TransferRefundRefusal = Refusal<
  | "order_not_found"
  | "order_changed"
  | "move_not_allowed"
  | "refund_amount_wrong"
  | "refund_day_wrong"
  | "refund_reference_missing"
  | "refund_reference_taken"
  | "refund_reason_missing"
  | "refund_proof_unreadable"
  | "refund_ends_order"
  | "nothing_to_send_back"
  | "refund_too_much"
>;

const REFERENCE_PATTERN = /^[0-9A-Z-]{1,40}$/;
const MAX_REASON_CHARACTERS = 200;

/**
 * Records that staff sent all or a part of a customer's transfer back, from the shop's account. This function moves no
 * money. The refunded payments count as refunded from then on: for the order, its flags, the reports and the invoices.
 * If all the money is returned before the order is shipped, the order is cancelled, as after a refund by the provider.
 * Without staff's confirmation (`mayCancelOrder`) such a refund is refused. The customer gets an email, unless the
 * refund is for a return. Money that was paid online is refunded through the provider (request-refund.ts).
 */
export async function recordTransferRefund(
  app: App,
  orderId: string,
  uncheckedInput: TransferRefundInput,
): Promise<{ cents: Cents } | TransferRefundRefusal> {
  const input = checkInput(uncheckedInput);
  if (isRefusal(input)) return input;
  const proof = input.proof && (await readPictureOrPdf(input.proof));
  if (proof === undefined) return refuse("refund_proof_unreadable");
  // These checks avoid storing a file for nothing. The refundable amount is checked again under the lock.
  const [order, refundableCents] = [
    await findOrderPlacementDay(app.genericPlanDb, orderId),
    await readTransferRefundableCents(app.genericPlanDb, orderId),
  ];
  if (!order) return refuse("order_not_found");
  if (input.sentOn < order.day) return refuse("refund_day_wrong");
  const mayBeRecorded = refundableCents > 0 && !(await findTransferRefund(app.genericPlanDb, input.id));
  const file = proof && mayBeRecorded ? `${randomUUID()}.${proof.type === "application/pdf" ? "pdf" : "jpg"}` : null;
  if (file && proof) await app.privateFiles.put(file, proof.bytes, proof.type);
  return transact(app.db, (tx) =>
    recordCheckedRefund(tx, orderId, input, file && proof ? { file, type: proof.type } : null),
  );
}

/** The same as `recordTransferRefund`, in the caller's transaction and without a proof. */
export async function recordTransferRefundInTransaction(
  tx: Tx,
  orderId: string,
  uncheckedInput: Omit<TransferRefundInput, "proof">,
): Promise<{ cents: Cents } | TransferRefundRefusal> {
  const input = checkInput({ ...uncheckedInput, proof: null });
  if (isRefusal(input)) return input;
  const order = await findOrderPlacementDay(tx, orderId);
  if (!order) return refuse("order_not_found");
  return input.sentOn < order.day ? refuse("refund_day_wrong") : recordCheckedRefund(tx, orderId, input, null);
}

function checkInput(uncheckedInput: TransferRefundInput): TransferRefundInput | TransferRefundRefusal {
  const reference = uncheckedInput.reference.replaceAll(/\s/g, "").toUpperCase();
  const reason = uncheckedInput.reason.trim();
  if (!isId(uncheckedInput.id)) return refuse("order_changed");
  if (!Number.isSafeInteger(uncheckedInput.cents) || uncheckedInput.cents <= 0) return refuse("refund_amount_wrong");
  if (!isDay(uncheckedInput.sentOn) || uncheckedInput.sentOn > formatMexicoTime(new Date()).slice(0, 10))
    return refuse("refund_day_wrong");
  if (!REFERENCE_PATTERN.test(reference)) return refuse("refund_reference_missing");
  if (reason === "" || reason.length > MAX_REASON_CHARACTERS) return refuse("refund_reason_missing");
  return { ...uncheckedInput, reference, reason };
}

async function findOrderPlacementDay(db: Queryable, orderId: string): Promise<{ day: string } | undefined> {
  if (!isId(orderId)) return undefined;
  const { rows } = await sql<{ day: string }>`
    SELECT to_char(created_at AT TIME ZONE 'America/Mexico_City', 'YYYY-MM-DD') AS day FROM orders
    WHERE id = ${orderId}`.execute(db);
  return rows[0];
}

async function recordCheckedRefund(
  tx: Tx,
  orderId: string,
  input: TransferRefundInput,
  proof: { file: string; type: string } | null,
): Promise<{ cents: Cents } | TransferRefundRefusal> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse("order_not_found");
  const recordedRefund = await findTransferRefund(tx, input.id);
  // A repeated submit of the same form. Another transfer with this id comes from a page that is out of date.
  if (recordedRefund) {
    const isSame =
      recordedRefund.order_id === orderId &&
      recordedRefund.cents === input.cents &&
      recordedRefund.reference === input.reference;
    return isSame && recordedRefund.withdrawn_at === null ? { cents: recordedRefund.cents } : refuse("order_changed");
  }
  if (!isActionPossible("refundTransfer", order.status)) return refuse("move_not_allowed");
  const payments = await paymentsOf(tx, orderId);
  const confirmedPayments = filterConfirmedPayments(payments);
  const refundableCents = refundableCentsOf(confirmedPayments);
  if (input.seenCents !== undefined && input.seenCents !== refundableCents) return refuse("order_changed");
  if (refundableCents === 0) return refuse("nothing_to_send_back");
  if (input.cents > refundableCents) return refuse("refund_too_much");
  if (await isReferenceTaken(tx, orderId, input.reference)) return refuse("refund_reference_taken");
  if (!input.mayCancelOrder && cancelsOrder(order, payments, input.cents)) return refuse("refund_ends_order");

  const { id, cents, sentOn, reference, reason, actor } = input;
  await tx
    .insertInto("transfer_refunds")
    .values({
      id,
      order_id: orderId,
      cents,
      sent_on: sentOn,
      reference,
      reason,
      actor,
      proof_file: proof?.file ?? null,
      proof_content_type: proof?.type ?? null,
    })
    .execute();
  let leftCents = cents;
  for (const payment of confirmedPayments.toReversed()) {
    const partCents = Math.min(leftCents, payment.cents - payment.refundedCents);
    if (partCents > 0) await refundPart(tx, payment, partCents, input);
    leftCents -= partCents;
  }
  await logChange(tx, input.by, {
    action: "order-refund-transfer",
    object: { kind: "order", id: orderId },
    after: { refundCents: cents, sentOn, reference, reason },
  });
  if (!input.returnId) await enqueueOrderEmail(tx, orderId, "mail_transfer_refund", { refundId: id });
  await applyPaymentsToOrder(tx, orderId);
  return { cents };
}

function findTransferRefund(db: Queryable, id: string) {
  return db
    .selectFrom("transfer_refunds")
    .select(["order_id", "cents", "reference", "withdrawn_at"])
    .where("id", "=", id)
    .executeTakeFirst();
}

async function isReferenceTaken(tx: Tx, orderId: string, reference: string): Promise<boolean> {
  const row = await tx
    .selectFrom("transfer_refunds")
    .select("id")
    .where("order_id", "=", orderId)
    .where("reference", "=", reference)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this refund returns all the money of an unshipped order. Then the order is cancelled. */
function cancelsOrder(order: LockedOrder, payments: readonly StoredPayment[], cents: Cents): boolean {
  const { paidCents } = summarizePayments({ status: order.status, grandTotalCents: order.grand_total_cents }, payments);
  return order.status === "PAYMENT_ACCEPTED" && paidCents === cents;
}

/** Records the part of a transfer refund that belongs to one payment. */
async function refundPart(
  tx: Tx,
  payment: StoredPayment,
  partCents: Cents,
  { id, actor, reason, returnId }: TransferRefundInput,
): Promise<void> {
  await tx
    .insertInto("payment_refunds")
    .values({
      id: newId(),
      payment_id: payment.id,
      cents: partCents,
      refunded_before_cents: payment.refundedCents,
      state: "DONE",
      actor,
      reason,
      transfer_refund_id: id,
      return_id: returnId ?? null,
      ended_at: new Date(),
    })
    .execute();
  await sql`
    UPDATE payments SET refunded_cents = refunded_cents + ${partCents},
      state = CASE WHEN refunded_cents + ${partCents} = cents THEN 'REFUNDED' ELSE state END
    WHERE id = ${payment.id}`.execute(tx);
}

/** Payments that staff confirmed. The payment provider has no record of them. */
function filterConfirmedPayments(payments: readonly StoredPayment[]): StoredPayment[] {
  return payments.filter(({ provider, state }) => provider === "shop" && state === "APPROVED");
}

function refundableCentsOf(payments: readonly StoredPayment[]): Cents {
  return payments.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0);
}

/** The part of an order's transfers that has not been returned, in centavos. */
export async function readTransferRefundableCents(db: Queryable, orderId: string): Promise<Cents> {
  return isId(orderId) ? refundableCentsOf(filterConfirmedPayments(await paymentsOf(db, orderId))) : 0;
}

/** A transfer refund, as staff recorded it. */
export interface TransferRefund {
  id: string;
  cents: Cents;
  sentOn: string;
  reference: string;
  reason: string;
  actor: string;
  createdAt: Date;
  proofFile: string | null;
  proofContentType: string | null;
  withdrawnAt: Date | null;
  withdrawnBy: string | null;
  withdrawnReason: string | null;
}

/** The transfer refunds of an order and of the orders joined into it, oldest first, including withdrawn ones. */
export async function listTransferRefunds(db: Queryable, orderId: string): Promise<TransferRefund[]> {
  const { rows } = await sql<TransferRefund>`
    WITH RECURSIVE family AS (
      SELECT ${orderId}::uuid AS id UNION SELECT o.id FROM orders o JOIN family f ON o.joined_into_id = f.id)
    SELECT r.id, r.cents, r.sent_on::text AS "sentOn", r.reference, r.reason, r.actor, r.created_at AS "createdAt",
      r.proof_file AS "proofFile", r.proof_content_type AS "proofContentType", r.withdrawn_at AS "withdrawnAt",
      r.withdrawn_by AS "withdrawnBy", r.withdrawn_reason AS "withdrawnReason"
    FROM transfer_refunds r JOIN family f ON f.id = r.order_id ORDER BY r.created_at, r.id`.execute(db);
  return rows;
}
