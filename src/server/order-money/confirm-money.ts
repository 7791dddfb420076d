import type { OrderStatus } from "../../domain/order-status.ts";
import { summarizePayments } from "../../domain/payment.ts";
import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { paymentsOf } from "./queries.ts";

/** An order whose row this transaction has locked. */
interface LockedOrderTotal {
  id: string;
  status: OrderStatus;
  grand_total_cents: number;
}

/**
 * Records the money that is missing of an order as a payment. `actor` confirms that it arrived, by bank transfer or in
 * cash. Receipts that staff have not answered become accepted.
 */
export async function confirmMissingMoney(tx: Tx, order: LockedOrderTotal, actor: string): Promise<void> {
  const { paidCents } = summarizePayments(
    { status: order.status, grandTotalCents: order.grand_total_cents },
    await paymentsOf(tx, order.id),
  );
  const missingCents = order.grand_total_cents - paidCents;
  if (missingCents > 0) {
    const id = newId();
    const now = new Date();
    await tx
      .insertInto("payments")
      .values({
        id,
        order_id: order.id,
        provider: "shop",
        provider_payment_id: id,
        state: "APPROVED",
        cents: missingCents,
        kind: "transfer",
        method: "confirmado por la tienda",
        raw_status: "confirmed",
        provider_updated_at: now,
        paid_at: now,
        actor,
      })
      .execute();
  }
  await tx
    .updateTable("transfer_receipts")
    .set({ state: "ACCEPTED", answered_at: new Date(), answered_by: actor })
    .where("order_id", "=", order.id)
    .where("state", "=", "SUBMITTED")
    .execute();
}
