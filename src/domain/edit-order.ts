import { MAX_LINE_PIECES } from "./cart-line.ts";
import type { Cents } from "./money.ts";
import { isActionPossible } from "./order-actions.ts";
import type { OrderStatus } from "./order-status.ts";
import { summarizePayments, type Payment } from "./payment.ts";
import {
  headOfficeSummary,
  quote,
  summarizeCart,
  type CartSummary,
  type PricedLine,
  type Quote,
  type QuoteTerms,
} from "./quote.ts";
import type { WholesaleRule } from "./price.ts";
import type { ApplicablePromotion } from "./promotion.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { checkStaffDiscount, type StaffDiscount, type StaffDiscountRefusal } from "./staff-discount.ts";

/** The facts that decide whether the lines of an order may be edited. */
export interface EditConditions {
  status: OrderStatus;
  isPresale: boolean;
  /** Another order was joined into it. */
  hasJoined: boolean;
  /** A live document declares its money. */
  isDocumented: boolean;
  hasTickets: boolean;
  /** A transfer receipt waits for an answer. */
  hasPendingReceipt: boolean;
  grandTotalCents: Cents;
  payments: readonly Payment[];
}

export type NotEditableRefusal = Refusal<
  | "edit_not_allowed"
  | "edit_presale"
  | "edit_joined"
  | "edit_documented"
  | "edit_payment_pending"
  | "edit_paid"
  | "edit_receipt"
>;

/** Why the lines of an order cannot be edited (rule EDIT-1). Undefined if they can. */
export function checkEditable(facts: EditConditions): NotEditableRefusal | undefined {
  if (!isActionPossible("editLines", facts.status)) return refuse("edit_not_allowed");
  if (facts.isPresale) return refuse("edit_presale");
  if (facts.hasJoined) return refuse("edit_joined");
  if (facts.isDocumented || facts.hasTickets) return refuse("edit_documented");
  if (facts.payments.some(({ state }) => state === "PENDING" || state === "IN_REVIEW")) {
    return refuse("edit_payment_pending");
  }
  const { isLive, refundedCents } = summarizePayments(facts, facts.payments);
  const hadMoney = isLive || refundedCents > 0 || facts.payments.some(({ state }) => state === "DISPUTED");
  if (hadMoney) return refuse("edit_paid");
  return facts.hasPendingReceipt ? refuse("edit_receipt") : undefined;
}

/** The pieces that a line is to have: 0 removes it. A size that is not in the order is added. */
export interface LineEdit {
  sizeId: string;
  pieces: number;
}

/** A line that an edit changes, with its pieces before and after; 0 if it is not in the order. */
export interface LineChange {
  sizeId: string;
  /** As the customer reads it. */
  name: string;
  before: number;
  after: number;
}

/** A line of an order, or another size that an edit may add. */
export interface EditableLine extends PricedLine {
  name: string;
  /** Whether it may be bought here now: published, shown, of this shop, not of a presale. */
  isForSale: boolean;
  /** Pieces for sale in addition to those of the order. */
  available: number;
}

export type LinesRefusal = Refusal<"pieces_wrong" | "edit_last_line" | "edit_not_sold" | "edit_without_parcel">;

/**
 * The lines of an order after an edit, in the same sequence, new ones last (rule EDIT-2). `newLineBySizeId` has a line
 * for each size of the edit that exists, also for sizes that are not sold. A line gets more pieces only while its size
 * is sold.
 */
