/** Parses a whole number of at most six digits, from `min` on; null for anything else. */
export function readWholeNumber(text: string, min = 1): number | null {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  return number >= min ? number : null;
}
