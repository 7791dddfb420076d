import { sql } from "kysely";
import type { Tx } from "../db/connect.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { readOrderArrival } from "./order-arrival.ts";

/** If an arrival is recorded longer than this after it happened, the customer gets no email. */
const MAX_RECORDING_DELAY_MS = 7 * 24 * 3_600_000;

/**
 * Enqueues the email that asks the customer if all is well, once the whole order has arrived and if the shop enabled
 * this email (rule PARCEL-8). It is sent once, also if staff correct the day of arrival.
 */
export async function enqueueDeliveredEmail(tx: Tx, orderId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ isEmailDue: boolean | null }>`
    SELECT (s.settings #>> '{delivery,askWhenDelivered}')::boolean
      AND NOT EXISTS (SELECT FROM sent_mails m WHERE m.order_id = o.id AND m.kind = 'mail_order_delivered'
          AND NOT m.is_suppressed) AS "isEmailDue"
    FROM orders o JOIN shops s ON s.id = o.shop_id WHERE o.id = ${orderId}`.execute(tx);
  if (rows[0]?.isEmailDue !== true) return;
  const { deliveredAt } = await readOrderArrival(tx, orderId);
  if (deliveredAt === null || now.getTime() - deliveredAt.getTime() > MAX_RECORDING_DELAY_MS) return;
  await enqueueOrderEmail(tx, orderId, "mail_order_delivered", {});
}
