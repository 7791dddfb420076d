import type { Cents } from "./money.ts";
import { canMoveOrder, type OrderStatus } from "./order-status.ts";
import { headOfficeUnitPriceCents, unitPriceCents } from "./price.ts";
import type { ApplicablePromotion } from "./promotion.ts";
import { parcelPiecesOf, quote, type PricedLine, type Quote, type QuoteTerms } from "./quote.ts";
import { refuse, type Refusal } from "./refusal.ts";

/** A line of an order with its prices at the time of purchase. */
export interface BoughtLine extends PricedLine {
  sizeId: string;
  /** Pieces taken from stock: all of the line, or 0 for a line made to order. */
  held: number;
  /** Whether the line's original order had wholesale prices. */
  wholesale: boolean;
}

/** The data of an order that joining needs. `terms` are the carrier's and the fee's at the time of purchase. */
export interface BoughtOrder {
  id: string;
  customerId: string;
  shopId: string;
  status: OrderStatus;
  wholesale: boolean;
  terms: QuoteTerms;
  grandTotalCents: Cents;
  /** A live invoice or global invoice declares its money. */
  isInvoiced: boolean;
  /** It is collected at a point. */
  isPickup: boolean;
  lines: readonly BoughtLine[];
  /** The discount of promotions on its products, from what the customer pays. */
  discountCents: Cents;
  /** The same, from what a branch owes the head office. */
  headOfficeDiscountCents: Cents;
  /** The promotion that makes its shipping free, or null. */
  freeShipping: (Pick<ApplicablePromotion, "id" | "label" | "code"> & { ofHeadOffice: boolean }) | null;
}

export interface JoinedFigures {
  chargedQuote: Quote;
  /** At the head office's prices: what a branch owes it (rule PRICE-3). */
  owedQuote: Quote;
  /** By how much the totals of two paid orders exceed the new total; 0 for unpaid orders. */
  overpaidCents: Cents;
}

export type JoinRefusal = Refusal<
  | "same_order"
  | "not_together"
  | "order_ended"
  | "payment_differs"
  | "order_invoiced"
  | "into_without_carrier"
  | "pickup_join"
  | "insurance_lost"
  | "line_differs"
  | "costs_more"
>;

/**
 * The figures of `target` after it takes the lines of `joiningOrder` (rule ORDER-4, decision 15). Lines keep the prices
 * they were bought at. Packaging, shipping and the fee's base are charged once, on the terms of `target`. Refused for
 * orders of two customers or shops, if one of them has ended, is collected or invoiced, if only one of them is paid, if
 * `target` has no carrier for the pieces, if insurance would be lost, if a size that both have differs in its price or
 * in being made to order, or if the customer would pay more than before.
 */
export function joinOrders(joiningOrder: BoughtOrder, target: BoughtOrder): JoinedFigures | JoinRefusal {
  if (joiningOrder.id === target.id) return refuse("same_order");
  if (joiningOrder.customerId !== target.customerId || joiningOrder.shopId !== target.shopId)
    return refuse("not_together");
  if (!canMoveOrder(joiningOrder.status, "JOINED") || !canMoveOrder(target.status, "JOINED"))
    return refuse("order_ended");
  if (isPaid(joiningOrder) !== isPaid(target)) return refuse("payment_differs");
  if (joiningOrder.isInvoiced || target.isInvoiced) return refuse("order_invoiced");
  if (joiningOrder.isPickup || target.isPickup) return refuse("pickup_join");
  if (!target.terms.carrier && joiningOrder.lines.some((line) => parcelPiecesOf(line) > 0))
    return refuse("into_without_carrier");
  if (joiningOrder.terms.insured && !target.terms.insured) return refuse("insurance_lost");
  if (target.lines.some((line) => joiningOrder.lines.some((otherLine) => linesConflict(line, otherLine))))
    return refuse("line_differs");

  const lines = [...target.lines, ...joiningOrder.lines];
  const charged = figuresOf(target, lines, {
    unitCents: (line) => unitPriceCents(line.prices, line.wholesale),
    discountCents: joiningOrder.discountCents + target.discountCents,
    freeShipping: target.freeShipping,
  });
  const beforeCents = target.grandTotalCents + joiningOrder.grandTotalCents;
  if (charged.grandTotalCents > beforeCents) return refuse("costs_more");
  return {
    chargedQuote: charged,
    owedQuote: figuresOf(target, lines, {
      unitCents: (line) => headOfficeUnitPriceCents(line.prices, line.wholesale),
      discountCents: joiningOrder.headOfficeDiscountCents + target.headOfficeDiscountCents,
      freeShipping: target.freeShipping?.ofHeadOffice ? target.freeShipping : null,
    }),
    overpaidCents: isPaid(target) ? beforeCents - charged.grandTotalCents : 0,
  };
}

function isPaid({ status }: BoughtOrder): boolean {
  return status === "PAYMENT_ACCEPTED";
}

/**
 * Whether both lines are of one size and cannot become one line: their prices differ, or only one is made to order.
 */
function linesConflict(line: BoughtLine, otherLine: BoughtLine): boolean {
  if (line.sizeId !== otherLine.sizeId) return false;
  return (
    unitPriceCents(line.prices, line.wholesale) !== unitPriceCents(otherLine.prices, otherLine.wholesale) ||
    headOfficeUnitPriceCents(line.prices, line.wholesale) !==
      headOfficeUnitPriceCents(otherLine.prices, otherLine.wholesale) ||
    line.held > 0 !== otherLine.held > 0
  );
}

function figuresOf(
  target: BoughtOrder,
  lines: BoughtLine[],
  {
    unitCents,
    discountCents,
    freeShipping,
  }: Pick<BoughtOrder, "freeShipping"> & { unitCents: (line: BoughtLine) => Cents; discountCents: Cents },
): Quote {
  const sum = (value: (line: BoughtLine) => number): number => lines.reduce((total, line) => total + value(line), 0);
  return quote(
    {
      pieces: sum((line) => line.pieces),
      parcelPieces: sum(parcelPiecesOf),
      isWholesale: target.wholesale,
      subtotalCents: sum((line) => unitCents(line) * line.pieces),
      // Discounts of products stay as they were. Only the discount of the shipping is computed again.
      productDiscounts: [],
      productDiscountCents: discountCents,
      freeShipping,
    },
    target.terms,
  );
}
