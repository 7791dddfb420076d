import type { Cents } from "./money.ts";

/** What a carrier charges beyond its price for a big parcel. */
export interface PiecesFee {
  maxPieces: number;
  pieceCents: Cents;
}

/** Extra shipping: each piece beyond what the carrier takes for its price (spec §9, "Extra shipping"). */
export function extraShippingCents(fee: PiecesFee | null, pieces: number): Cents {
  return fee ? Math.max(0, pieces - fee.maxPieces) * fee.pieceCents : 0;
}
