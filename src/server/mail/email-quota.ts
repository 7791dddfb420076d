import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import type { Shop } from "../shops/shop.ts";

/** Emails that can be requested repeatedly for any mailbox, known or not. */
const REPEATEDLY_REQUESTED_JOBS = new Set([
  "mail_password_reset",
  "mail_waiting_asked",
  "mail_staff_invitation",
  "mail_sample",
]);
/** Emails that notify the owner of an account of a change. They have a quota of their own. */
const NOTICE_JOBS = new Set(["mail_account_changed", "mail_passkey_removed"]);
/** Emails that restore access to an account. They have a quota of their own, so that other emails cannot exhaust it. */
const ACCESS_JOBS = new Set(["mail_password_reset", "mail_staff_invitation"]);
/** Jobs whose emails go to the shop's own mailbox. */
const OWN_MAILBOX_JOBS = new Set(["warn_of_csd", "prepare_globals", "remind_complements"]);

interface QuotaRequest {
  to: string;
  job: string;
  messageId: string;
  /** The order that the email is about, if any. */
  orderId: string | undefined;
}

/**
 * Counts this email, and returns whether it may be sent. A mailbox that is not known (`isKnownMailbox`) gets
 * `accounts.unverifiedMailsPerDay` emails of each budget (`notice`, `access`, `other`) in 24 hours, counted for all
 * processes and shops together. A known mailbox has this limit only for emails that can be requested repeatedly and for
 * notices about accounts. Other emails to a known mailbox, and emails to the shop's own mailbox, are not counted. A
 * repeated attempt counts once.
 */
export async function consumeEmailQuota(app: App, shop: Shop, mail: QuotaRequest): Promise<boolean> {
  const { job } = mail;
  if (OWN_MAILBOX_JOBS.has(job)) return true;
  if (!REPEATEDLY_REQUESTED_JOBS.has(job) && !NOTICE_JOBS.has(job) && (await isKnownMailbox(app.genericPlanDb, mail)))
    return true;
  const budget = NOTICE_JOBS.has(job) ? "notice" : ACCESS_JOBS.has(job) ? "access" : "other";
  const quota = Math.ceil(shop.settings.accounts.unverifiedMailsPerDay * app.config.rateLimitScale);
  const mailboxHash = createHash("sha256").update(mail.to.trim().toLowerCase()).digest();
  return transact(app.genericPlanDb, async (tx) => {
    // Counts one email after the other for each mailbox, so that each of many concurrent emails sees those before it.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${mailboxHash.toString("hex")}, 4720243))`.execute(tx);
    const { rows } = await sql<{ isCounted: boolean; mails: number }>`
      SELECT EXISTS (SELECT FROM email_quota_uses WHERE message_id = ${mail.messageId}) AS "isCounted",
        (SELECT count(*) FROM email_quota_uses WHERE mailbox_hash = ${mailboxHash} AND budget = ${budget}
          AND at > clock_timestamp() - interval '1 day') AS mails`.execute(tx);
    const { isCounted, mails } = rows[0]!;
    if (isCounted || mails >= quota) return isCounted;
    await tx
      .insertInto("email_quota_uses")
      .values({ message_id: mail.messageId, mailbox_hash: mailboxHash, budget })
      .execute();
    return true;
  });
}

/**
 * Whether the mailbox belongs to a registered customer, to a member of staff or to the paid order that the email is
 * about, or was confirmed by a code or a link that we sent.
 */
async function isKnownMailbox(db: Queryable, { to, orderId }: QuotaRequest): Promise<boolean> {
  const mailbox = to.trim().toLowerCase();
  const { rows } = await sql`
    SELECT FROM (SELECT 1) one
    WHERE EXISTS (SELECT FROM customers WHERE username = ${mailbox} AND kind = 'registered')
      OR EXISTS (SELECT FROM staff_members WHERE email = ${mailbox} AND disabled_at IS NULL)
      OR EXISTS (SELECT FROM customers WHERE confirmed_email = ${mailbox})
      OR EXISTS (SELECT FROM waiting_list WHERE email = ${mailbox} AND confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM orders o WHERE o.id = ${orderId ?? null} AND lower(o.customer_email) = ${mailbox}
        AND (o.status IN ('PAYMENT_ACCEPTED', 'SHIPPED')
          OR EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.state IN ('APPROVED', 'REFUNDED', 'DISPUTED'))))`.execute(
    db,
  );
  return rows.length > 0;
}
