import { phoneDigits } from "./phone.ts";

/** What a customer signs in with: an e-mail in lower case or the ten digits of a phone; null for anything else. */
export function normalUsername(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  return isEmail(text) ? text : phoneDigits(text);
}

/** Whether mail can be sent to a user name. Customers with a phone number write to the shop's chat (rule CUSTOMER-7). */
export function isEmail(username: string): boolean {
  return username.length <= 254 && /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+\.[^\s@<>(),;:"\\]+$/.test(username);
}
