import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import type { Shop } from "../shops/shop.ts";

/** Mails that can be caused to any mailbox again and again, confirmed or not. */
const ASKED_FOR = new Set(["mail_password_reset", "mail_waiting_asked", "mail_staff_invitation", "mail_sample"]);
/** Tell the owner of an account what changed in it: capped too, but by a count of their own. */
const NOTICES = new Set(["mail_account_changed", "mail_passkey_removed"]);
/** Ways back into an account: a count of their own, so that nobody uses them up with other mails. */
const ACCESS = new Set(["mail_password_reset", "mail_staff_invitation"]);
/** Go to the shop's own mailbox. */
const TO_THE_SHOP = new Set(["warn_of_csd"]);

interface Outgoing {
  to: string;
  job: string;
  messageId: string;
  /** The order it is about, if any. */
  orderId: string | undefined;
}

/**
 * Whether this mail may go out. A mailbox that nobody confirmed gets `accounts.unverifiedMailsPerDay` in 24 hours, counted
 * for all processes and shops together; so does any mailbox of what anybody can ask for. Mails about an order to a mailbox
 * that is known, or whose order was paid, always go out. Counted before it is sent; a second try at it counts once.
 */
export async function takeEmailQuota(app: App, shop: Shop, mail: Outgoing): Promise<boolean> {
  const { job } = mail;
  if (TO_THE_SHOP.has(job)) return true;
  if (!ASKED_FOR.has(job) && !NOTICES.has(job) && (await isKnownMailbox(app.genericPlans, mail))) return true;
  const budget = NOTICES.has(job) ? "notice" : ACCESS.has(job) ? "access" : "other";
  const cap = Math.ceil(shop.settings.accounts.unverifiedMailsPerDay * app.config.rateLimitScale);
  const mailbox = createHash("sha256").update(mail.to.trim().toLowerCase()).digest();
  return transact(app.genericPlans, async (tx) => {
    // One after the other for each mailbox: of many at once each sees those before it.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${mailbox.toString("hex")}, 4720243))`.execute(tx);
    const { rows } = await sql<{ isClaimed: boolean; mails: number }>`
      SELECT EXISTS (SELECT FROM email_quota_uses WHERE message_id = ${mail.messageId}) AS "isClaimed",
        (SELECT count(*) FROM email_quota_uses WHERE mailbox_hash = ${mailbox} AND budget = ${budget}
          AND at > clock_timestamp() - interval '1 day') AS mails`.execute(tx);
    const { isClaimed, mails } = rows[0]!;
    if (isClaimed || mails >= cap) return isClaimed;
    await tx
      .insertInto("email_quota_uses")
      .values({ message_id: mail.messageId, mailbox_hash: mailbox, budget })
      .execute();
    return true;
  });
}

/** A customer's, a member of staff's, one that was confirmed by a code or a link of ours, or the mailbox of an order that was paid. */
async function isKnownMailbox(db: Queryable, { to, orderId }: Outgoing): Promise<boolean> {
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
