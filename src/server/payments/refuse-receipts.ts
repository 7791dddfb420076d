import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { lockOrder } from "../orders/move-order.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { enqueue } from "../jobs/enqueue.ts";

/** A customer whose receipt is refused has at least this long to send another. */
const RESUBMIT_HOURS = 24;

/** The receipts of an order's transfer, for staff. The oldest is first. */
export function listReceipts(db: Queryable, orderId: string) {
  return db
    .selectFrom("transfer_receipts")
    .select(["id", "file", "content_type", "bytes", "state", "answer", "uploaded_at", "answered_at", "answered_by"])
    .select("file_removed_because")
    .where("order_id", "=", orderId)
    .orderBy("uploaded_at")
    .orderBy("id")
    .execute();
}

/**
 * Refuses those receipts of an order that have no answer from staff yet. The customer reads `answer` on the order's
 * page and in an email, and has time to send another receipt. A job removes the files. Returns how many receipts were
 * refused.
 */
export function refuseReceipts(
  app: App,
  orderId: string,
  { answer, actor, by }: { answer: string; actor: string; by?: Actor },
): Promise<{ receiptCount: number } | Refusal<"order_not_found" | "no_receipt_waiting">> {
  return transact(app.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse("order_not_found");
    const refusedReceipts = await tx
      .updateTable("transfer_receipts")
      .set({ state: "REJECTED", answer, answered_at: sql`now()`, answered_by: actor })
      .where("order_id", "=", orderId)
      .where("state", "=", "SUBMITTED")
      .returning("id")
      .execute();
    if (refusedReceipts.length === 0) return refuse("no_receipt_waiting");
    await tx
      .updateTable("orders")
      .set({ payment_due_at: sql`greatest(payment_due_at, now() + ${RESUBMIT_HOURS} * interval '1 hour')` })
      .where("id", "=", orderId)
      .where("status", "=", "WAITING_PAYMENT")
      .where("payment_due_at", "is not", null)
      .execute();
    if (by)
      await logChange(tx, by, {
        action: "order-receipt-no",
        object: { kind: "order", id: orderId },
        after: { answer },
      });
    await enqueueOrderEmail(tx, orderId, "mail_receipt_refused", { receiptId: refusedReceipts[0]!.id, answer });
    await enqueue(tx, "purge_receipts", {}, { key: "purge_receipts" });
    return { receiptCount: refusedReceipts.length };
  });
}
