import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { findOrderIncome } from "../invoicing/order-income.ts";
import { findLiveInvoice } from "../invoicing/queries.ts";
import { lockOrder } from "../orders/move-order.ts";
import { applyPaymentsToOrder } from "./apply-payment.ts";

/**
 * Staff record a part of an order's money that arrived by transfer, as they agreed with the customer. The last part
 * moves the order to paid. `seenCents` is the missing amount that the form showed, so that a form sent twice records
 * one payment. Refused if an invoice declares the earlier payments, unless its payment plan is PPD: only such an
 * invoice accepts more payments.
 */
export function recordInstalment(
  app: App,
  orderId: string,
  { cents, seenCents, by }: { cents: number; seenCents: number; by: Actor },
): Promise<
  | { paymentId: string }
  | Refusal<"order_not_invoiceable" | "instalment_wrong" | "instalment_changed" | "instalment_invoiced">
> {
  return transact(app.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || order.status === "CANCELLED" || order.status === "JOINED") return refuse("order_not_invoiceable");
    // As the page of the invoice shows it: money in an open dispute counts as kept.
    const { keptCents, documentedAt } = await findOrderIncome(tx, orderId);
    const missingCents = Math.max(0, order.grand_total_cents - keptCents);
    if (missingCents !== seenCents) return refuse("instalment_changed");
    if (!Number.isSafeInteger(cents) || cents < 1 || cents > missingCents) return refuse("instalment_wrong");
    if (documentedAt !== null && (await findLiveInvoice(tx, orderId))?.paymentPlan !== "PPD") {
      return refuse("instalment_invoiced");
    }
    const id = newId();
    const now = new Date();
    await tx
      .insertInto("payments")
      .values({
        id,
        order_id: orderId,
        provider: "shop",
        provider_payment_id: id,
        state: "APPROVED",
        cents,
        kind: "transfer",
        method: "confirmado por la tienda",
        raw_status: "confirmed",
        provider_updated_at: now,
        paid_at: now,
        actor: by.name,
      })
      .execute();
    await logChange(tx, by, {
      action: "instalment",
      object: { kind: "order", id: orderId },
      after: { paidCents: cents },
    });
    await applyPaymentsToOrder(tx, orderId);
    return { paymentId: id };
  });
}
