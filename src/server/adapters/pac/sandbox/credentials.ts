import { createHmac, timingSafeEqual } from "node:crypto";
import type { Db } from "../../../db/connect.ts";

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
export function giveToken(now: Date): GivenToken {
  const head = `T2.${now.getTime()}`;
  return { token: `${head}.${mark(head)}`, expiresAt: Math.floor(now.getTime() / 1_000) + LIVES_SECONDS };
}

export async function isGoodToken(db: Db, token: string, now: Date): Promise<boolean> {
  if (token === SANDBOX_PAC_TOKEN) return true;
  const [, head, given, own] = /^(T2\.(\d{1,15}))\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (!head || !timingSafeEqual(Buffer.from(own!), Buffer.from(mark(head)))) return false;
  const { tokens_since } = await db.selectFrom("sandbox_pac_settings").select("tokens_since").executeTakeFirstOrThrow();
  const at = Number(given);
  return at >= tokens_since.getTime() && now.getTime() < at + LIVES_SECONDS * 1_000;
}

/** From now on nobody's token is good. */
export async function expireTokens(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("sandbox_pac_settings")
    .set({ tokens_since: new Date(now.getTime() + 1) })
    .execute();
}

function mark(head: string): string {
  return createHmac("sha256", SANDBOX_PAC_PASSWORD).update(head).digest("hex");
}
