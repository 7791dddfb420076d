import type { Config } from "../config.ts";
import type { Db } from "../db/connect.ts";
import { newToken } from "../sessions/token.ts";

/**
 * The token of a live shop's sandboxes, required if no staff member is signed in: `SANDBOX_TOKEN`, otherwise one that
 * is created on first use and shared by all processes. Null without sandboxes, and in the demo, whose sandboxes are
 * open to everyone on the machine.
 */
export async function findOrCreateSandboxToken(config: Config, db: Db): Promise<string | null> {
  const hasSandboxes =
    config.smtpUrl === null || !config.mercadoPago.isReal || config.pac === "sandbox" || hasCarrierSandbox(config);
  if (config.publicUrl === null || !hasSandboxes) return null;
  if (config.sandboxToken !== null) return config.sandboxToken;
  await db
    .insertInto("sandbox_token")
    .values({ token: newToken() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { token } = await db.selectFrom("sandbox_token").select("token").executeTakeFirstOrThrow();
  return token;
}

/** Whether shops may buy labels at the sandbox: in the demo, and in a live shop that may use sandboxes. */
export function hasCarrierSandbox({ publicUrl, allowSandbox }: Config): boolean {
  return publicUrl === null || allowSandbox;
}
