import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { enqueueAccountChangedEmail } from "../mail/send-account-mail.ts";
import { endSessionsOf, type Caller } from "../sessions/sessions.ts";
import { tooManyTries, type TooManyTries } from "../sessions/too-many-tries.ts";
import type { Shop } from "../shops/shop.ts";
import { passwordError } from "./password-rule.ts";
import { findCustomer, findPasswordHash, lockPasswordHash, updatePasswordHash } from "./queries.ts";

type PasswordRefusal = Refusal<
  "password_wrong" | "password_short" | "password_common" | "customer_not_found" | "assisted_not_allowed"
>;

/** Changes the password of who knows it. All his other sessions end, and every link of 'forgot my password'. */
export async function changePassword(
  app: App,
  shop: Shop,
  caller: Caller,
  wish: { current: string; value: string; address: string },
): Promise<"changed" | PasswordRefusal | TooManyTries> {
  if (caller.assistedBy !== null) return refuse("assisted_not_allowed");
  // Guests have no password: there is nothing here to change.
  if (caller.kind === "guest") return refuse("customer_not_found");
  const fault = passwordError(shop, wish.value);
  if (isRefusal(fault)) return fault;
  const guess = { secret: "current password" as const, of: caller.customerId, address: wish.address };
  const wait = await app.failedAttempts.take(guess);
  if (wait !== null) return tooManyTries(wait);
  const hash = await findPasswordHash(app.genericPlans, caller.customerId);
  const isRight = await app.passwords.verify(wish.current, hash).catch(async (busy: Error) => {
    await app.failedAttempts.giveBack(guess).catch(() => {});
    throw busy;
  });
  if (!isRight) return refuse("password_wrong");
  await app.failedAttempts.right(guess);
  const passwordHash = await app.passwords.hash(wish.value);
  return transact(app.genericPlans, async (tx) => {
    // Changed elsewhere meanwhile: what was typed as the current one is no longer it.
    if ((await lockPasswordHash(tx, caller.customerId)) !== hash) return refuse("password_wrong");
    await updatePasswordHash(tx, caller.customerId, passwordHash);
    await endSessionsOf(tx, caller.customerId, { except: caller.familyId });
    await tx.deleteFrom("password_resets").where("customer_id", "=", caller.customerId).execute();
    await enqueueAccountChangedEmail(tx, shop, (await findCustomer(tx, caller.customerId))!, "password");
    return "changed" as const;
  });
}
