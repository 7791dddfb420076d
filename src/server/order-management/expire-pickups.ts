import { sql } from "kysely";
import { formatMexicoTime } from "../../domain/mexico-time.ts";
import { canMovePickup } from "../../domain/pickup.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { isDisputed } from "../order-money/flags.ts";
import { lockOrder, moveLockedOrder } from "../orders/move-order.ts";
import { requestRefundsOfLockedOrder } from "../payments/request-refund.ts";

const BATCH_SIZE = 200;
const CANCELLATION = { actor: "sistema", reason: "Nadie lo recogió a tiempo" };

/**
 * Job: ends pick-ups whose last day is over (rule PICKUP-6). If the shop's setting says so, the order is also
 * cancelled, its pieces return to stock, and its online payments are refunded. An order whose money is in dispute, and
 * one that has tickets, is not cancelled. Transfers are refunded by staff, as for every cancelled order.
 */
export async function expirePickups(app: App, now = new Date()): Promise<void> {
  const today = formatMexicoTime(now).slice(0, 10);
  for (const { id: shopId, settings } of await app.shops.all()) {
    const { rows } = await sql<{ id: string }>`
      SELECT o.id FROM pickups p JOIN orders o ON o.id = p.order_id
      WHERE o.shop_id = ${shopId} AND o.status = 'PAYMENT_ACCEPTED' AND p.state = 'READY' AND p.kept_until < ${today}
      ORDER BY p.kept_until LIMIT ${BATCH_SIZE}`.execute(app.db);
    for (const { id } of rows) {
      await transact(app.db, (tx) => expirePickup(tx, id, { today, cancels: settings.pickups.cancelUncollected }));
    }
  }
}

async function expirePickup(
  tx: Tx,
  orderId: string,
  { today, cancels: cancelsOrder }: { today: string; cancels: boolean },
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const pickup = await tx
    .selectFrom("pickups")
    .select(["state", sql<string | null>`kept_until::text`.as("keptUntil")])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  // Skips an order that was collected, or that staff moved back to WAITING, after the list was read.
  if (order?.status !== "PAYMENT_ACCEPTED" || !pickup || !canMovePickup(pickup.state, "EXPIRED")) return;
  if (pickup.keptUntil === null || pickup.keptUntil >= today) return;
  await tx.updateTable("pickups").set({ state: "EXPIRED" }).where("order_id", "=", orderId).execute();
  // Staff decide about money in dispute, and about tickets, which may have been used.
  if (!cancelsOrder || (await isDisputed(tx, orderId)) || (await hasTickets(tx, orderId))) return;
  await moveLockedOrder(tx, order, { ...CANCELLATION, to: "CANCELLED", because: "uncollected" });
  // A transfer cannot be refunded through a provider: its flag stays open for staff.
  await requestRefundsOfLockedOrder(tx, orderId, null, CANCELLATION);
}

async function hasTickets(tx: Tx, orderId: string): Promise<boolean> {
  const ticket = await tx.selectFrom("tickets").select("id").where("order_id", "=", orderId).executeTakeFirst();
  return ticket !== undefined;
}
