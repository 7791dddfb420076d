import { randomUUID } from "node:crypto";
import { isEmail } from "../../domain/username.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import { accountChangedEmail, type AccountChange } from "./account-emails.ts";
import { sendEmail } from "./send-email.ts";
import { enqueue } from "../jobs/enqueue.ts";

interface AccountMail {
  /** The username before the change. A phone number gets no email. */
  to: string;
  name: string;
  shopId: string;
  what: AccountChange;
  /** Generated with the job: each attempt at the same email has the same id. */
  id: string;
}

/** Enqueues the email about a changed account in the transaction that changes it. */
export async function enqueueAccountChangedEmail(
  tx: Tx,
  shop: Shop,
  { username, name }: { username: string | null; name: string },
  change: AccountChange,
): Promise<void> {
  if (username === null || !isEmail(username)) return;
  const mail: AccountMail = { to: username, name, shopId: shop.id, what: change, id: randomUUID() };
  await enqueue(tx, "mail_account_changed", mail);
}

/** Job: sends the email about a changed account. */
export async function mailAccountChanged(app: App, { to, name, shopId, what, id }: AccountMail): Promise<void> {
  const shop = await app.shops.byId(shopId);
  if (!shop) return;
  const email = accountChangedEmail(shop, name, what);
  await sendEmail(app, shop, email, { to, id, job: "mail_account_changed" });
}
