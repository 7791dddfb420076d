import { refuse, type Refusal } from "../../../domain/refusal.ts";
import { phoneDigits } from "../../../domain/phone.ts";
import { isEmail, normalUsername } from "../../../domain/username.ts";
import type { App } from "../../app.ts";
import { transact } from "../../db/transact.ts";
import { enqueueAccountChangedEmail } from "../../mail/send-account-mail.ts";
import type { Shop } from "../../shops/shop.ts";
import { logChange, type Actor } from "../../change-log/change-log.ts";
import { findCustomer, updateCustomer, type Customer } from "../queries.ts";

/** As typed. */
export interface Correction {
  name: string;
  lastName: string;
  phone: string;
  /** A registered customer's; a guest has none. */
  username: string;
  email: string;
}

export type CorrectionRefusal = Refusal<
  "customer_erased" | "name_missing" | "phone_wrong" | "username_invalid" | "username_taken" | "email_wrong"
>;

/**
 * Staff correct what a customer says of herself. A new user name makes links of 'forgot my password' worthless and is told to
 * the old one, as when she does it herself. The log holds which fields changed, never what they say: nobody can erase it.
 */
export async function correctCustomer(
  app: App,
  shop: Shop,
  customerId: string,
  typed: Correction,
  by: Actor,
): Promise<"corrected" | CorrectionRefusal> {
  const phone = phoneDigits(typed.phone);
  const email = typed.email.trim().toLowerCase() || null;
  if (typed.name === "" || typed.lastName === "") return refuse("name_missing");
  if (phone === null) return refuse("phone_wrong");
  if (email !== null && !isEmail(email)) return refuse("email_wrong");
  try {
    return await transact(app.genericPlans, async (tx) => {
      const held = await tx
        .selectFrom("customers")
        .select("erased_at")
        .where("id", "=", customerId)
        .forNoKeyUpdate()
        .executeTakeFirst();
      const now = await findCustomer(tx, customerId);
      if (!now || !held || held.erased_at !== null) return refuse("customer_erased");
      const username = now.kind === "registered" ? normalUsername(typed.username) : now.username;
      if (now.kind === "registered" && username === null) return refuse("username_invalid");
      const next = { name: typed.name, lastName: typed.lastName, phone, username, email };
      const fields = (Object.keys(next) as (keyof typeof next)[]).filter((field) => next[field] !== now[field]);
      if (fields.length === 0) return "corrected" as const;
      if (!(await updateCustomer(tx, customerId, { ...next, rfc: now.rfc }))) return refuse("username_taken");
      if (username !== now.username) await letGoOf(now);
      await logChange(tx, by, {
        act: "customer-correct",
        object: { kind: "customer", id: customerId },
        after: { fields },
      });
      return "corrected" as const;

      async function letGoOf(old: Customer): Promise<void> {
        await tx.deleteFrom("password_resets").where("customer_id", "=", customerId).execute();
        await enqueueAccountChangedEmail(tx, shop, old, "username");
      }
    });
  } catch (error) {
    // Two who take the same user name at once: the unique key tells the second.
    if ((error as { constraint?: string }).constraint === "customers_username_once") return refuse("username_taken");
    throw error;
  }
}
