import { sql } from "kysely";
import type { Receiver } from "../../domain/invoice-receiver.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { findOrderByReference, findOrderOfAnyShop, type OrderRow } from "../orders/queries.ts";

/** The order that staff want to invoice manually, by its id or its number, of any shop. */
export async function findOrderForStaff(
  db: Queryable,
  { id, number: reference }: { id: string; number: string },
): Promise<OrderRow | undefined> {
  return isId(id) ? findOrderOfAnyShop(db, id) : findOrderByReference(db, reference);
}

/** The receiver of this customer's last stamped invoice, with the email address that it was sent to ("" if none). */
export async function findLastReceiver(
  db: Queryable,
  customerId: string,
): Promise<(Receiver & { email: string }) | undefined> {
  const { rows } = await sql<{ receiver: Receiver; email: string | null }>`
    SELECT i.receiver, i.email FROM orders o JOIN invoices i ON i.order_id = o.id
    WHERE o.customer_id = ${customerId} AND i.kind = 'invoice' AND i.uuid IS NOT NULL
    ORDER BY i.id DESC LIMIT 1`.execute(db);
  return rows[0] && { ...rows[0].receiver, email: rows[0].email ?? "" };
}
