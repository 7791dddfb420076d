import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { checkPassword } from "../customers/password-rule.ts";
import { findCustomer, updatePasswordHash } from "../customers/queries.ts";
import { transact } from "../db/transact.ts";
import { enqueueAccountChangedEmail } from "../mail/send-account-mail.ts";
import type { Shop } from "../shops/shop.ts";
import type { SignedInCustomer } from "./log-in.ts";
import { endSessionsOf, openSession } from "../sessions/sessions.ts";
import { hashToken } from "../sessions/token.ts";

/** Sets a new password with the link from the email, once. All earlier sessions and links of the customer end. */
export async function resetPassword(
  app: App,
  shop: Shop,
  { token, password }: { token: string; password: string },
): Promise<SignedInCustomer | Refusal<"reset_invalid" | "password_short" | "password_common">> {
  const passwordRefusal = checkPassword(shop, password);
  if (isRefusal(passwordRefusal)) return passwordRefusal;
  // Checked before hashing: hashing is expensive, and a forged token must not cause it.
  if (!(await isValidToken(app, token))) return refuse("reset_invalid");
  const passwordHash = await app.passwords.hash(password);
  return transact(app.genericPlanDb, async (tx) => {
    const usedReset = await tx
      .deleteFrom("password_resets")
      .where("token_hash", "=", hashToken(token))
      .where("expires_at", ">", sql<Date>`clock_timestamp()`)
      .returning("customer_id")
      .executeTakeFirst();
    if (!usedReset) return refuse("reset_invalid");
    await endSessionsOf(tx, usedReset.customer_id);
    await tx.deleteFrom("password_resets").where("customer_id", "=", usedReset.customer_id).execute();
    await updatePasswordHash(tx, usedReset.customer_id, passwordHash);
    const customer = (await findCustomer(tx, usedReset.customer_id))!;
    await enqueueAccountChangedEmail(tx, shop, customer, "password");
    return { customer, session: await openSession(tx, usedReset.customer_id) };
  });
}

async function isValidToken(app: App, token: string): Promise<boolean> {
  const row = await app.genericPlanDb
    .selectFrom("password_resets")
    .select("customer_id")
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return row !== undefined;
}
