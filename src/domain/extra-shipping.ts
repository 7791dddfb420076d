import type { Cents } from "./money.ts";

/** What a carrier adds to its price if a parcel has more pieces than the price includes. */
export interface PiecesFee {
  /** Pieces that the carrier's price includes. */
  includedPieces: number;
  pieceCents: Cents;
}

/** Extra shipping: a price for each piece above those included in the carrier's price (rule CHARGE-2). */
export function extraShippingCents(fee: PiecesFee | null, pieces: number): Cents {
  return fee ? Math.max(0, pieces - fee.includedPieces) * fee.pieceCents : 0;
}
