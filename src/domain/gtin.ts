import { refuse, type Refusal } from "./refusal.ts";

/** The last digit of a Global Trade Item Number whose other digits are `body` (GS1 General Specifications, 7.9). */
export function gtinCheckDigit(body: string): number {
  const digits = body.split("").toReversed().map(Number);
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/**
 * The digits of a typed GTIN: 8, 12, 13 or 14, with a correct check digit. Spaces and hyphens between them are ignored,
 * because packages print them.
 */
export function readGtin(typed: string): string | Refusal<"gtin_malformed" | "gtin_check_digit"> {
  const digits = typed.replaceAll(/[\s-]/g, "");
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return refuse("gtin_malformed");
  return gtinCheckDigit(digits.slice(0, -1)) === Number(digits.at(-1)) ? digits : refuse("gtin_check_digit");
}

/**
 * The GTIN if it is valid worldwide. Null for a number that a company assigns for internal use (GS1 General
 * Specifications, 1.4), which sales channels refuse.
 */
export function publicGtin(gtin: string | null): string | null {
  if (gtin === null) return null;
  const isInternal = gtin.length === 8 ? /^[02]/.test(gtin) : /^(?:0[24]|2)/.test(gtin.padStart(14, "0").slice(1));
  return isInternal ? null : gtin;
}
