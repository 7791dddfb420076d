import { createHmac, timingSafeEqual } from "node:crypto";
import type { PacSandbox } from "./pac-sandbox.ts";

/**
 * The demo's only account. It is not secret, because anyone may use the demo's sandbox, and its stamps have no legal
 * value. In a live shop the sandbox has another password (`PacSandbox.password`).
 */
export const SANDBOX_PAC_USER = "escaparate-sandbox";
export const SANDBOX_PAC_PASSWORD = "escaparate-sandbox-pac";
/** A permanent token, in SW's terms. Valid in the demo only. */
export const SANDBOX_PAC_TOKEN = "escaparate-sandbox-permanent-token";

const TOKEN_LIFETIME_SECONDS = 2 * 3600;

export interface IssuedToken {
  token: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/**
 * Issues a token with its time of issue and a signature. Nothing is stored: every process accepts it, even after a
 * restart.
 */
export function issueToken(sandbox: PacSandbox, now: Date): IssuedToken {
  const payload = `T2.${now.getTime()}`;
  return {
    token: `${payload}.${signatureOf(sandbox, payload)}`,
    expiresAt: Math.floor(now.getTime() / 1_000) + TOKEN_LIFETIME_SECONDS,
  };
}

export async function isValidToken(sandbox: PacSandbox, token: string, now: Date): Promise<boolean> {
  const { db } = sandbox;
  if (token === SANDBOX_PAC_TOKEN && sandbox.password === null) return true;
  const [, payload, issuedAt, signature] = /^(T2\.(\d{1,15}))\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (!payload || !timingSafeEqual(Buffer.from(signature!), Buffer.from(signatureOf(sandbox, payload)))) return false;
  const { tokens_valid_from_at } = await db
    .selectFrom("sandbox_pac_settings")
    .select("tokens_valid_from_at")
    .executeTakeFirstOrThrow();
  const issuedMs = Number(issuedAt);
  return issuedMs >= tokens_valid_from_at.getTime() && now.getTime() < issuedMs + TOKEN_LIFETIME_SECONDS * 1_000;
}

/** Invalidates all tokens issued so far, except the demo's permanent token. */
export async function expireTokens({ db }: PacSandbox, now: Date): Promise<void> {
  await db
    .updateTable("sandbox_pac_settings")
    .set({ tokens_valid_from_at: new Date(now.getTime() + 1) })
    .execute();
}

export function isValidLogin(sandbox: PacSandbox, user: unknown, password: unknown): boolean {
  return user === SANDBOX_PAC_USER && password === passwordOf(sandbox);
}

const passwordOf = (sandbox: PacSandbox): string => sandbox.password ?? SANDBOX_PAC_PASSWORD;

function signatureOf(sandbox: PacSandbox, payload: string): string {
  return createHmac("sha256", passwordOf(sandbox)).update(payload).digest("hex");
}
