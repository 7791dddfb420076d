import type { Tx } from "../db/connect.ts";

/**
 * Voids an order's tickets: it was cancelled, or all its money was returned. The time of a used ticket's entry is kept.
 */
export async function voidTickets(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable("tickets")
    .set({ state: "VOID" })
    .where("order_id", "=", orderId)
    .where("state", "<>", "VOID")
    .execute();
}
