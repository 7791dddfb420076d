/** A presale line without stock is made to order, up to this many pieces (rule PRESALE-3). */
export const MADE_TO_ORDER_CAP = 10;

/** The most pieces of one line (rule CART-10). Sums stay far below 2^31. */
export const MAX_LINE_PIECES = 9_999;

/** "Vestido midi Nopal Rojo T: M": product, brand, colour if any, then the size. */
export function cartLineName(
  product: { name: string; brand: string | null; color: string | null },
  size: string,
): string {
  return [product.name, product.brand, product.color].filter(Boolean).join(" ") + ` T: ${size}`;
}

/** A line's name as the customer reads it: a ticket's 'T: Boleto A-03' is shown as '· Boleto A-03' (rule TICKET-5). */
export function shownLineName(name: string, isTicket: boolean): string {
  const index = name.lastIndexOf(" T: ");
  if (!isTicket || index < 0) return name;
  return `${name.slice(0, index)} · Boleto ${name.slice(index + " T: ".length).replace(/^Boleto /, "")}`;
}

/** The noun for the pieces that a cart holds. `realQty` of a ticket is 0, because it needs no parcel. */
export function pieceNoun(lines: readonly { realQty: number }[]): "prendas" | "boletos" | "piezas" {
  const ticketCount = lines.filter(({ realQty }) => realQty === 0).length;
  return ticketCount === 0 ? "prendas" : ticketCount === lines.length ? "boletos" : "piezas";
}

export interface RequestedLine {
  sizeId: string;
  pieces: number;
}

/** Merges lines of the same size: their pieces are summed before any stock is reserved. */
export function sumBySize<Line extends RequestedLine>(lines: readonly Line[]): Line[] {
  const bySize = new Map<string, Line>();
  for (const line of lines) {
    const earlierLine = bySize.get(line.sizeId);
    bySize.set(line.sizeId, earlierLine ? { ...earlierLine, pieces: earlierLine.pieces + line.pieces } : { ...line });
  }
  return [...bySize.values()];
}

/** The sentence for a customer who asked for more pieces than are available. */
export function tooFewPiecesSentence(available: number): string {
  return available === 1 ? "Solo queda 1 pieza." : `Solo quedan ${available} piezas: elige ${available} o menos.`;
}

/**
 * The most pieces a line may be set to (rule CART-10): the available pieces plus those the line holds. A line made to
 * order has a fixed limit.
 */
export function maxPieces(availableAndHeldPieces: number, canBeMadeToOrder: boolean): number {
  return canBeMadeToOrder && availableAndHeldPieces === 0 ? MADE_TO_ORDER_CAP : availableAndHeldPieces;
}
