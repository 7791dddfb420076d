import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { isEmail, normalizeUsername } from "../../domain/username.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { claimOrdersOfGuest } from "../orders/claim-orders.ts";
import { openSession, type Caller } from "../sessions/sessions.ts";
import type { Shop } from "../shops/shop.ts";
import { checkPassword } from "../customers/password-rule.ts";
import { insertCustomer, type Customer } from "../customers/queries.ts";
import { registerGuest, type SignedInCustomer, type MakeStoredAnswer } from "./register-guest.ts";

export interface Registration {
  name: string;
  lastName: string;
  phone: string;
  username: string | null;
  password: string | null;
  email: string | null;
  rfc: string | null;
  /** The account is created during the checkout, which has its own minimum password length. */
  atCheckout?: boolean;
}

type RegisterRefusal = Refusal<
  | "username_taken"
  | "username_invalid"
  | "password_missing"
  | "password_short"
  | "password_common"
  | "guest_not_allowed"
>;

/**
 * Creates a customer and opens their session: registered with user name and password, otherwise a guest. A guest who
 * registers with the same phone keeps their orders: the guest's token proves who placed them (rule CUSTOMER-2). For a
 * guest, the answer that `makeStoredAnswer` makes is stored in the same statement.
 */
export async function registerCustomer(
  app: App,
  shop: Shop,
  input: Registration,
  caller: Caller | null = null,
  makeStoredAnswer: MakeStoredAnswer | null = null,
): Promise<SignedInCustomer | RegisterRefusal> {
  const username = input.username && normalizeUsername(input.username);
  if (input.username && !username) return refuse("username_invalid");
  if (username && !input.password) return refuse("password_missing");
  const passwordRefusal = username ? checkPassword(shop, input.password!, input) : null;
  if (isRefusal(passwordRefusal)) return passwordRefusal;
  if (!username && !shop.settings.orders.allowGuest) return refuse("guest_not_allowed");
  const passwordHash = username ? await app.passwords.hash(input.password!) : null;
  const details = {
    name: input.name,
    lastName: input.lastName,
    phone: input.phone,
    username: username || null,
    email: input.email || (username && isEmail(username) ? username : null),
    rfc: input.rfc || null,
  };
  if (passwordHash === null) return registerGuest(app.genericPlanDb, details, makeStoredAnswer);
  return transact(app.genericPlanDb, async (tx) => {
    const id = await insertCustomer(tx, { ...details, passwordHash });
    if (!id) return refuse("username_taken");
    if (caller?.kind === "guest") {
      await claimOrdersOfGuest(tx, { customerId: id, phone: details.phone, guestId: caller.customerId });
    }
    const session = await openSession(tx, id);
    const customer: Customer = { id, kind: "registered", ...details, rfcFile: null, addresses: [] };
    return { customer, session };
  });
}
