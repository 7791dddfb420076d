import { GLOBAL_SALE_KEYS, type ChargeKind, type SatKeys } from "./sat-keys.ts";
import type { Cents } from "./money.ts";
import type { Vat, VatPart } from "./vat.ts";

/** One line of an invoice at the price that the customer was charged: VAT included, in centavos. */
export interface InvoiceLine {
  description: string;
  /** The shop's own number for the line (SKU or order reference). Null for charges. */
  identification: string | null;
  keys: SatKeys;
  pieces: number;
  unitPriceCents: Cents;
  /** Discount on the whole line, at most pieces × unit price. */
  discountCents: Cents;
  /** A line that sums up several treatments (a sale in a global invoice) has parts, which add up to what was paid. */
  vat: Vat | readonly VatPart[];
}

/** The charged lines and charges of an order, whether or not it is paid yet (a PPD invoice is issued before). */
export interface ChargedOrder {
  lines: readonly InvoiceLine[];
  charges: Record<ChargeKind, Cents>;
  /** Charges are services of the shop: they have its general rate (rule VAT-3). */
  chargesVat: Vat;
  /** Discount on the whole order, in addition to the discounts of its lines. Usually 0. */
  discountCents: Cents;
}

/** The charges in the order in which customers read them. */
export const CHARGE_LABEL: Record<ChargeKind, string> = {
  shipping: "Envío",
  extraShipping: "Envío de piezas extra",
  insurance: "Seguro de envío",
  packaging: "Empaque",
  onlineFee: "Comisión por pago en línea",
};
export const CHARGE_KINDS = Object.keys(CHARGE_LABEL) as ChargeKind[];

/**
 * The invoice lines of an order. Each charge is a line of its own, so that the invoice total is what the customer was
 * charged. A discount on the order is spread over all lines in proportion, to the centavo. Lines without an amount are
 * left out: SAT refuses a base of zero (CFDI40174).
 */
export function linesOfOrder(order: ChargedOrder, chargeKeys: Record<ChargeKind, SatKeys>): InvoiceLine[] {
  const chargeLines = CHARGE_KINDS.map((kind) => ({
    description: CHARGE_LABEL[kind],
    identification: null,
    keys: chargeKeys[kind],
    pieces: 1,
    unitPriceCents: order.charges[kind],
    discountCents: 0,
    vat: order.chargesVat,
  }));
  return spreadDiscount([...order.lines, ...chargeLines], order.discountCents).filter(
    (line) => lineTotalCents(line) > 0,
  );
}

/**
 * A paid order as one line of a global invoice: SAT requires the description "Venta" and the number of the receipt. An
 * order with several treatments is one line with a tax for each (SAT's guide of the global CFDI).
 */
export function globalSaleLine(order: { reference: string; paidCents: Cents; parts: readonly VatPart[] }): InvoiceLine {
  return {
    description: "Venta",
    identification: order.reference,
    keys: GLOBAL_SALE_KEYS,
    pieces: 1,
    unitPriceCents: order.paidCents,
    discountCents: 0,
    vat: order.parts,
  };
}

/** The total of the line, by VAT treatment. */
export function vatPartsOf(line: InvoiceLine): readonly VatPart[] {
  return "treatment" in line.vat ? [{ vat: line.vat, cents: lineTotalCents(line) }] : line.vat;
}

/** The price of the line after its discount, VAT included, in centavos. */
export function lineTotalCents(line: Pick<InvoiceLine, "pieces" | "unitPriceCents" | "discountCents">): Cents {
  return line.pieces * line.unitPriceCents - line.discountCents;
}

/**
 * Spreads a discount in proportion. A line's part is the difference of two running totals, so the parts add up exactly.
 */
export function spreadDiscount(lines: readonly InvoiceLine[], discountCents: Cents): InvoiceLine[] {
  if (discountCents === 0) return [...lines];
  const total = BigInt(lines.reduce((sum, line) => sum + lineTotalCents(line), 0));
  let chargedSoFar = 0n;
  let spreadSoFar = 0n;
  return lines.map((line) => {
    chargedSoFar += BigInt(lineTotalCents(line));
    const spreadWithThisLine = (BigInt(discountCents) * chargedSoFar) / total;
    const partCents = Number(spreadWithThisLine - spreadSoFar);
    spreadSoFar = spreadWithThisLine;
    return { ...line, discountCents: line.discountCents + partCents };
  });
}
