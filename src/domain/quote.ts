import { insuranceCents } from "./insurance.ts";
import type { Cents } from "./money.ts";
import { onlineFeeCents, type OnlineFee } from "./online-fee.ts";
import { headOfficeUnitPriceCents, isWholesale, unitPriceCents, type Prices, type WholesaleRule } from "./price.ts";
import { extraShippingCents, type PiecesFee } from "./shipping.ts";

export interface PricedLine {
  prices: Prices;
  pieces: number;
  /** A ticket is sent by email: it counts for wholesale, not for the parcel. */
  isDigital: boolean;
}

export interface CarrierTerms {
  priceCents: Cents;
  /** Null where the carrier offers no insurance. */
  insuranceRateBps: number | null;
  piecesFee: PiecesFee | null;
}

export interface CartSummary {
  pieces: number;
  /** Pieces that go into the parcel. */
  parcelPieces: number;
  wholesale: boolean;
  subtotalCents: Cents;
}

/** All amounts that the customer sees before the order, and the stored amounts of the order afterwards. */
export interface Quote {
  pieces: number;
  wholesale: boolean;
  subtotalCents: Cents;
  packagingCents: Cents;
  shippingCents: Cents;
  extraShippingCents: Cents;
  insuranceCents: Cents;
  /** Before the online fee. */
  totalCents: Cents;
  onlineFeeCents: Cents;
  grandTotalCents: Cents;
}

/**
 * The amounts of the whole cart. Its pieces decide wholesale, which decides the unit price of each line (rule
 * WHOLESALE-1).
 */
export function summarizeCart(lines: readonly PricedLine[], rule: WholesaleRule): CartSummary {
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0);
  const wholesale = isWholesale(rule, pieces);
  return {
    pieces,
    parcelPieces: lines.reduce((sum, line) => sum + parcelPieces(line), 0),
    wholesale,
    subtotalCents: lines.reduce((sum, line) => sum + unitPriceCents(line.prices, wholesale) * line.pieces, 0),
  };
}

export function parcelPieces(line: Pick<PricedLine, "pieces" | "isDigital">): number {
  return line.isDigital ? 0 : line.pieces;
}

/** The cart's subtotal at the head office's prices: what a branch owes for it (rule PRICE-3). */
export function headOfficeSubtotalCents(lines: readonly PricedLine[], wholesale: boolean): Cents {
  return lines.reduce((sum, line) => sum + headOfficeUnitPriceCents(line.prices, wholesale) * line.pieces, 0);
}

export interface QuoteTerms {
  /** Null before a carrier is chosen, and for tickets only. */
  carrier: CarrierTerms | null;
  insured: boolean;
  /** Null unless the order is paid online. */
  onlineFee: OnlineFee | null;
  /** What the shop charges for packing an order's parcel, in centavos; 0 if nothing. */
  packagingCents: Cents;
}

/**
 * Order total = products + shipping + extra shipping + insurance + packaging, plus the online fee. Packaging is charged
 * once per order, and only if there is a parcel: tickets are not packed (decision 31).
 */
export function quote(summary: CartSummary, { carrier, insured, onlineFee, packagingCents }: QuoteTerms): Quote {
  const shippingCents = carrier?.priceCents ?? 0;
  const extra = extraShippingCents(carrier?.piecesFee ?? null, summary.parcelPieces);
  const insurance =
    insured && carrier?.insuranceRateBps ? insuranceCents(summary.subtotalCents, carrier.insuranceRateBps) : 0;
  const packaging = summary.parcelPieces > 0 ? packagingCents : 0;
  const totalCents = summary.subtotalCents + shippingCents + extra + insurance + packaging;
  const fee = onlineFee ? onlineFeeCents(totalCents, onlineFee) : 0;
  return {
    pieces: summary.pieces,
    wholesale: summary.wholesale,
    subtotalCents: summary.subtotalCents,
    packagingCents: packaging,
    shippingCents,
    extraShippingCents: extra,
    insuranceCents: insurance,
    totalCents,
    onlineFeeCents: fee,
    grandTotalCents: totalCents + fee,
  };
}
