import { sql } from "kysely";
import type { CreditableLine, ReturnedLine } from "../../domain/credit-note-lines.ts";
import type { Cents } from "../../domain/money.ts";
import type { Queryable } from "../db/connect.ts";
import { readLines } from "../cfdi/read-lines.ts";
import { creditDueCents, findOrderIncome } from "./order-income.ts";
import type { Invoice } from "./queries.ts";

/** What a credit note of an order's invoice would say. */
export interface CreditDue {
  /** The sum of all valid credit notes. */
  notedCents: Cents;
  /** Refunded or lost after the invoice and in no credit note yet: exactly what the next credit note is about. */
  dueCents: Cents;
  /** The invoice's lines at the invoice's rates, with the pieces that no credit note has yet. */
  lines: CreditableLine[];
}

export async function findCreditDue(db: Queryable, invoice: Invoice): Promise<CreditDue> {
  const { rows } = await sql<{ cents: number; returned: ReturnedLine[] | null }>`
    SELECT total_cents AS cents, returned_lines AS returned FROM invoices WHERE relates_to_id = ${invoice.id}
      AND kind = 'creditNote' AND state NOT IN ('refused', 'cancelled')`.execute(db);
  const notedCents = rows.reduce((sum, { cents }) => sum + cents, 0);
  const returned = rows.flatMap((note) => note.returned ?? []);
  const lines = readLines(invoice.sealedXml);
  const income = await findOrderIncome(db, invoice.orderId!);
  return {
    notedCents,
    dueCents: Math.min(creditDueCents(income), invoice.totalCents - notedCents),
    lines: lines.map((line, index) => {
      const credited = returned.filter((part) => part.line === index).reduce((sum, { pieces }) => sum + pieces, 0);
      return { ...line, leftPieces: Math.max(0, line.pieces - credited) };
    }),
  };
}

/** All pieces that no credit note has yet. */
export function allLeft(lines: readonly CreditableLine[]): ReturnedLine[] {
  return lines.flatMap(({ leftPieces }, line) => (leftPieces > 0 ? [{ line, pieces: leftPieces }] : []));
}
