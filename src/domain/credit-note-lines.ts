import { lineTotalCents, spreadDiscount, vatPartsOf, type InvoiceLine } from "./invoice-lines.ts";
import type { Cents } from "./money.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { BILLING_SERVICE_KEYS } from "./sat-keys.ts";
import { splitByVat, subtractVatParts, sumVatParts, vatKey, type VatPart } from "./vat.ts";

/** A line of an invoice, and how many of its pieces are in no credit note yet. */
export interface CreditableLine extends InvoiceLine {
  uncreditedPieces: number;
}

/** Pieces that came back, by the position of their line in the invoice. */
export interface ReturnedLine {
  line: number;
  pieces: number;
}

/** `return`: goods came back (relation 03). `creditNote`: money only (relation 01). */
export type CreditReason = "return" | "creditNote";

/**
 * The lines of a credit note of exactly `dueCents`. Pieces that came back are credited at what the invoice charged for
 * them. If that is more than what is due, the lines get a discount of the difference, in proportion. If it is less, a
 * last line "Bonificación" has the difference. Without returned pieces that line is the only one.
 *
 * `creditedParts`: what earlier credit notes of the invoice credited, by treatment. Returned pieces get a discount for
 * what an earlier "Bonificación" already credited of their treatment. A treatment is credited beyond what the invoice
 * charged for it only if `dueCents` is more than what is left of the invoice.
 */
export function creditNoteLines(
  lines: readonly CreditableLine[],
  returnedLines: readonly ReturnedLine[],
  dueCents: Cents,
  creditedParts: readonly VatPart[] = [],
): { lines: InvoiceLine[]; reason: CreditReason } | Refusal<"credit_lines_wrong"> {
  const haveUncreditedPieces = returnedLines.every(({ line, pieces }) => {
    const uncreditedPieces = lines[line]?.uncreditedPieces ?? 0;
    return Number.isSafeInteger(pieces) && pieces > 0 && pieces <= uncreditedPieces;
  });
  if (!haveUncreditedPieces || new Set(returnedLines.map(({ line }) => line)).size < returnedLines.length)
    return refuse("credit_lines_wrong");

  const chargedParts = lines.flatMap(vatPartsOf);
  const uncreditedParts = subtractVatParts(chargedParts, creditedParts);
  const sortedReturnedLines = returnedLines.toSorted((a, b) => a.line - b.line);
  const returnedPieceLines = limitByTreatment(
    sortedReturnedLines.map(({ line, pieces }) => lineOfPieces(lines[line]!, pieces)),
    uncreditedParts,
  );
  const returnedPieceCents = sumCentsOf(returnedPieceLines.flatMap(vatPartsOf));
  const creditedLines =
    returnedPieceCents > dueCents
      ? spreadDiscountByVat(returnedPieceLines, returnedPieceCents - dueCents)
      : returnedPieceLines;
  const allowanceCents = Math.max(0, dueCents - returnedPieceCents);
  const remainingParts = subtractVatParts(uncreditedParts, returnedPieceLines.flatMap(vatPartsOf));
  return {
    lines: [
      ...creditedLines.filter((line) => lineTotalCents(line) > 0),
      ...(allowanceCents > 0
        ? [makeAllowanceLine(allowanceCents, remainingParts.length === 0 ? chargedParts : remainingParts)]
        : []),
    ],
    reason: returnedPieceLines.length > 0 ? "return" : "creditNote",
  };
}

/**
 * Some pieces of a line at the same price, with their part of its discount. Fractions of a centavo are not credited.
 */
function lineOfPieces({ uncreditedPieces: _uncredited, ...line }: CreditableLine, pieces: number): InvoiceLine {
  const cents = Number((BigInt(lineTotalCents(line)) * BigInt(pieces)) / BigInt(line.pieces));
  return withParts({ ...line, pieces }, splitByVat(cents, vatPartsOf(line)));
}

/** If less of a treatment is uncredited than its lines cost, these lines get a discount in proportion. */
function limitByTreatment(lines: readonly InvoiceLine[], uncreditedParts: readonly VatPart[]): InvoiceLine[] {
  const uncreditedCentsByVat = new Map(uncreditedParts.map(({ vat, cents }) => [vatKey(vat), cents]));
  const takeShareByVat = new Map(
    sumVatParts(lines.flatMap(vatPartsOf)).map(({ vat, cents }) => {
      const key = vatKey(vat);
      return [key, makeShareSplitter(Math.min(cents, uncreditedCentsByVat.get(key) ?? 0), cents)];
    }),
  );
  return lines.map((line) =>
    withParts(
      line,
      vatPartsOf(line).map(({ vat, cents }) => ({ vat, cents: takeShareByVat.get(vatKey(vat))!(cents) })),
    ),
  );
}

/**
 * A function that multiplies each amount by `share / total`. Its results for amounts that add up to `total` add up to
 * `share`.
 */
function makeShareSplitter(share: Cents, total: Cents): (cents: Cents) => Cents {
  let cumulativeCents = 0;
  let assignedCents = 0;
  return (next) => {
    cumulativeCents += next;
    const assignedCentsBefore = assignedCents;
    assignedCents = total === 0 ? 0 : Number((BigInt(cumulativeCents) * BigInt(share)) / BigInt(total));
    return assignedCents - assignedCentsBefore;
  };
}

function spreadDiscountByVat(lines: readonly InvoiceLine[], discountCents: Cents): InvoiceLine[] {
  return spreadDiscount(lines, discountCents).map((line, i) =>
    withParts(line, splitByVat(lineTotalCents(line), vatPartsOf(lines[i]!))),
  );
}

/** The line with these parts as its VAT. The difference between its price and their sum is a discount. */
function withParts(line: InvoiceLine, parts: readonly VatPart[]): InvoiceLine {
  return {
    ...line,
    discountCents: line.pieces * line.unitPriceCents - sumCentsOf(parts),
    vat: "treatment" in line.vat ? line.vat : parts,
  };
}

function sumCentsOf(parts: readonly VatPart[]): Cents {
  return parts.reduce((sum, { cents }) => sum + cents, 0);
}

/** A line "Bonificación", split in the proportion of what the invoice still declares of each treatment. */
function makeAllowanceLine(cents: Cents, parts: readonly VatPart[]): InvoiceLine {
  return {
    description: "Bonificación",
    identification: null,
    keys: BILLING_SERVICE_KEYS,
    pieces: 1,
    unitPriceCents: cents,
    discountCents: 0,
    vat: splitByVat(cents, sumVatParts(parts)),
  };
}
