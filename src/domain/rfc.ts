export type PersonKind = "person" | "company";

/** The RFC of sales to the general public ("público en general"). */
export const GENERAL_PUBLIC_RFC = "XAXX010101000";
/** The RFC of receivers who live abroad and have no Mexican RFC. */
export const FOREIGN_RFC = "XEXX010101000";

const RFC_PATTERN = /^[A-ZÑ&]{3,4}(\d{2})(\d{2})(\d{2})[A-Z0-9]{2}[0-9A]$/;
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Normalizes a typed RFC: upper case, without blanks, hyphens, dashes and invisible characters. */
export function normalizeRfc(typed: string): string {
  return typed
    .normalize("NFC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}]/gu, "");
}

/**
 * Whether a normalized RFC is possible: letters (with & and Ñ), a real date, homoclave (XSD type t_RFC). The century is
 * not part of it: February 29 needs a year that is a leap year in some century, and 2000 was one.
 */
export function isRfc(rfc: string): boolean {
  const [, year, month, day] = RFC_PATTERN.exec(rfc) ?? [];
  if (year === undefined) return false;
  const isLeap = Number(year) % 4 === 0;
  const lastDay = month === "02" && !isLeap ? 28 : (MONTH_DAYS[Number(month) - 1] ?? 0);
  return Number(day) >= 1 && Number(day) <= lastDay;
}

/** Twelve characters belong to a company (persona moral), thirteen to a person (persona física). */
export function personKind(rfc: string): PersonKind {
  return rfc.length === 12 ? "company" : "person";
}

/** Whether an RFC is one of the two generic RFCs (RFC genérico), which belong to no taxpayer. */
export function isGenericRfc(rfc: string): boolean {
  return rfc === GENERAL_PUBLIC_RFC || rfc === FOREIGN_RFC;
}

const CHECK_DIGIT_ALPHABET = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ";

/**
 * Whether the last character matches SAT's algorithm (modulo 11). Some existing RFCs do not match, so this is a reason
 * for a hint, never for a refusal. Generic RFCs have no check digit.
 */
export function hasValidCheckDigit(rfc: string): boolean {
  if (isGenericRfc(rfc)) return true;
  const paddedRfc = rfc.padStart(13, " ");
  const sum = paddedRfc
    .slice(0, 12)
    .split("")
    .reduce((total, char, i) => total + CHECK_DIGIT_ALPHABET.indexOf(char) * (13 - i), 0);
  const digit = (11 - (sum % 11)) % 11;
  return paddedRfc[12] === (digit === 10 ? "A" : String(digit));
}
