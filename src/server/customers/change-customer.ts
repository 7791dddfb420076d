import { refuse, type Refusal } from "../../domain/refusal.ts";
import { isEmail, normalUsername } from "../../domain/username.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { enqueueAccountChangedEmail } from "../mail/send-account-mail.ts";
import { isFreshSession, type Caller } from "../sessions/sessions.ts";
import type { Shop } from "../shops/shop.ts";
import { findCustomer, updateCustomer, type Customer } from "./queries.ts";

export interface CustomerChange {
  name: string;
  lastName: string;
  phone: string;
  /** Null leaves it as it is. */
  username: string | null;
  rfc: string | null;
}

type ChangeRefusal = Refusal<
  "customer_not_found" | "username_invalid" | "username_taken" | "assisted_not_allowed" | "sign_in_again"
>;

/**
 * Changes what a customer says of himself. A guest has no user name to change: an account begins with a password. Who
 * changes his has just signed in: with an old token alone one could take the account over by way of 'forgot my password'
 * (decision 11). A new user name makes links of 'forgot my password' worthless that went to the old one, which is told of it.
 */
export async function changeCustomer(
  app: App,
  shop: Shop,
  caller: Caller,
  change: CustomerChange,
): Promise<Customer | ChangeRefusal> {
  const wanted = change.username && normalUsername(change.username);
  if (change.username && !wanted) return refuse("username_invalid");
  try {
    return await transact(app.genericPlans, async (tx) => {
      const now = await findCustomer(tx, caller.customerId);
      if (!now) return refuse("customer_not_found");
      const username = (now.kind === "registered" && wanted) || now.username;
      if (username !== now.username && caller.assistedBy !== null) return refuse("assisted_not_allowed");
      if (username !== now.username && !(await isFreshSession(tx, caller))) return refuse("sign_in_again");
      const email = username !== now.username && username && isEmail(username) ? username : now.email;
      const changed = await updateCustomer(tx, caller.customerId, { ...change, username, email });
      if (!changed) return refuse("username_taken");
      if (username !== now.username) {
        await tx.deleteFrom("password_resets").where("customer_id", "=", caller.customerId).execute();
        await enqueueAccountChangedEmail(tx, shop, now, "username");
      }
      return (await findCustomer(tx, caller.customerId))!;
    });
  } catch (error) {
    // Two who take the same user name at once: the unique key tells the second.
    if ((error as { constraint?: string }).constraint === "customers_username_once") return refuse("username_taken");
    throw error;
  }
}
