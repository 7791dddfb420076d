import { refuse, type Refusal } from "../../domain/refusal.ts";
import { isEmail, normalizeUsername } from "../../domain/username.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { enqueueAccountChangedEmail } from "../mail/send-account-mail.ts";
import { isFreshSession, type Caller } from "../sessions/sessions.ts";
import type { Shop } from "../shops/shop.ts";
import { findCustomer, lockCustomer, updateCustomer, type Customer } from "./queries.ts";

export interface CustomerChange {
  name: string;
  lastName: string;
  phone: string;
  /** Null: the user name stays as it is. */
  username: string | null;
  rfc: string | null;
}

type ChangeRefusal = Refusal<
  "customer_not_found" | "username_invalid" | "username_taken" | "assisted_not_allowed" | "sign_in_again"
>;

/**
 * Changes a customer's own data. A guest has no user name to change: an account requires a password. Changing the user
 * name requires a recent sign-in: with only an old token an attacker could take the account over by a password reset
 * (decision 11). A new user name invalidates the customer's reset links. If the old one is an email address, an email
 * about the change is sent to it. If the new one is an email address, it becomes the customer's email address, too.
 */
export async function changeCustomer(
  app: App,
  shop: Shop,
  caller: Caller,
  change: CustomerChange,
): Promise<Customer | ChangeRefusal> {
  const newUsername = change.username && normalizeUsername(change.username);
  if (change.username && !newUsername) return refuse("username_invalid");
  try {
    return await transact(app.genericPlanDb, async (tx) => {
      const customer = (await lockCustomer(tx, caller.customerId)) && (await findCustomer(tx, caller.customerId));
      if (!customer) return refuse("customer_not_found");
      const username = (customer.kind === "registered" && newUsername) || customer.username;
      if (username !== customer.username && caller.assistedBy !== null) return refuse("assisted_not_allowed");
      if (username !== customer.username && !(await isFreshSession(tx, caller))) return refuse("sign_in_again");
      const email = username !== customer.username && username && isEmail(username) ? username : customer.email;
      const isUpdated = await updateCustomer(tx, caller.customerId, { ...change, username, email });
      if (!isUpdated) return refuse("username_taken");
      if (username !== customer.username) {
        await tx.deleteFrom("password_resets").where("customer_id", "=", caller.customerId).execute();
        await enqueueAccountChangedEmail(tx, shop, customer, "username");
      }
      return (await findCustomer(tx, caller.customerId))!;
    });
  } catch (error) {
    // If two customers take the same user name concurrently, the unique key refuses the second.
    if ((error as { constraint?: string }).constraint === "customers_username_once") return refuse("username_taken");
    throw error;
  }
}
