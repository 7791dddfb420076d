import { randomUUID } from "node:crypto";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { passkeyRemovedEmail } from "../mail/account-emails.ts";
import { sendEmail } from "../mail/send-email.ts";
import type { Staff } from "./staff-sessions.ts";
import { enqueue } from "../jobs/enqueue.ts";

interface PasskeyMail {
  to: string;
  /** The member's name. */
  name: string;
  /** The passkey's name. */
  passkey: string;
  /** Created with the job: every attempt at one email has the same id. */
  id: string;
}

/** Enqueues the email about a removed passkey, in the transaction that removes it. */
export async function enqueuePasskeyRemovedEmail(tx: Tx, { email, name }: Staff, passkeyName: string): Promise<void> {
  const mail: PasskeyMail = { to: email, name, passkey: passkeyName, id: randomUUID() };
  await enqueue(tx, "mail_passkey_removed", mail);
}

/** Job: sends the email about a removed passkey. */
export async function mailPasskeyRemoved(app: App, { to, name, passkey, id }: PasskeyMail): Promise<void> {
  const shops = await app.shops.all();
  const shop = shops.find(({ kind }) => kind === "headOffice") ?? shops[0];
  if (!shop) return;
  await sendEmail(app, shop, passkeyRemovedEmail(shop, name, passkey), { to, id, job: "mail_passkey_removed" });
}
