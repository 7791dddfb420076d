import { refuse, type Refusal } from "../../../domain/refusal.ts";
import { phoneDigits } from "../../../domain/phone.ts";
import { isEmail, normalizeUsername } from "../../../domain/username.ts";
import type { App } from "../../app.ts";
import { transact } from "../../db/transact.ts";
import { enqueueAccountChangedEmail } from "../../mail/send-account-mail.ts";
import type { Shop } from "../../shops/shop.ts";
import { logChange, type Actor } from "../../change-log/change-log.ts";
import { findCustomer, lockCustomer, updateCustomer, type Customer } from "../queries.ts";

/** The fields as staff typed them. */
export interface Correction {
  name: string;
  lastName: string;
  phone: string;
  /** Only registered customers have one. */
  username: string;
  email: string;
}

export type CorrectionRefusal = Refusal<
  "customer_erased" | "name_missing" | "phone_wrong" | "username_invalid" | "username_taken" | "email_wrong"
>;

/**
 * Corrects a customer's data for staff. A new user name invalidates reset links, and an email is sent to the old one if
 * it is an email address, as when the customer changes it. The change log contains the names of changed fields, never
 * their values, because it cannot be erased.
 */
export async function correctCustomer(
  app: App,
  shop: Shop,
  customerId: string,
  input: Correction,
  by: Actor,
): Promise<"corrected" | CorrectionRefusal> {
  const phone = phoneDigits(input.phone);
  const email = input.email.trim().toLowerCase() || null;
  if (input.name === "" || input.lastName === "") return refuse("name_missing");
  if (phone === null) return refuse("phone_wrong");
  if (email !== null && !isEmail(email)) return refuse("email_wrong");
  try {
    return await transact(app.genericPlanDb, async (tx) => {
      const customer = (await lockCustomer(tx, customerId)) && (await findCustomer(tx, customerId));
      if (!customer) return refuse("customer_erased");
      const username = customer.kind === "registered" ? normalizeUsername(input.username) : customer.username;
      if (customer.kind === "registered" && username === null) return refuse("username_invalid");
      const values = { name: input.name, lastName: input.lastName, phone, username, email };
      const changedFields = (Object.keys(values) as (keyof typeof values)[]).filter(
        (field) => values[field] !== customer[field],
      );
      if (changedFields.length === 0) return "corrected" as const;
      if (!(await updateCustomer(tx, customerId, { ...values, rfc: customer.rfc }))) return refuse("username_taken");
      if (username !== customer.username) await endResetLinksAndNotify(customer);
      await logChange(tx, by, {
        action: "customer-correct",
        object: { kind: "customer", id: customerId },
        after: { fields: changedFields },
      });
      return "corrected" as const;

      async function endResetLinksAndNotify(customerBefore: Customer): Promise<void> {
        await tx.deleteFrom("password_resets").where("customer_id", "=", customerId).execute();
        await enqueueAccountChangedEmail(tx, shop, customerBefore, "username");
      }
    });
  } catch (error) {
    // If two changes take the same user name concurrently, the unique key refuses the second.
    if ((error as { constraint?: string }).constraint === "customers_username_once") return refuse("username_taken");
    throw error;
  }
}
