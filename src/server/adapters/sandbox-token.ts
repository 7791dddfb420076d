import type { Config } from "../config.ts";
import type { Db } from "../db/connect.ts";
import { newToken } from "../sessions/token.ts";

/**
 * What the stand-ins of a live shop are called with, and opened by where no staff is signed in: `SANDBOX_TOKEN`, else one
 * made at first use, the same for every process. Null where there are none, and in the demo, whose stand-ins are open to
 * everybody on the machine.
 */
export async function readSandboxToken(config: Config, db: Db): Promise<string | null> {
  const hasSandboxes = config.smtpUrl === null || !config.mercadoPago.isReal || config.pac === "sandbox";
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
