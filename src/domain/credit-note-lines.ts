import { netCents, spreadDiscount, vatPartsOf, type InvoiceLine } from "./invoice-lines.ts";
import type { Cents } from "./money.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { CREDIT_NOTE_KEYS } from "./sat-keys.ts";
import { splitByVat, sumVatParts, type VatPart } from "./vat.ts";

/** A line of an invoice, and how many of its pieces are in no credit note yet. */
export interface CreditableLine extends InvoiceLine {
  leftPieces: number;
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
 * them. If that is more than what is due, the rest is a discount in proportion. If it is less, a last line
 * "Bonificación" has the rest. Without returned pieces that line is the only one.
 */
export function creditNoteLines(
  lines: readonly CreditableLine[],
  returned: readonly ReturnedLine[],
  dueCents: Cents,
): { lines: InvoiceLine[]; reason: CreditReason } | Refusal<"credit_lines_wrong"> {
  const isKnown = returned.every(({ line, pieces }) => {
    const left = lines[line]?.leftPieces ?? 0;
    return Number.isSafeInteger(pieces) && pieces > 0 && pieces <= left;
  });
  if (!isKnown || new Set(returned.map(({ line }) => line)).size < returned.length) return refuse("credit_lines_wrong");

  const chosen = returned
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, pieces }) => partOf(lines[line]!, pieces));
  const chosenCents = chosen.reduce((sum, line) => sum + netCents(line), 0);
  const credited = chosenCents > dueCents ? spreadDiscount(chosen, chosenCents - dueCents) : chosen;
  const restCents = Math.max(0, dueCents - chosenCents);
  return {
    lines: [
      ...credited.filter((line) => netCents(line) > 0),
      ...(restCents > 0 ? [allowance(restCents, sumVatParts(lines.flatMap(vatPartsOf)))] : []),
    ],
    reason: chosen.length > 0 ? "return" : "creditNote",
  };
}

/** Some pieces of a line at the same price, with their part of its discount. Fractions of a centavo are not credited. */
function partOf({ leftPieces: _left, ...line }: CreditableLine, pieces: number): InvoiceLine {
  const cents = Number((BigInt(netCents(line)) * BigInt(pieces)) / BigInt(line.pieces));
  return { ...line, pieces, discountCents: pieces * line.unitPriceCents - cents };
}

/** In the proportion of the invoice's treatments, at its rates. */
function allowance(cents: Cents, parts: readonly VatPart[]): InvoiceLine {
  return {
    description: "Bonificación",
    identification: null,
    keys: CREDIT_NOTE_KEYS,
    pieces: 1,
    unitPriceCents: cents,
    discountCents: 0,
    vat: splitByVat(cents, parts),
  };
}
