/** A presale line without stock is made to order, up to this many pieces (rule PRESALE-3). */
export const MADE_TO_ORDER_CAP = 10;

/** More than any shop holds of one size; keeps sums far inside 32 bits. */
export const MAX_LINE_PIECES = 9_999;

/** "Vestido midi Nopal Rojo T: M": product, brand, colour if any, then the size. */
export function cartLineName(
  product: { name: string; brand: string | null; color: string | null },
  size: string,
): string {
  return [product.name, product.brand, product.color].filter(Boolean).join(" ") + ` T: ${size}`;
}

/** A line's name as people read it: a ticket's 'T: Boleto A-03' is shown as '# Boleto A-03' (rule TICKET-5). */
export function shownLineName(name: string, isTicket: boolean): string {
  const at = name.lastIndexOf(" T: ");
  if (!isTicket || at < 0) return name;
  return `${name.slice(0, at)} # Boleto ${name.slice(at + " T: ".length).replace(/^Boleto /, "")}`;
}

export interface WantedLine {
  sizeId: string;
  pieces: number;
}

/** Two lines of one size are one wish: their pieces are summed before anything is taken from the shelf. */
export function sumBySize<Line extends WantedLine>(lines: readonly Line[]): Line[] {
  const bySize = new Map<string, Line>();
  for (const line of lines) {
    const first = bySize.get(line.sizeId);
    bySize.set(line.sizeId, first ? { ...first, pieces: first.pieces + line.pieces } : { ...line });
  }
  return [...bySize.values()];
}

/** What a shopper reads who asked for more pieces than this. */
export function tooFewLeft(pieces: number): string {
  return pieces === 1 ? "Solo queda 1 pieza." : `Solo quedan ${pieces} piezas: elige ${pieces} o menos.`;
}

/** How many pieces a line may be set to: what is left plus what it holds (rule CART-10). Made to order: the limit. */
export function maxPieces(line: { left: number; held: number; isPresale: boolean }): number {
  return line.isPresale && line.left + line.held === 0 ? MADE_TO_ORDER_CAP : line.left + line.held;
}
