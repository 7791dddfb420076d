import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { findOrderIncome, understatedCents } from "../invoicing/order-income.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { lockOrder } from "../orders/move-order.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { issueTickets } from "../tickets/issue-tickets.ts";
import { applyPaymentsToOrder } from "../payments/apply-payment.ts";
import { listTransferRefunds } from "../payments/transfer-refund.ts";

export type WithdrawRefundRefusal = Refusal<
  "order_not_found" | "refund_not_found" | "refund_reason_missing" | "refund_invoiced"
>;

/**
 * Withdraws the record of a transfer that was never sent, or was recorded with a wrong amount. To correct an amount,
 * staff withdraw the record and create a new one. The row stays, with the actor, the time and the reason. The money
 * counts as the shop's again, and the customer gets an email if an email had announced the refund. It is refused if an
 * invoice or a credit note already subtracts the refund: that document has to be cancelled first. An order that was
 * cancelled because of the refund stays cancelled.
 */
export async function withdrawTransferRefund(
  app: App,
  orderId: string,
  { refundId, reason: rawReason, actor, by }: { refundId: string; reason: string; actor: string; by: Actor },
): Promise<{ cents: Cents } | WithdrawRefundRefusal> {
  const reason = rawReason.trim();
  if (reason === "" || reason.length > 200) return refuse("refund_reason_missing");
  if (!isId(orderId) || !isId(refundId)) return refuse("refund_not_found");
  return transact(app.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse("order_not_found");
    const refund = (await listTransferRefunds(tx, orderId)).find(({ id }) => id === refundId);
    if (!refund || refund.withdrawnAt !== null || order.status === "JOINED") return refuse("refund_not_found");
    const incomeBefore = await findOrderIncome(tx, orderId);
    await tx
      .updateTable("transfer_refunds")
      .set({ withdrawn_at: sql`now()`, withdrawn_by: actor, withdrawn_reason: reason })
      .where("id", "=", refundId)
      .execute();
    await undoRefundParts(tx, refundId);
    const incomeAfter = await findOrderIncome(tx, orderId);
    // If a document already subtracts the refund, the refusal rolls back the transaction.
    if (understatedCents(incomeAfter) > understatedCents(incomeBefore)) return refuse("refund_invoiced");
    const { cents, reference } = refund;
    await logChange(tx, by, {
      action: "order-refund-withdrawn",
      object: { kind: "order", id: orderId },
      before: { refundCents: cents, reference },
      after: { reason },
    });
    await enqueueOrderEmail(tx, orderId, "mail_transfer_refund_withdrawn", { refundId });
    await applyPaymentsToOrder(tx, orderId);
    // A full refund voided the order's tickets (apply-payment.ts), so they are issued again.
    if (order.status === "SHIPPED") await issueTickets(tx, orderId);
    return { cents };
  });
}

async function undoRefundParts(tx: Tx, refundId: string): Promise<void> {
  await sql`
    WITH parts AS (
      UPDATE payment_refunds SET state = 'WITHDRAWN' WHERE transfer_refund_id = ${refundId} RETURNING payment_id, cents)
    UPDATE payments p SET refunded_cents = p.refunded_cents - parts.cents, state = 'APPROVED'
    FROM parts WHERE p.id = parts.payment_id`.execute(tx);
}
