/**
 * The ten digits of a Mexican phone, or null. People write it with spaces, dashes, +52, 52 1, 044 or 045 in front:
 * all of these are the same phone.
 */
export function phoneDigits(typed: string): string | null {
  const digits = typed.replace(/[\s().-]/g, "").replace(/^\+/, "");
  if (!/^\d+$/.test(digits)) return null;
  const national = digits.replace(/^(?:521|52|044|045|01)(?=\d{10}$)/, "");
  return /^\d{10}$/.test(national) ? national : null;
}

/** "55 1234 5678": as people here read a phone. */
export function formatPhone(digits: string): string {
  const area = /^(?:55|56|33|81)/.test(digits) ? 2 : 3;
  return [digits.slice(0, area), digits.slice(area, digits.length - 4), digits.slice(-4)].join(" ");
}
