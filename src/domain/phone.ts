/**
 * The ten digits of a Mexican phone number, or null. Spaces, dots, dashes, parentheses and a prefix (+52, 52 1, 01, 044
 * or 045) do not matter.
 */
export function phoneDigits(typed: string): string | null {
  const digits = typed.replace(/[\s().-]/g, "").replace(/^\+/, "");
  if (!/^\d+$/.test(digits)) return null;
  const nationalDigits = digits.replace(/^(?:521|52|044|045|01)(?=\d{10}$)/, "");
  return /^\d{10}$/.test(nationalDigits) ? nationalDigits : null;
}

/** "55 1234 5678": a phone number in the groups customary in Mexico. */
export function formatPhone(digits: string): string {
  const areaCodeLength = /^(?:55|56|33|81)/.test(digits) ? 2 : 3;
  return [digits.slice(0, areaCodeLength), digits.slice(areaCodeLength, digits.length - 4), digits.slice(-4)].join(" ");
}
