/** A coupon's code as it is stored: "buen fin 10" is BUENFIN10. */
export function normalizeCode(typed: string): string {
  return typed.toWellFormed().replace(/\s+/g, "").toUpperCase();
}
