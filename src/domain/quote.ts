import { insuranceCents } from "./insurance.ts";
import type { Cents } from "./money.ts";
import { onlineFeeCents, type OnlineFee } from "./online-fee.ts";
import { headOfficeUnitPriceCents, isWholesale, unitPriceCents, type Prices, type WholesaleRule } from "./price.ts";
import { applyPromotions, type ApplicablePromotion, type Discount } from "./promotion.ts";
import { extraShippingCents, type PiecesFee } from "./extra-shipping.ts";

export interface PricedLine {
  sizeId: string;
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
  isWholesale: boolean;
  /** Before discounts. */
  subtotalCents: Cents;
  /** The promotions that were considered, so that the same cart can be computed again. */
  promotions: readonly ApplicablePromotion[];
  /** What promotions take off the products. */
  productDiscounts: readonly Discount[];
  /** The sum of `productDiscounts`. */
  productDiscountCents: Cents;
  /** The promotion that makes the shipping free, or null. */
  freeShipping: ApplicablePromotion | null;
}

/** All amounts that the customer sees before the order, and the stored amounts of the order afterwards. */
export interface Quote {
  pieces: number;
  isWholesale: boolean;
  /** Before discounts. */
  subtotalCents: Cents;
  /** What promotions take off products and shipping. */
  discounts: readonly Discount[];
  /** The sum of `discounts`. */
  discountCents: Cents;
  /** The part of `discountCents` that is taken off the shipping. */
  shippingDiscountCents: Cents;
  packagingCents: Cents;
  shippingCents: Cents;
  extraShippingCents: Cents;
  insuranceCents: Cents;
  /** Before the online fee. */
  totalCents: Cents;
  onlineFeeCents: Cents;
  grandTotalCents: Cents;
}

const noPromotions = (): readonly ApplicablePromotion[] => [];

/**
 * The amounts of the whole cart. Its pieces decide wholesale, which decides the unit price of each line (rule
 * WHOLESALE-1) and which promotions apply.
 */
export function summarizeCart(
  lines: readonly PricedLine[],
  wholesaleRule: WholesaleRule,
  promotionsFor: (isWholesale: boolean) => readonly ApplicablePromotion[] = noPromotions,
): CartSummary {
  const wholesale = isWholesale(wholesaleRule, sumPieces(lines));
  return summarize(lines, wholesale, unitPriceCents, promotionsFor(wholesale));
}

/**
 * The same cart at the head office's prices and with its promotions: what a branch owes for it (rules PRICE-3,
 * PROMO-10).
 */
export function headOfficeSummary(lines: readonly PricedLine[], { isWholesale, promotions }: CartSummary): CartSummary {
  return summarize(
    lines,
    isWholesale,
    headOfficeUnitPriceCents,
    promotions.filter(({ ofHeadOffice }) => ofHeadOffice),
  );
}

function summarize(
  lines: readonly PricedLine[],
  wholesale: boolean,
  unitPriceOf: (prices: Prices, wholesale: boolean) => Cents,
  promotions: readonly ApplicablePromotion[],
): CartSummary {
  const discountableLines = lines.map(({ sizeId, pieces, prices }) => ({
    sizeId,
    pieces,
    unitCents: unitPriceOf(prices, wholesale),
  }));
  const { discounts, freeShipping } = applyPromotions(discountableLines, promotions);
  return {
    pieces: sumPieces(lines),
    parcelPieces: lines.reduce((sum, line) => sum + parcelPiecesOf(line), 0),
    isWholesale: wholesale,
    subtotalCents: discountableLines.reduce((sum, { pieces, unitCents }) => sum + unitCents * pieces, 0),
    promotions,
    productDiscounts: discounts,
    productDiscountCents: sumDiscounts(discounts),
    freeShipping,
  };
}

function sumPieces(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, line) => sum + line.pieces, 0);
}

function sumDiscounts(discounts: readonly Discount[]): Cents {
  return discounts.reduce((sum, { cents }) => sum + cents, 0);
}

export function parcelPiecesOf(line: Pick<PricedLine, "pieces" | "isDigital">): number {
  return line.isDigital ? 0 : line.pieces;
}

/** What discounts take off each size, in centavos. */
export function discountsBySize(discounts: readonly Discount[]): Map<string, Cents> {
  const bySize = new Map<string, Cents>();
  for (const { lines } of discounts) {
    for (const [sizeId, cents] of Object.entries(lines)) bySize.set(sizeId, (bySize.get(sizeId) ?? 0) + cents);
  }
  return bySize;
}

/** The data of a cart that a quote needs. */
export interface QuotedCart extends Omit<CartSummary, "promotions" | "freeShipping"> {
  freeShipping: Pick<ApplicablePromotion, "id" | "label" | "code"> | null;
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
 * Order total = products − discounts + shipping + extra shipping + insurance + packaging, plus the online fee.
 * Packaging is charged once per order, and only if there is a parcel: tickets are not packed (decision 31). Insurance
 * and the online fee are computed after discounts (rule PROMO-6).
 */
export function quote(summary: QuotedCart, { carrier, insured, onlineFee, packagingCents }: QuoteTerms): Quote {
  const shippingCents = carrier?.priceCents ?? 0;
  const extraPiecesCents = extraShippingCents(carrier?.piecesFee ?? null, summary.parcelPieces);
  const freeShippingCents = summary.freeShipping ? shippingCents + extraPiecesCents : 0;
  const productsCents = summary.subtotalCents - summary.productDiscountCents;
  const insurance = insured && carrier?.insuranceRateBps ? insuranceCents(productsCents, carrier.insuranceRateBps) : 0;
  const packaging = summary.parcelPieces > 0 ? packagingCents : 0;
  const totalCents = productsCents + shippingCents + extraPiecesCents - freeShippingCents + insurance + packaging;
  const fee = onlineFee ? onlineFeeCents(totalCents, onlineFee) : 0;
  return {
    pieces: summary.pieces,
    isWholesale: summary.isWholesale,
    subtotalCents: summary.subtotalCents,
    discounts: [
      ...summary.productDiscounts,
      ...(freeShippingCents > 0 ? [shippingDiscount(summary.freeShipping!, freeShippingCents)] : []),
    ],
    discountCents: summary.productDiscountCents + freeShippingCents,
    shippingDiscountCents: freeShippingCents,
    packagingCents: packaging,
    shippingCents,
    extraShippingCents: extraPiecesCents,
    insuranceCents: insurance,
    totalCents,
    onlineFeeCents: fee,
    grandTotalCents: totalCents + fee,
  };
}

function shippingDiscount({ id, label, code }: NonNullable<QuotedCart["freeShipping"]>, cents: Cents): Discount {
  return { promotionId: id, label, code, cents, shippingCents: cents, lines: {} };
}
