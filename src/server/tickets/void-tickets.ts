import type { Tx } from "../db/connect.ts";

/** An order's tickets open no door any more: it was cancelled, or all its money went back. When one was used is kept. */
export async function voidTickets(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable("tickets")
    .set({ state: "VOID" })
    .where("order_id", "=", orderId)
    .where("state", "<>", "VOID")
    .execute();
}
