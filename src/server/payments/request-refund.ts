import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Cents } from "../../domain/money.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { paymentsOf } from "../order-money/queries.ts";
import { enqueue } from "../jobs/enqueue.ts";

interface RefundOrigin {
  actor: string;
  reason: string;
  /** The return of pieces that is refunded, if the refund is for one. */
  returnId?: string;
}

/**
 * Requests a refund of an order's money from the provider: `cents`, or all that the provider can refund if null. The
 * request is recorded first and a job sends it, so that a crash neither repeats nor loses the refund. Money that staff
 * confirmed manually is returned manually. `seenCents` is the refundable amount that staff saw. The request is refused
 * if that amount has changed, so that a form that is sent twice refunds once.
 */
export async function requestRefund(
  app: App,
  orderId: string,
  cents: Cents | null,
  { by, seenCents, ...refundOrigin }: RefundOrigin & { by?: Actor; seenCents?: Cents },
): Promise<{ cents: Cents } | Refusal<"order_not_found" | "order_changed" | "nothing_to_refund" | "refund_too_much">> {
  return transact(app.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse("order_not_found");
    if (seenCents !== undefined && seenCents !== (await readRefundableCents(tx, orderId)))
      return refuse("order_changed");
    const requestResult = await requestRefundsOfLockedOrder(tx, orderId, cents, refundOrigin);
    if (isRefusal(requestResult)) return requestResult;
    if (by) {
      const after = { refundCents: requestResult.cents, reason: refundOrigin.reason };
      await logChange(tx, by, { action: "order-refund", object: { kind: "order", id: orderId }, after });
    }
    return requestResult;
  });
}

/** Requests refunds of the order's payments, the last one first. The caller must have locked the order's row. */
export async function requestRefundsOfLockedOrder(
  tx: Tx,
  orderId: string,
  cents: Cents | null,
  refundOrigin: RefundOrigin,
): Promise<{ cents: Cents } | Refusal<"nothing_to_refund" | "refund_too_much">> {
  let requestedCents = 0;
  let leftCents = cents ?? Number.MAX_SAFE_INTEGER;
  for (const payment of (await listRefundablePayments(tx, orderId)).toReversed()) {
    const partCents = Math.min(leftCents, payment.cents - payment.refundedCents);
    if (partCents > 0 && (await requestRefundOfPayment(tx, payment, partCents, refundOrigin))) {
      requestedCents += partCents;
      leftCents -= partCents;
    }
  }
  if (requestedCents === 0) return refuse("nothing_to_refund");
  return cents !== null && requestedCents < cents ? refuse("refund_too_much") : { cents: requestedCents };
}

/**
 * Payments of this order, and of orders joined into it, that the provider can refund. Money that staff confirmed
 * manually is returned manually.
 */
async function listRefundablePayments(db: Queryable, orderId: string) {
  return (await paymentsOf(db, orderId)).filter(
    ({ provider, state, cents, refundedCents }) => provider !== "shop" && state === "APPROVED" && cents > refundedCents,
  );
}

/** What can be refunded now, in centavos. A payment with a refund under way is excluded until that refund ends. */
export async function readRefundableCents(db: Queryable, orderId: string): Promise<Cents> {
  const payments = await listRefundablePayments(db, orderId);
  if (payments.length === 0) return 0;
  const requestedRefunds = await db
    .selectFrom("payment_refunds")
    .select("payment_id")
    .where("state", "=", "ASKED")
    .where(
      "payment_id",
      "in",
      payments.map(({ id }) => id),
    )
    .execute();
  return payments
    .filter(({ id }) => !requestedRefunds.some((refund) => refund.payment_id === id))
    .reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0);
}

/**
 * Requests a refund of one payment. Returns false if a refund of that payment is already under way. The caller must
 * have locked the order's row.
 */
export async function requestRefundOfPayment(
  tx: Tx,
  payment: { id: string; refundedCents: number },
  cents: number,
  { returnId, ...refundOrigin }: RefundOrigin,
): Promise<boolean> {
  const id = newId();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("payment_refunds")
    .values({
      id,
      payment_id: payment.id,
      cents,
      refunded_before_cents: payment.refundedCents,
      return_id: returnId ?? null,
      ...refundOrigin,
    })
    .onConflict((conflict) => conflict.column("payment_id").where("state", "=", "ASKED").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await enqueue(tx, "refund_payment", { refundId: id });
  return true;
}
