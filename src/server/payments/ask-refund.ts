import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";
import { paymentsOf } from "./queries.ts";

interface Act {
  actor: string;
  reason: string;
}

/**
 * Asks the provider to give money of an order back: `cents` of what it still holds, or all of it. Written down first and
 * done in a job, so that no crash gives back twice or never. What staff confirmed by hand goes back by hand.
 */
export async function askRefund(
  app: App,
  orderId: string,
  cents: number | null,
  act: Act,
): Promise<{ cents: number } | Refusal<"order_not_found" | "nothing_to_refund" | "refund_too_much">> {
  return transact(app.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse("order_not_found");
    const refundable = (await paymentsOf(tx, orderId)).filter(
      ({ provider, state, cents: whole, refundedCents }) =>
        provider !== "shop" && state === "APPROVED" && whole > refundedCents,
    );
    let asked = 0;
    let left = cents ?? Number.MAX_SAFE_INTEGER;
    for (const payment of refundable.toReversed()) {
      const part = Math.min(left, payment.cents - payment.refundedCents);
      if (part > 0 && (await askRefundLocked(tx, payment, part, act))) {
        asked += part;
        left -= part;
      }
    }
    if (asked === 0) return refuse("nothing_to_refund");
    if (cents !== null && asked < cents) return refuse("refund_too_much");
    return { cents: asked };
  });
}

/** One refund of a payment is under way at a time. False where one is already. The order's row must be locked. */
export async function askRefundLocked(
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
  await sql`SELECT graphile_worker.add_job('refund_payment', json_build_object('refundId', ${id}::text))`.execute(tx);
  return true;
}
