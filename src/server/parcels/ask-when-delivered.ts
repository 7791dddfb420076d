import { sql } from "kysely";
import type { Tx } from "../db/connect.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { readDelivery } from "./delivery.ts";

/** An arrival that staff record later than this asks nothing any more. */
const RECENT_MS = 7 * 24 * 3_600_000;

/** Asks the customer if all is well, once the whole order arrived, if the shop wants it (rule PARCEL-8). */
export async function askWhenDelivered(tx: Tx, orderId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ asks: boolean | null }>`
    SELECT (s.settings #>> '{delivery,askWhenDelivered}')::boolean AS asks
    FROM orders o JOIN shops s ON s.id = o.shop_id WHERE o.id = ${orderId}`.execute(tx);
  if (rows[0]?.asks !== true) return;
  const { deliveredAt } = await readDelivery(tx, orderId);
  if (deliveredAt === null || now.getTime() - deliveredAt.getTime() > RECENT_MS) return;
  await enqueueOrderEmail(tx, orderId, "mail_order_delivered", {});
}
