import type { Cents } from "./money.ts";
import { canMove, type OrderStatus } from "./order-status.ts";
import { headOfficeUnitPriceCents, unitPriceCents } from "./price.ts";
import { parcelPieces, quote, type PricedLine, type Quote, type QuoteTerms } from "./quote.ts";
import { refuse, type Refusal } from "./refusal.ts";

/** A line of an order, its prices as bought. */
export interface BoughtLine extends PricedLine {
  sizeId: string;
  /** All of its pieces, or none where they are made to order. */
  held: number;
  /** Whether the order it was bought in earned wholesale prices. */
  wholesale: boolean;
}

/** What an order is to whoever joins it with another: its terms are the carrier's and the fee's as they were. */
export interface BoughtOrder {
  id: string;
  customerId: string;
  shopId: string;
  status: OrderStatus;
  wholesale: boolean;
  terms: QuoteTerms;
  grandTotalCents: Cents;
  lines: readonly BoughtLine[];
}

export interface JoinedFigures {
  charged: Quote;
  /** At the head office's prices: what a branch owes (rule PRICE-3). */
  headOffice: Quote;
  /** What is left over of what was paid for both; 0 where both still wait for their money. */
  overpaidCents: Cents;
}

export type JoinRefusal = Refusal<
  | "same_order"
  | "not_together"
  | "order_ended"
  | "payment_differs"
  | "carrier_missing"
  | "insurance_lost"
  | "line_differs"
  | "costs_more"
>;

/** As staff read it. */
export const JOIN_REFUSAL_TEXT: Record<JoinRefusal["refused"] | "order_not_found", string> = {
  order_not_found: "Uno de los pedidos ya no existe.",
  same_order: "Un pedido no se une a sí mismo.",
  not_together: "Los pedidos son de clientes o de tiendas distintas.",
  order_ended: "Uno de los pedidos ya se envió, se canceló o se unió a otro.",
  payment_differs: "Uno está pagado y el otro no: únelos cuando los dos estén pagados, o antes de que se pague alguno.",
  carrier_missing: "El pedido que tomaría los productos no tiene paquetería: únelos al revés.",
  insurance_lost: "El envío asegurado quedaría sin seguro: únelos al revés.",
  line_differs: "Los dos tienen la misma talla, pero a distinto precio, o una apartada y otra sobre pedido.",
  costs_more: "Juntos costarían más que por separado: únelos al revés.",
};

/**
 * The figures of `into` once it has taken the lines of `joined` (rule ORDER-4, decision 15): lines at the prices they were
 * bought at; packaging, shipping and the fee's base once, on the terms of `into`. Refused where the two cannot travel
 * together, where one is paid and the other is not, where the customer would lose something or pay more than before.
 */
export function joinOrders(joined: BoughtOrder, into: BoughtOrder): JoinedFigures | JoinRefusal {
  if (joined.id === into.id) return refuse("same_order");
  if (joined.customerId !== into.customerId || joined.shopId !== into.shopId) return refuse("not_together");
  if (!canMove(joined.status, "JOINED") || !canMove(into.status, "JOINED")) return refuse("order_ended");
  if (isPaid(joined) !== isPaid(into)) return refuse("payment_differs");
  if (!into.terms.carrier && joined.lines.some((line) => parcelPieces(line) > 0)) return refuse("carrier_missing");
  if (joined.terms.insured && !into.terms.insured) return refuse("insurance_lost");
  if (into.lines.some((line) => joined.lines.some((other) => clash(line, other)))) return refuse("line_differs");

  const lines = [...into.lines, ...joined.lines];
  const charged = figuresOf(into, lines, (line) => unitPriceCents(line.prices, line.wholesale));
  const before = into.grandTotalCents + joined.grandTotalCents;
  if (charged.grandTotalCents > before) return refuse("costs_more");
  return {
    charged,
    headOffice: figuresOf(into, lines, (line) => headOfficeUnitPriceCents(line.prices, line.wholesale)),
    overpaidCents: isPaid(into) ? before - charged.grandTotalCents : 0,
  };
}

function isPaid({ status }: BoughtOrder): boolean {
  return status === "PAYMENT_ACCEPTED";
}

/** The same size in both becomes one line: not where it has two prices, or is here on the shelf and there made to order. */
function clash(one: BoughtLine, other: BoughtLine): boolean {
  if (one.sizeId !== other.sizeId) return false;
  return (
    unitPriceCents(one.prices, one.wholesale) !== unitPriceCents(other.prices, other.wholesale) ||
    headOfficeUnitPriceCents(one.prices, one.wholesale) !== headOfficeUnitPriceCents(other.prices, other.wholesale) ||
    one.held > 0 !== other.held > 0
  );
}

function figuresOf(into: BoughtOrder, lines: BoughtLine[], unitCents: (line: BoughtLine) => Cents): Quote {
  const sum = (of: (line: BoughtLine) => number): number => lines.reduce((total, line) => total + of(line), 0);
  return quote(
    {
      pieces: sum((line) => line.pieces),
      parcelPieces: sum(parcelPieces),
      wholesale: into.wholesale,
      subtotalCents: sum((line) => unitCents(line) * line.pieces),
    },
    into.terms,
  );
}
