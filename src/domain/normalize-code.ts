/** A typed code of a coupon or a second factor, as codes are compared: "buen fin 10" is BUENFIN10. */
export function normalizeCode(typed: string): string {
  return typed.toWellFormed().replace(/\s+/g, "").toUpperCase();
}
