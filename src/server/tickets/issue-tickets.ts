import { sql } from "kysely";
import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { newTicketCode } from "./ticket-code.ts";

/**
 * Issues a paid order's tickets: one for each piece of its DIGITAL lines, in the transaction that accepts the payment
 * and under the order's lock. Existing tickets do not change, except void ones of an order that was cancelled and is
 * paid after all (rule TICKET-3): those are valid again, or used if they were used before. The unique constraint
 * `tickets_once` is the guard against two tickets of an order's size with the same number.
 */
export async function issueTickets(tx: Tx, orderId: string): Promise<void> {
  const lines = await tx
    .selectFrom("order_lines as l")
    .innerJoin("orders as o", "o.id", "l.order_id")
    .select(["l.size_id", "l.pieces", "o.customer_name", "o.customer_last_name"])
    .where("l.order_id", "=", orderId)
    .where("l.is_digital", "=", true)
    // An order that charges the difference of an exchange may have a DIGITAL line, but it gets no tickets.
    .where("o.return_id", "is", null)
    .execute();
  if (lines.length === 0) return;
  const tickets = lines.flatMap((line) =>
    Array.from({ length: line.pieces }, (_, index) => ({
      id: newId(),
      order_id: orderId,
      size_id: line.size_id,
      number: index + 1,
      code: newTicketCode(),
      holder: `${line.customer_name} ${line.customer_last_name}`.trim(),
    })),
  );
  // One JSON parameter, because a line may have thousands of pieces and a statement takes at most 65,535 parameters.
  await sql`
    INSERT INTO tickets (id, order_id, size_id, number, code, holder)
    SELECT id, order_id, size_id, number, code, holder
    FROM jsonb_populate_recordset(NULL::tickets, ${JSON.stringify(tickets)}::jsonb)
    ON CONFLICT ON CONSTRAINT tickets_once DO UPDATE
      SET state = CASE WHEN tickets.used_at IS NULL THEN 'VALID' ELSE 'USED' END
      WHERE tickets.state = 'VOID'`.execute(tx);
}