export function editLines<Line extends EditableLine>(
  lines: readonly Line[],
  edits: readonly LineEdit[],
  { addable: newLineBySizeId, hasCarrier }: { addable: ReadonlyMap<string, Line>; hasCarrier: boolean },
): { lines: Line[]; changes: LineChange[] } | LinesRefusal {
  if (edits.some(({ pieces }) => !Number.isInteger(pieces) || pieces < 0 || pieces > MAX_LINE_PIECES)) {
    return refuse("pieces_wrong");
  }
  const piecesBySize = new Map(edits.map(({ sizeId, pieces }) => [sizeId, pieces]));
  const lineBySizeId = new Map(lines.map((line) => [line.sizeId, line]));
  const editedLines = lines.map((line) => ({ ...line, pieces: piecesBySize.get(line.sizeId) ?? line.pieces }));
  for (const [sizeId, pieces] of piecesBySize) {
    if (lineBySizeId.has(sizeId) || pieces === 0) continue;
    const newLine = newLineBySizeId.get(sizeId);
    if (!newLine) return refuse("edit_not_sold");
    editedLines.push({ ...newLine, pieces });
  }
  const changes = editedLines
    .map(({ sizeId, name, pieces }) => ({ sizeId, name, before: lineBySizeId.get(sizeId)?.pieces ?? 0, after: pieces }))
    .filter((change) => change.before !== change.after);
  const increasedSizeIds = new Set(
    changes.filter((change) => change.after > change.before).map(({ sizeId }) => sizeId),
  );
  if (editedLines.some(({ sizeId, isForSale }) => increasedSizeIds.has(sizeId) && !isForSale))
    return refuse("edit_not_sold");
  const keptLines = editedLines.filter(({ pieces }) => pieces > 0);
  if (keptLines.length === 0) return refuse("edit_last_line");
  // The order has neither an address nor a carrier.
  if (!hasCarrier && keptLines.some(({ isDigital }) => !isDigital)) return refuse("edit_without_parcel");
  return { lines: keptLines, changes };
}

/** A changed line that asks for more pieces than are for sale, and how many pieces the line may have. */
export interface OutOfStockLine {
  sizeId: string;
  name: string;
  maxPieces: number;
}

/** The lines for which too few pieces are for sale. */
export function outOfStockLines(lines: readonly EditableLine[], changes: readonly LineChange[]): OutOfStockLine[] {
  const availableBySize = new Map(lines.map((line) => [line.sizeId, line.available]));
  return changes.flatMap(({ sizeId, name, before, after }) => {
    const available = availableBySize.get(sizeId) ?? 0;
    return after - before > available ? [{ sizeId, name, maxPieces: before + available }] : [];
  });
}

export interface EditedFigures {
  summary: CartSummary;
  chargedQuote: Quote;
  /** What a branch owes the head office; null in the head office. */
  owedQuote: Quote | null;
  /** The terms after the edit: an order of tickets alone has no carrier. */
  terms: QuoteTerms;
}

/**
 * The figures of the edited order, by the functions of the checkout and on the terms of the order: carrier, insurance,
 * packaging, online fee and wholesale rule as they were when it was placed (rule EDIT-3).
 */
export function editedFigures(
  lines: readonly PricedLine[],
  { wholesale, terms, isBranch }: { wholesale: WholesaleRule; terms: QuoteTerms; isBranch: boolean },
  promotionsFor: (isWholesale: boolean) => readonly ApplicablePromotion[],
): EditedFigures {
  const hasParcel = lines.some(({ isDigital }) => !isDigital);
  const termsAfter = hasParcel ? terms : { ...terms, carrier: null, insured: false };
  const summary = summarizeCart(lines, wholesale, promotionsFor);
  return {
    summary,
    chargedQuote: quote(summary, termsAfter),
    owedQuote: isBranch ? quote(headOfficeSummary(lines, summary), termsAfter) : null,
    terms: termsAfter,
  };
}

/**
 * Why staff cannot give this discount (rule EDIT-5). An unchanged discount needs no permission, unless fewer products
 * make it a larger part of the order.
 */
export function checkEditedDiscount(
  discount: StaffDiscount,
  {
    isUnchanged,
    subtotalCents,
    subtotalBeforeCents,
  }: { isUnchanged: boolean; subtotalCents: Cents; subtotalBeforeCents: Cents },
): StaffDiscountRefusal | undefined {
  if (isUnchanged && (discount.rule.kind === "percent" || subtotalCents >= subtotalBeforeCents)) return undefined;
  return checkStaffDiscount(discount, subtotalCents);
}
