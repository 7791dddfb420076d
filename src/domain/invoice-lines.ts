import { GLOBAL_SALE_KEYS, type ChargeKind, type SatKeys } from "./sat-keys.ts";
import type { Cents } from "./money.ts";

/** One line of an invoice, at what the customer paid: VAT included, in centavos. */
export interface InvoiceLine {
  description: string;
  /** The shop's own number for it (SKU, or an order's reference); null for charges. */
  identification: string | null;
  keys: SatKeys;
  pieces: number;
  unitPriceCents: Cents;
  /** Off the whole line, never more than pieces × unit price. */
  discountCents: Cents;
}

/** An order as it was paid. */
export interface SoldOrder {
  lines: readonly InvoiceLine[];
  charges: Record<ChargeKind, Cents>;
  /** Off the whole order, beyond what its lines say; 0 for most. */
  discountCents: Cents;
}

const CHARGES: [kind: ChargeKind, description: string][] = [
  ["shipping", "Envío"],
  ["extraShipping", "Envío de piezas extra"],
  ["insurance", "Seguro de envío"],
  ["packaging", "Empaque"],
  ["onlineFee", "Comisión por pago en línea"],
];

/**
 * Everything the order was paid for, each charge a line of its own: nothing may be left out, or the invoice is not for what
 * was paid. A discount on the order is spread over all lines in proportion, to the centavo. Lines of nothing are dropped:
 * SAT takes no base of zero (CFDI40174).
 */
export function linesOfOrder(order: SoldOrder, chargeKeys: Record<ChargeKind, SatKeys>): InvoiceLine[] {
  const charges = CHARGES.map(([kind, description]) => ({
    description,
    identification: null,
    keys: chargeKeys[kind],
    pieces: 1,
    unitPriceCents: order.charges[kind],
    discountCents: 0,
  }));
  return spreadDiscount([...order.lines, ...charges], order.discountCents).filter((line) => netCents(line) > 0);
}

/** A paid order as one line of a global invoice: SAT wants the word "Venta" and the number of the ticket. */
export function globalSaleLine(order: { reference: string; paidCents: Cents }): InvoiceLine {
  return {
    description: "Venta",
    identification: order.reference,
    keys: GLOBAL_SALE_KEYS,
    pieces: 1,
    unitPriceCents: order.paidCents,
    discountCents: 0,
  };
}

/** What the line was paid with. */
export function netCents(line: Pick<InvoiceLine, "pieces" | "unitPriceCents" | "discountCents">): Cents {
  return line.pieces * line.unitPriceCents - line.discountCents;
}

/** Each line's part is what its share grew to less what it was before: parts never drift and add up exactly. */
function spreadDiscount(lines: readonly InvoiceLine[], discountCents: Cents): InvoiceLine[] {
  if (discountCents === 0) return [...lines];
  const whole = BigInt(lines.reduce((sum, line) => sum + netCents(line), 0));
  let passed = 0n;
  let given = 0n;
  return lines.map((line) => {
    passed += BigInt(netCents(line));
    const upToHere = (BigInt(discountCents) * passed) / whole;
    const part = Number(upToHere - given);
    given = upToHere;
    return { ...line, discountCents: line.discountCents + part };
  });
}
