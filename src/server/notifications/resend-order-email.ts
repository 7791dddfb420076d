import type { z } from "zod";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import type { Tx } from "../db/connect.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { JOBS, type JobPayload } from "../jobs/registry.ts";
import { enqueueOrderEmail, type OrderEmailJob, type OrderEmailPayload } from "../mail/enqueue-order-email.ts";
import { canSendAgain } from "../mail/sent-mails.ts";
import { lockOrder } from "../orders/move-order.ts";

/**
 * Enqueues an email about an order a second time. It is about the same event, has the order's current data and goes to
 * the order's current mailbox. Returns the mailbox.
 */
export function resendOrderEmail(
  app: App,
  orderId: string,
  mailId: string,
  by: Actor,
): Promise<{ recipient: string } | Refusal<"order_not_found" | "mail_not_found" | "mailbox_missing">> {
  return transact(app.db, async (tx) => {
    if (!(await lockOrder(tx, orderId))) return refuse("order_not_found");
    const mail = isId(mailId)
      ? await tx
          .selectFrom("sent_mails as m")
          .innerJoin("orders as o", "o.id", "m.order_id")
          .select(["m.kind", "m.payload", "m.subject", "o.customer_email"])
          .where("m.id", "=", mailId)
          .where("m.order_id", "=", orderId)
          .executeTakeFirst()
      : undefined;
    if (!mail || !canSendAgain(mail.kind)) return refuse("mail_not_found");
    if (mail.customer_email === null) return refuse("mailbox_missing");
    await enqueueAgain(tx, orderId, mail.kind, { ...mail.payload, again: newId() });
    await logChange(tx, by, {
      action: "order-mail-again",
      object: { kind: "order", id: orderId },
      after: { subject: mail.subject, recipient: mail.customer_email },
    });
    return { recipient: mail.customer_email };
  });
}

/**
 * `payload` is that of the sent email as it was stored. It is validated, because an older version may have stored it.
 */
async function enqueueAgain(
  tx: Tx,
  orderId: string,
  job: OrderEmailJob | "mail_orders_joined",
  payload: object,
): Promise<void> {
  if (job === "mail_orders_joined") return enqueue(tx, job, JOBS[job].parse({ ...payload, orderId }));
  const schema: z.ZodType<JobPayload<OrderEmailJob>> = JOBS[job];
  const { orderId: _order, key: _key, ...emailPayload } = schema.parse({ ...payload, orderId, key: null });
  await enqueueOrderEmail(tx, orderId, job, emailPayload as OrderEmailPayload<typeof job>);
}
