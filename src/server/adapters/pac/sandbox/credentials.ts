import { createHmac, timingSafeEqual } from "node:crypto";
import type { PacSandbox } from "./pac-sandbox.ts";

/** The stand-in's only account. No secret: it is open, and what it stamps is worth nothing. */
export const SANDBOX_PAC_USER = "escaparate-sandbox";
export const SANDBOX_PAC_PASSWORD = "escaparate-sandbox-pac";
/** What SW calls a permanent token. */
export const SANDBOX_PAC_TOKEN = "escaparate-sandbox-permanent-token";

const LIVES_SECONDS = 2 * 3600;

export interface GivenToken {
  token: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** A token says itself when it was given: every process of the shop knows it, after a restart too. */
export function giveToken(sandbox: PacSandbox, now: Date): GivenToken {
  const head = `T2.${now.getTime()}`;
  return { token: `${head}.${mark(sandbox, head)}`, expiresAt: Math.floor(now.getTime() / 1_000) + LIVES_SECONDS };
}

export async function isGoodToken(sandbox: PacSandbox, token: string, now: Date): Promise<boolean> {
  const { db } = sandbox;
  if (token === SANDBOX_PAC_TOKEN && sandbox.password === null) return true;
  const [, head, given, own] = /^(T2\.(\d{1,15}))\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (!head || !timingSafeEqual(Buffer.from(own!), Buffer.from(mark(sandbox, head)))) return false;
  const { tokens_since } = await db.selectFrom("sandbox_pac_settings").select("tokens_since").executeTakeFirstOrThrow();
  const at = Number(given);
  return at >= tokens_since.getTime() && now.getTime() < at + LIVES_SECONDS * 1_000;
}

/** From now on nobody's token is good. */
export async function expireTokens({ db }: PacSandbox, now: Date): Promise<void> {
  await db
    .updateTable("sandbox_pac_settings")
    .set({ tokens_since: new Date(now.getTime() + 1) })
    .execute();
}

export function isAccount(sandbox: PacSandbox, user: unknown, password: unknown): boolean {
  return user === SANDBOX_PAC_USER && password === passwordOf(sandbox);
}

const passwordOf = (sandbox: PacSandbox): string => sandbox.password ?? SANDBOX_PAC_PASSWORD;

function mark(sandbox: PacSandbox, head: string): string {
  return createHmac("sha256", passwordOf(sandbox)).update(head).digest("hex");
}
