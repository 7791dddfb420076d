import { sql } from "kysely";
import { shownLineName } from "../../domain/cart-line.ts";
import type { ReturnedLine } from "../../domain/credit-note-lines.ts";
import type { Cents } from "../../domain/money.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Actor } from "../change-log/change-log.ts";
import type { Queryable } from "../db/connect.ts";
import { findCreditDue } from "../invoicing/credit-due.ts";
import { creditInvoice, type CreditRefusal } from "../invoicing/credit-invoice.ts";
import { creditDueCents, findOrderIncome } from "../invoicing/order-income.ts";
import { findLiveInvoice, type Invoice } from "../invoicing/queries.ts";
import { listDifferenceOrderIds } from "./settle-return.ts";
import { countArrivedPieces, findReturn, type ReturnRow } from "../returns/queries.ts";

/** The credit note that is due after a return is settled (rule RETURN-11). */
export interface ReturnCredit {
  /**
   * The order whose money is credited: the order of the pieces, or an order that charged the difference of an exchange.
   */
  orderId: string;
  /** The order's invoice, or the global invoice that contains the order. */
  invoiceId: string;
  isGlobal: boolean;
  dueCents: Cents;
}

/** The first credit note that is due. Null before the return is settled, or if no document declares too much. */
export async function findReturnCredit(
  db: Queryable,
  { orderId, state }: Pick<ReturnRow, "orderId" | "state">,
): Promise<ReturnCredit | null> {
  if (state !== "SETTLED") return null;
  for (const id of [orderId, ...(await listDifferenceOrderIds(db, orderId, null))]) {
    const credit = await findCredit(db, id);
    if (credit) return credit;
  }
  return null;
}

async function findCredit(db: Queryable, orderId: string): Promise<ReturnCredit | null> {
  const dueCents = creditDueCents(await findOrderIncome(db, orderId));
  if (dueCents === 0) return null;
  const invoice = await findLiveInvoice(db, orderId);
  if (invoice) return { orderId, invoiceId: invoice.id, isGlobal: false, dueCents };
  const { rows } = await sql<{ id: string }>`
    SELECT g.invoice_id AS id FROM global_invoice_orders g JOIN invoices i ON i.id = g.invoice_id
    WHERE g.order_id = ${orderId} AND g.is_live AND i.kind = 'global' AND i.state = 'stamped'`.execute(db);
  return rows[0] ? { orderId, invoiceId: rows[0].id, isGlobal: true, dueCents } : null;
}

/**
 * Makes the credit note that is due after a return, for an order's invoice, with the pieces that came back for a
 * refund.
 * An order that charges a difference has no pieces, so its credit note has none. Refused if only a global invoice
 * declares the order.
 */
export async function creditReturn(
  app: App,
  returnId: string,
  { seenCents, by }: { seenCents: Cents; by: Actor },
): Promise<Invoice | CreditRefusal | Refusal<"return_not_found" | "nothing_to_credit">> {
  const returnRow = await findReturn(app.db, returnId);
  if (!returnRow) return refuse("return_not_found");
  const credit = await findReturnCredit(app.db, returnRow);
  const invoice = credit && (await findLiveInvoice(app.db, credit.orderId));
  if (!invoice) return refuse("nothing_to_credit");
  const returnedLines = credit.orderId === returnRow.orderId ? await matchLines(app.db, returnRow, invoice) : [];
  return creditInvoice(app, invoice.id, { returnedLines, seenCents, by });
}

/** The invoice's lines of the pieces that came back. They are matched by name, which is the same as in the order. */
async function matchLines(db: Queryable, returnRow: ReturnRow, invoice: Invoice): Promise<ReturnedLine[]> {
  const { lines } = await findCreditDue(db, invoice);
  const orderLines = await db
    .selectFrom("order_lines")
    .select(["size_id as sizeId", "name", "is_digital as isDigital"])
    .where("order_id", "=", returnRow.orderId)
    .execute();
  const nameBySizeId = new Map(
    orderLines.map(({ sizeId, name, isDigital }) => [sizeId, shownLineName(name, isDigital)]),
  );
  const piecesByName = new Map<string, number>();
  for (const line of returnRow.lines.filter(({ wish }) => wish === "REFUND")) {
    const name = nameBySizeId.get(line.orderLineSizeId) ?? "";
    piecesByName.set(name, (piecesByName.get(name) ?? 0) + countArrivedPieces(line));
  }
  return lines.flatMap(({ description, uncreditedPieces }, lineIndex) => {
    const unmatchedPieces = piecesByName.get(description) ?? 0;
    const returnedPieces = Math.min(unmatchedPieces, uncreditedPieces);
    // Two products may have the same name: each piece is matched once.
    piecesByName.set(description, unmatchedPieces - returnedPieces);
    return returnedPieces > 0 ? [{ line: lineIndex, pieces: returnedPieces }] : [];
  });
}
