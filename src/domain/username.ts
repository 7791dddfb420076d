import { phoneDigits } from "./phone.ts";

/**
 * Normalizes a user name: an email address in lower case or the ten digits of a phone number. Null for anything else.
 */
export function normalizeUsername(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  return isEmail(text) ? text : phoneDigits(text);
}

/**
 * Whether a text, such as a user name or the recipient of an invoice, is an email address. Customers whose user name is
 * a phone number get no email. They use the shop's chat (rule CUSTOMER-7).
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+\.[^\s@<>(),;:"\\]+$/.test(text);
}
