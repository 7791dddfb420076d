import { COMMON_PASSWORDS } from "./common-password-list.ts";

const COMMON = new Set(COMMON_PASSWORDS.trim().split(/\s+/));

/** Whether a password is among those tried first by whoever guesses; large and small letters are alike. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.trim().toLowerCase());
}
