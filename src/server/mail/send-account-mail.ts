import { randomUUID } from "node:crypto";
import { isEmail } from "../../domain/username.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import { accountChangedEmail, type AccountChange } from "./account-emails.ts";
import { sendEmail } from "./send-email.ts";
import { enqueue } from "../jobs/enqueue.ts";

interface AccountMail {
  /** The user name as it was before the change; a phone gets no mail. */
  to: string;
  name: string;
  shopId: string;
  what: AccountChange;
  /** Made with the job: each try at the same mail has the same id. */
  id: string;
}

/** The mail about a changed account is a job of the very transaction that changes it. */
export async function enqueueAccountChangedEmail(
  tx: Tx,
  shop: Shop,
  { username, name }: { username: string | null; name: string },
  what: AccountChange,
): Promise<void> {
  if (username === null || !isEmail(username)) return;
  const mail: AccountMail = { to: username, name, shopId: shop.id, what, id: randomUUID() };
  await enqueue(tx, "mail_account_changed", mail);
}

/** Job. */
export async function mailAccountChanged(app: App, { to, name, shopId, what, id }: AccountMail): Promise<void> {
  const shop = await app.shops.byId(shopId);
  if (!shop) return;
  const letter = accountChangedEmail(shop, name, what);
  await sendEmail(app, shop, letter, { to, id, job: "mail_account_changed" });
}
