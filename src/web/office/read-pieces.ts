/** A typed whole number from `min` on, of at most six digits; null for anything else. */
export function readPieces(text: string, min = 1): number | null {
  const pieces = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  return pieces >= min ? pieces : null;
}
