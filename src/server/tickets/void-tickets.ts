import type { Tx } from "../db/connect.ts";

/**
 * Voids the tickets of an order that was cancelled or whose money was all refunded. The time at which a ticket was used
 * is kept.
 */
export async function voidTickets(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable("tickets")
    .set({ state: "VOID" })
    .where("order_id", "=", orderId)
    .where("state", "<>", "VOID")
    .execute();
}
