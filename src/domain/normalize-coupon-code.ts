/** A coupon's code as it is stored and compared: "buen fin 10" becomes BUENFIN10 (rule COUPON-1). */
export function normalizeCouponCode(typed: string): string {
  return typed.toWellFormed().replace(/\s+/g, "").toUpperCase();
}
