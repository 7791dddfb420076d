import { sql } from "kysely";
import { lastDayKept } from "../../domain/pickup.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";

const BATCH_SIZE = 200;

/**
 * Job: reminds customers once of ready orders that were not collected, and sets the last day on which the shop keeps each
 * order (rule PICKUP-6).
 */
export async function remindOfUncollectedOrders(app: App, now = new Date()): Promise<void> {
  for (const { id: shopId, settings } of await app.shops.all()) {
    const { remindAfterDays, keepDays } = settings.pickups;
    const readyBefore = new Date(now.getTime() - remindAfterDays * 86_400_000);
    await transact(app.db, async (tx) => {
      const { rows } = await sql<{ id: string; readyAt: Date }>`
        SELECT o.id, p.ready_at AS "readyAt" FROM pickups p JOIN orders o ON o.id = p.order_id
        WHERE o.shop_id = ${shopId} AND o.status = 'PAYMENT_ACCEPTED' AND p.state = 'READY'
          AND p.kept_until IS NULL AND p.ready_at <= ${readyBefore}
        ORDER BY p.ready_at LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE OF o SKIP LOCKED`.execute(tx);
      for (const { id, readyAt } of rows) {
        await tx
          .updateTable("pickups")
          .set({ reminded_at: now, kept_until: lastDayKept(readyAt, keepDays, now) })
          .where("order_id", "=", id)
          .execute();
        await enqueueOrderEmail(tx, id, "mail_pickup_reminder", {});
      }
    });
  }
}
