import type { Cents } from "./money.ts";

/** Pieces of one line that came by exchanges, and what was paid for them beside the price of the line. */
export interface ExchangedPieces {
  pieces: number;
  /** Above 0: differences that were paid. Below 0: what exchanges gave back. */
  cents: Cents;
}

/** Pieces that came back and arrived, in the order in which they did. */
export interface ArrivedPieces {
  /** The order's line whose price they have. */
  lineSizeId: string;
  sizeId: string;
  /** The size that was sent instead. Null for a refund. */
  newSizeId: string | null;
  arrived: number;
  /** What a piece of the new size cost less and more. */
  differenceCents: Cents;
  surchargeCents: Cents;
}

/** By "line/size". What was paid for a piece counts for the piece it is exchanged for. */
export function exchangedPieces(arrived: readonly ArrivedPieces[]): Map<string, ExchangedPieces> {
  const exchanged = new Map<string, ExchangedPieces>();
  for (const { lineSizeId, sizeId, newSizeId, arrived: pieces, differenceCents, surchargeCents } of arrived) {
    const carriedCents = takeExchanged(exchanged, pieceKey(lineSizeId, sizeId), pieces);
    if (newSizeId === null) continue;
    const key = pieceKey(lineSizeId, newSizeId);
    const before = exchanged.get(key) ?? { pieces: 0, cents: 0 };
    const cents = before.cents + carriedCents + pieces * (surchargeCents - differenceCents);
    exchanged.set(key, { pieces: before.pieces + pieces, cents });
  }
  return exchanged;
}

export function pieceKey(lineSizeId: string, sizeId: string): string {
  return `${lineSizeId}/${sizeId}`;
}

/** Subtracts pieces from the map. Returns their part of what was paid, rounded down. */
export function takeExchanged(exchanged: Map<string, ExchangedPieces>, key: string, pieces: number): Cents {
  const of = exchanged.get(key);
  if (!of || of.pieces === 0) return 0;
  const taken = Math.min(pieces, of.pieces);
  const cents = Math.floor((of.cents * taken) / of.pieces);
  exchanged.set(key, { pieces: of.pieces - taken, cents: of.cents - cents });
  return cents;
}
