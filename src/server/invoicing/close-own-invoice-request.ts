import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { transact } from "../db/transact.ts";

/** Removes a buyer's request with a problem from the staff's list: staff solved it, with or without an invoice. */
export function closeOwnInvoiceRequest(
  app: App,
  requestId: number,
  by: Actor,
): Promise<"closed" | Refusal<"not_found">> {
  return transact(app.db, async (tx) => {
    const { rows } = await sql<{ orderId: string; problem: string }>`
      UPDATE own_invoice_requests SET closed_at = now()
      WHERE id = ${requestId} AND problem IS NOT NULL AND closed_at IS NULL
      RETURNING order_id AS "orderId", problem`.execute(tx);
    const [closedRequest] = rows;
    if (!closedRequest) return refuse("not_found");
    const before = { problem: closedRequest.problem };
    await logChange(tx, by, {
      action: "own-invoice-close",
      object: { kind: "order", id: closedRequest.orderId },
      before,
    });
    return "closed" as const;
  });
}
