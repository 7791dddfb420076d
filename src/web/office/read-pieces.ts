/** Parses a whole number of at most six digits, from `min` on; null for anything else. */
export function readPieces(text: string, min = 1): number | null {
  const pieces = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  return pieces >= min ? pieces : null;
}
