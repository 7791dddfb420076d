import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { normalizeUsername } from "../../domain/username.ts";
import type { App } from "../app.ts";
import { findAccount } from "../customers/queries.ts";
import type { Tx } from "../db/connect.ts";
import { SU_TOKEN_MINUTES } from "../sessions/lifetimes.ts";
import { transact } from "../db/transact.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";

/** Creates a one-time token that opens an assisted session of this customer (rule STAFF-1). The creation is logged. */
export async function createSuToken(
  app: App,
  username: string,
  by: Actor,
): Promise<{ token: string; expiresAt: Date } | Refusal<"customer_not_found">> {
  const account = await findAccount(app.genericPlanDb, normalizeUsername(username) ?? "");
  if (!account) return refuse("customer_not_found");
  const token = newToken();
  return transact(app.genericPlanDb, async (tx) => {
    const { expires_at } = await tx
      .insertInto("su_tokens")
      .values({
        token_hash: hashToken(token),
        customer_id: account.customerId,
        staff: by.name,
        expires_at: sql<Date>`now() + interval '1 minute' * ${SU_TOKEN_MINUTES}::int`,
      })
      .returning("expires_at")
      .executeTakeFirstOrThrow();
    await logChange(tx, by, { action: "assist", object: { kind: "customer", id: account.customerId } });
    return { token, expiresAt: expires_at };
  });
}

/**
 * Uses a token and returns the name of its creator. Undefined if it is unknown, another customer's, expired or used.
 */
export async function useSuToken(tx: Tx, token: string, customerId: string): Promise<string | undefined> {
  const usedToken = await tx
    .deleteFrom("su_tokens")
    .where("token_hash", "=", hashToken(token))
    .where("customer_id", "=", customerId)
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .returning("staff")
    .executeTakeFirst();
  return usedToken?.staff;
}
