import { COMMON_PASSWORDS } from "./common-password-list.ts";

const COMMON = new Set(COMMON_PASSWORDS.trim().split(/\s+/));

/** Whether a password is among the most commonly guessed ones, ignoring case. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.trim().toLowerCase());
}
