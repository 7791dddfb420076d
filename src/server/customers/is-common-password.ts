import { COMMON_PASSWORDS } from "./common-password-list.ts";

const COMMON_PASSWORD_SET = new Set(COMMON_PASSWORDS.trim().split(/\s+/));

/** Whether a password is in the list of common ones, ignoring case and spaces around it. */
export function isCommonPassword(password: string): boolean {
  return COMMON_PASSWORD_SET.has(password.trim().toLowerCase());
}
