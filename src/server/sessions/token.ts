import { createHash, randomBytes } from "node:crypto";

/** Tells an assisted session's token at a glance: what is done with it is written down, also where no caller is needed. */
const ASSISTED_PREFIX = "su_";

/** An opaque token of 256 random bits, as the caller carries it. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

export function newAssistedToken(): string {
  return ASSISTED_PREFIX + newToken();
}

export function isAssistedToken(token: string): boolean {
  return token.startsWith(ASSISTED_PREFIX);
}

/** As the database keeps it: who reads the table cannot use what he reads. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
