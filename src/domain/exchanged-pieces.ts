import type { Cents } from "./money.ts";

/** Pieces that customers got by exchanges of one line, and what was paid for them on top of the line's price. */
export interface ExchangedPieces {
  pieces: number;
  /** Above 0: surcharges that were paid. Below 0: what exchanges gave back. */
  cents: Cents;
}

/** Pieces that came back and arrived at the shop. */
export interface ArrivedPieces {
  /** The order's line whose price they have. */
  orderLineSizeId: string;
  sizeId: string;
  /** The size that was sent instead. Null for a refund. */
  newSizeId: string | null;
  pieces: number;
  /** How much less a piece of the new size costs, which is refunded. */
  cheaperByCents: Cents;
  /** How much more a piece of the new size costs. */
  surchargeCents: Cents;
}

/**
 * The exchanged pieces by their `pieceKey`. `arrivals` are in order of arrival. What was paid for a piece counts for
 * the piece that replaces it.
 */
export function exchangedPieces(arrivals: readonly ArrivedPieces[]): Map<string, ExchangedPieces> {
  const piecesByKey = new Map<string, ExchangedPieces>();
  for (const { orderLineSizeId, sizeId, newSizeId, pieces, cheaperByCents, surchargeCents } of arrivals) {
    const carriedCents = subtractExchangedPieces(piecesByKey, pieceKey(orderLineSizeId, sizeId), pieces);
    if (newSizeId === null) continue;
    const key = pieceKey(orderLineSizeId, newSizeId);
    const previousPieces = piecesByKey.get(key) ?? { pieces: 0, cents: 0 };
    const cents = previousPieces.cents + carriedCents + pieces * (surchargeCents - cheaperByCents);
    piecesByKey.set(key, { pieces: previousPieces.pieces + pieces, cents });
  }
  return piecesByKey;
}

export function pieceKey(orderLineSizeId: string, sizeId: string): string {
  return `${orderLineSizeId}/${sizeId}`;
}

/** Subtracts pieces from the map. Returns their part of what was paid, rounded down. */
export function subtractExchangedPieces(piecesByKey: Map<string, ExchangedPieces>, key: string, pieces: number): Cents {
  const previousPieces = piecesByKey.get(key);
  if (!previousPieces || previousPieces.pieces === 0) return 0;
  const subtractedPieces = Math.min(pieces, previousPieces.pieces);
  const cents = Math.floor((previousPieces.cents * subtractedPieces) / previousPieces.pieces);
  piecesByKey.set(key, { pieces: previousPieces.pieces - subtractedPieces, cents: previousPieces.cents - cents });
  return cents;
}
