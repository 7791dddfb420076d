import { sql } from "kysely";
import type { CreditableLine, ReturnedLine } from "../../domain/credit-note-lines.ts";
import type { TaxRow } from "../../domain/invoice-amounts.ts";
import type { Cents } from "../../domain/money.ts";
import { splitByVat, subtractVatParts, type VatPart } from "../../domain/vat.ts";
import type { Queryable } from "../db/connect.ts";
import { readInvoiceLines } from "../cfdi/read-invoice-lines.ts";
import { creditDueCents, findOrderIncome } from "./order-income.ts";
import type { Invoice } from "./queries.ts";

/** The data for the next credit note of an order's invoice. */
export interface CreditDue {
  /** The sum of all valid credit notes. */
  creditedCents: Cents;
  /** Refunded or lost after the invoice, and in no credit note yet: the total of the next credit note. */
  dueCents: Cents;
  /** What valid credit notes have credited, by VAT treatment. */
  creditedParts: VatPart[];
  /** The invoice's lines at the invoice's rates, with the pieces that no credit note has yet. */
  lines: CreditableLine[];
}

export async function findCreditDue(db: Queryable, invoice: Invoice): Promise<CreditDue> {
  const notes = await listCreditNotes(db, invoice.id);
  const creditedCents = notes.reduce((sum, { cents }) => sum + cents, 0);
  const returnedLines = notes.flatMap((note) => note.returnedLines ?? []);
  const lines = readInvoiceLines(invoice.sealedXml).map((line) =>
    // A deposit has a single line, with all VAT treatments of its sale.
    invoice.kind === "deposit" ? { ...line, vat: vatPartsOfTaxes(invoice.taxes) } : line,
  );
  const income = await findOrderIncome(db, invoice.orderId!);
  return {
    creditedCents,
    creditedParts: notes.flatMap(({ taxes }) => vatPartsOfTaxes(taxes)),
    dueCents: Math.min(creditDueCents(income), invoice.totalCents - creditedCents),
    lines: lines.map((line, index) => {
      const creditedPieces = returnedLines
        .filter((returnedLine) => returnedLine.line === index)
        .reduce((sum, { pieces }) => sum + pieces, 0);
      return { ...line, uncreditedPieces: Math.max(0, line.pieces - creditedPieces) };
    }),
  };
}

interface CreditNote {
  cents: Cents;
  returnedLines: ReturnedLine[] | null;
  taxes: TaxRow[];
  orderId: string | null;
}

/** The valid credit notes of a document. */
async function listCreditNotes(db: Queryable, invoiceId: string): Promise<CreditNote[]> {
  const { rows } = await sql<CreditNote>`
    SELECT total_cents AS cents, returned_lines AS "returnedLines", taxes, order_id AS "orderId" FROM invoices
    WHERE relates_to_id = ${invoiceId} AND kind = 'creditNote' AND state NOT IN ('refused', 'cancelled')`.execute(db);
  return rows;
}

/**
 * Splits an amount by VAT treatment. The amount is subtracted from a document, or from the document's part for one
 * order. The proportion is that of what its credit notes have not credited yet, or of the whole if nothing is left.
 */
export async function splitByRemainingVat(
  db: Queryable,
  { id, orderId, parts }: { id: string; orderId?: string; parts: readonly VatPart[] },
  cents: Cents,
): Promise<VatPart[]> {
  const notes = await listCreditNotes(db, id);
  const creditedParts = notes
    .filter((note) => orderId === undefined || note.orderId === orderId)
    .flatMap(({ taxes }) => vatPartsOfTaxes(taxes));
  const remainingParts = subtractVatParts(parts, creditedParts);
  return splitByVat(cents, remainingParts.length === 0 ? parts : remainingParts);
}

/** What a document charged, by VAT treatment. */
export function vatPartsOfTaxes(taxes: readonly TaxRow[]): VatPart[] {
  return taxes.map(({ baseCents, taxCents, ...vat }) => ({ vat, cents: baseCents + taxCents }));
}

/** All pieces that no credit note has yet. */
export function listUncreditedPieces(lines: readonly CreditableLine[]): ReturnedLine[] {
  return lines.flatMap(({ uncreditedPieces }, lineIndex) =>
    uncreditedPieces > 0 ? [{ line: lineIndex, pieces: uncreditedPieces }] : [],
  );
}
