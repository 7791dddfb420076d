import { sql } from "kysely";
import { isEmail, normalizeUsername } from "../../domain/username.ts";
import type { App } from "../app.ts";
import { findAccount, lockPasswordHash } from "../customers/queries.ts";
import type { Shop } from "../shops/shop.ts";
import { sendEmail } from "../mail/send-email.ts";
import { passwordResetEmail } from "../mail/account-emails.ts";
import { transact } from "../db/transact.ts";
import { RESET_LINK_MINUTES, MAX_RESET_LINKS_PER_HOUR } from "../sessions/lifetimes.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { enqueue } from "../jobs/enqueue.ts";

/**
 * Requests a reset link. Nothing is looked up here: the job finds the user, so the response and its time are the same
 * for every user name (rule CUSTOMER-7).
 */
export async function requestPasswordReset(app: App, shop: Shop, username: string): Promise<void> {
  const normalizedUsername = normalizeUsername(username) ?? "";
  await enqueue(app.genericPlanDb, "mail_password_reset", { username: normalizedUsername, shopId: shop.id });
}

/**
 * Job: emails a one-time link to a customer whose user name is an email address. Sends nothing to an unknown user or a
 * phone number, or beyond the hourly limit.
 */
export async function mailPasswordReset(
  app: App,
  { username, shopId }: { username: string; shopId: string },
): Promise<void> {
  const shop = await app.shops.byId(shopId);
  const account = isEmail(username) ? await findAccount(app.genericPlanDb, username) : undefined;
  if (!shop || !account) return;
  const token = newToken();
  const isStored = await transact(app.genericPlanDb, async (tx) => {
    // The lock serializes the jobs of one customer, so that each job counts the links of the others.
    await lockPasswordHash(tx, account.customerId);
    const { sent } = await tx
      .selectFrom("password_resets")
      .select((eb) => eb.fn.countAll<number>().as("sent"))
      .where("customer_id", "=", account.customerId)
      .where("created_at", ">", sql<Date>`now() - interval '1 hour'`)
      .executeTakeFirstOrThrow();
    if (sent >= MAX_RESET_LINKS_PER_HOUR) return false;
    await tx
      .insertInto("password_resets")
      .values({
        token_hash: hashToken(token),
        customer_id: account.customerId,
        expires_at: sql<Date>`now() + interval '1 minute' * ${RESET_LINK_MINUTES}::int`,
      })
      .execute();
    return true;
  });
  if (!isStored) return;
  // The part after '#' is not sent by browsers, so it is in no log and no Referer.
  const message = passwordResetEmail(shop, account.name, `${app.originOf(shop.hosts)}/reset#token=${token}`);
  const id = `${hashToken(token).toString("hex").slice(0, 32)}-reset`;
  try {
    await sendEmail(app, shop, message, { to: username, id, job: "mail_password_reset" });
  } catch (error) {
    // The job is retried with another link. This one must not count towards the hourly limit.
    await app.genericPlanDb.deleteFrom("password_resets").where("token_hash", "=", hashToken(token)).execute();
    throw error;
  }
}
