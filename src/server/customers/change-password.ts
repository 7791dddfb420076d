import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { enqueueAccountChangedEmail } from "../mail/send-account-mail.ts";
import { endSessionsOf, type Caller } from "../sessions/sessions.ts";
import { tooManyAttempts, type TooManyAttempts } from "../sessions/too-many-attempts.ts";
import type { Shop } from "../shops/shop.ts";
import { passwordError } from "./password-rule.ts";
import { findCustomer, findPasswordHash, lockPasswordHash, updatePasswordHash } from "./queries.ts";

type PasswordRefusal = Refusal<
  "password_wrong" | "password_short" | "password_common" | "customer_not_found" | "assisted_not_allowed"
>;

/** Changes the password, given the current one. All other sessions and all reset links end. */
export async function changePassword(
  app: App,
  shop: Shop,
  caller: Caller,
  input: { current: string; value: string; /** The IP address, for the rate limit. */ ip: string },
): Promise<"changed" | PasswordRefusal | TooManyAttempts> {
  if (caller.assistedBy !== null) return refuse("assisted_not_allowed");
  // Guests have no password to change.
  if (caller.kind === "guest") return refuse("customer_not_found");
  const invalid = passwordError(shop, input.value);
  if (isRefusal(invalid)) return invalid;
  const attempt = { secret: "current password" as const, account: caller.customerId, ip: input.ip };
  const wait = await app.failedAttempts.countAttempt(attempt);
  if (wait !== null) return tooManyAttempts(wait);
  const hash = await findPasswordHash(app.genericPlanDb, caller.customerId);
  const isCorrect = await app.passwords.verify(input.current, hash).catch(async (error: Error) => {
    await app.failedAttempts.undo(attempt).catch(() => {});
    throw error;
  });
  if (!isCorrect) return refuse("password_wrong");
  await app.failedAttempts.recordSuccess(attempt);
  const passwordHash = await app.passwords.hash(input.value);
  return transact(app.genericPlanDb, async (tx) => {
    // If the password was changed concurrently, the given one is no longer current.
    if ((await lockPasswordHash(tx, caller.customerId)) !== hash) return refuse("password_wrong");
    await updatePasswordHash(tx, caller.customerId, passwordHash);
    await endSessionsOf(tx, caller.customerId, { except: caller.familyId });
    await tx.deleteFrom("password_resets").where("customer_id", "=", caller.customerId).execute();
    await enqueueAccountChangedEmail(tx, shop, (await findCustomer(tx, caller.customerId))!, "password");
    return "changed" as const;
  });
}
