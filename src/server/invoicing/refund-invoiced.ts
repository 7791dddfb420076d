import type { Cents } from "../../domain/money.ts";
import type { Tx } from "../db/connect.ts";
import { findCreditLeft } from "./credit-left.ts";
import { findLiveInvoice, lockInvoice } from "./queries.ts";

/**
 * How much was refunded that the order's invoice and its credit notes do not include yet. Negative if they credit too
 * much, null without an invoice. The order's row must be locked. The invoice is locked here, as creating a credit note
 * does.
 */
export async function lockCreditDue(tx: Tx, orderId: string): Promise<Cents | null> {
  const found = await findLiveInvoice(tx, orderId);
  const invoice = found && (await lockInvoice(tx, found.id));
  return invoice ? (await findCreditLeft(tx, invoice)).dueCents : null;
}

/** Whether the order is in a valid global invoice that was created since `since`. */
export async function isInGlobalSince(tx: Tx, orderId: string, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom("invoice_orders as g")
    .innerJoin("invoices as i", "i.id", "g.invoice_id")
    .select("i.id")
    .where("g.order_id", "=", orderId)
    .where("g.is_live", "=", true)
    .where("i.created_at", ">=", since)
    .executeTakeFirst();
  return row !== undefined;
}
