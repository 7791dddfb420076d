import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Cents } from "../../domain/money.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { paymentsOf } from "../order-money/queries.ts";
import { enqueue } from "../jobs/enqueue.ts";

interface Act {
  actor: string;
  reason: string;
}

/**
 * Asks the provider to give money of an order back: `cents` of what it still holds, or all of it. Written down first and
 * done in a job, so that no crash gives back twice or never. What staff confirmed by hand goes back by hand. `seenCents`:
 * what could be given back when staff looked; refused where that has changed, so that no form sent twice pays twice.
 */
export async function requestRefund(
  app: App,
  orderId: string,
  cents: Cents | null,
  { by, seenCents, ...act }: Act & { by?: Actor; seenCents?: Cents },
): Promise<{ cents: Cents } | Refusal<"order_not_found" | "order_changed" | "nothing_to_refund" | "refund_too_much">> {
  return transact(app.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse("order_not_found");
    const refundable = await refundablePayments(tx, orderId);
    const free = await refundableCents(tx, orderId);
    if (seenCents !== undefined && seenCents !== free) return refuse("order_changed");
    let asked = 0;
    let left = cents ?? Number.MAX_SAFE_INTEGER;
    for (const payment of refundable.toReversed()) {
      const part = Math.min(left, payment.cents - payment.refundedCents);
      if (part > 0 && (await requestRefundLocked(tx, payment, part, act))) {
        asked += part;
        left -= part;
      }
    }
    if (asked === 0) return refuse("nothing_to_refund");
    if (cents !== null && asked < cents) return refuse("refund_too_much");
    if (by) {
      const after = { refundCents: asked, reason: act.reason };
      await logChange(tx, by, { act: "order-refund", object: { kind: "order", id: orderId }, after });
    }
    return { cents: asked };
  });
}

/** What the provider still holds of this order's money: what staff confirmed by hand goes back by hand. */
async function refundablePayments(db: Queryable, orderId: string) {
  return (await paymentsOf(db, orderId)).filter(
    ({ provider, state, cents, refundedCents }) => provider !== "shop" && state === "APPROVED" && cents > refundedCents,
  );
}

/** What can be asked back now, in centavos: a payment whose refund is under way waits for its end. */
export async function refundableCents(db: Queryable, orderId: string): Promise<Cents> {
  const payments = await refundablePayments(db, orderId);
  if (payments.length === 0) return 0;
  const underWay = await db
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
    .filter(({ id }) => !underWay.some((refund) => refund.payment_id === id))
    .reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0);
}

/** One refund of a payment is under way at a time. False where one is already. The order's row must be locked. */
export async function requestRefundLocked(
  tx: Tx,
  payment: { id: string; refundedCents: number },
  cents: number,
  act: Act,
): Promise<boolean> {
  const id = newId();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("payment_refunds")
    .values({ id, payment_id: payment.id, cents, refunded_before_cents: payment.refundedCents, ...act })
    .onConflict((conflict) => conflict.column("payment_id").where("state", "=", "ASKED").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await enqueue(tx, "refund_payment", { refundId: id });
  return true;
}
