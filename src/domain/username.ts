import { phoneDigits } from "./phone.ts";

/**
 * Normalizes a user name: an email address in lower case or the ten digits of a phone number. Null for anything else.
 */
export function normalizeUsername(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  return isEmail(text) ? text : phoneDigits(text);
}

/** Whether email can be sent to a user name. Customers with a phone number use the shop's chat (rule CUSTOMER-7). */
export function isEmail(username: string): boolean {
  return username.length <= 254 && /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+\.[^\s@<>(),;:"\\]+$/.test(username);
}
