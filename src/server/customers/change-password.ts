import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { enqueueAccountChangedEmail } from "../mail/send-account-mail.ts";
import { endSessionsOf, type Caller } from "../sessions/sessions.ts";
import { tooManyAttempts, type TooManyAttempts } from "../sessions/too-many-attempts.ts";
import type { Shop } from "../shops/shop.ts";
import { checkPassword } from "./password-rule.ts";
import { findCustomer, findPasswordHash, lockPasswordHash, updatePasswordHash } from "./queries.ts";

type PasswordRefusal = Refusal<
  "password_wrong" | "password_short" | "password_common" | "customer_not_found" | "assisted_not_allowed"
>;

/** Changes the password if the current one is correct. Ends all other sessions and invalidates all reset links. */
export async function changePassword(
  app: App,
  shop: Shop,
  caller: Caller,
  input: { currentPassword: string; newPassword: string; /** The IP address, for the rate limit. */ ip: string },
): Promise<"changed" | PasswordRefusal | TooManyAttempts> {
  if (caller.assistedBy !== null) return refuse("assisted_not_allowed");
  // Guests have no password to change.
  if (caller.kind === "guest") return refuse("customer_not_found");
  const refusal = checkPassword(shop, input.newPassword);
  if (isRefusal(refusal)) return refusal;
  const attempt = { secretKind: "current password" as const, account: caller.customerId, ip: input.ip };
  const waitSeconds = await app.failedAttempts.recordAttempt(attempt);
  if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
  const currentHash = await findPasswordHash(app.genericPlanDb, caller.customerId);
  const isCorrect = await app.passwords.verify(input.currentPassword, currentHash).catch(async (error: Error) => {
    await app.failedAttempts.undoAttempt(attempt).catch(() => {});
    throw error;
  });
  if (!isCorrect) return refuse("password_wrong");
  await app.failedAttempts.recordSuccess(attempt);
  const newHash = await app.passwords.hash(input.newPassword);
  return transact(app.genericPlanDb, async (tx) => {
    // If the password was changed concurrently, the given one is no longer current.
    if ((await lockPasswordHash(tx, caller.customerId)) !== currentHash) return refuse("password_wrong");
    await updatePasswordHash(tx, caller.customerId, newHash);
    await endSessionsOf(tx, caller.customerId, { exceptFamilyId: caller.familyId });
    await tx.deleteFrom("password_resets").where("customer_id", "=", caller.customerId).execute();
    await enqueueAccountChangedEmail(tx, shop, (await findCustomer(tx, caller.customerId))!, "password");
    return "changed" as const;
  });
}
