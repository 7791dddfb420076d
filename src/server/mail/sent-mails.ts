import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";
import { likePattern } from "../db/like-pattern.ts";
import { newId } from "../db/new-id.ts";
import type { JobName } from "../jobs/registry.ts";

export interface SentMail {
  id: string;
  /** The job that sent it. */
  job: string;
  recipient: string;
  subject: string;
  sentAt: Date;
  /** Not sent, because its mailbox had reached its daily quota. */
  isSuppressed: boolean;
}

/** The order that an email is about, and the payload of its job, which is needed to send the email again. */
export interface AboutOrder {
  orderId: string;
  payload: object;
}

/**
 * Records an email that the mail server accepted, or that was suppressed. If the job fails right after it and is
 * retried, there is still one row.
 */
export async function recordSentMail(
  db: Queryable,
  mail: {
    shopId: string;
    job: string;
    recipient: string;
    subject: string;
    messageId: string;
    about?: AboutOrder | undefined;
    isSuppressed?: boolean;
  },
): Promise<void> {
  await db
    .insertInto("sent_mails")
    .values({
      id: newId(),
      shop_id: mail.shopId,
      order_id: mail.about?.orderId ?? null,
      kind: mail.job,
      payload: mail.about ? JSON.stringify(mail.about.payload) : null,
      recipient: mail.recipient,
      subject: mail.subject,
      message_id: mail.messageId,
      is_suppressed: mail.isSuppressed ?? false,
    })
    .onConflict((conflict) => conflict.constraint("sent_mails_once").doNothing())
    .execute();
}

/**
 * Whether the email with this id was sent or suppressed before, to any recipient. A job that is killed after
 * its email was recorded runs again and does not send it twice.
 */
export async function isEmailRecorded(db: Queryable, id: string): Promise<boolean> {
  const mail = await db
    .selectFrom("sent_mails")
    .select("id")
    .where("message_id", "=", `<${id}@escaparate>`)
    .executeTakeFirst();
  return mail !== undefined;
}

/** The emails about an order, the newest first. */
export function listMailsOfOrder(db: Queryable, orderId: string): Promise<SentMail[]> {
  return db
    .selectFrom("sent_mails")
    .select(["id", "kind as job", "recipient", "subject", "sent_at as sentAt", "is_suppressed as isSuppressed"])
    .where("order_id", "=", orderId)
    .orderBy("sent_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/**
 * The emails to all recipients, the newest first. The mailbox or the subject must contain each word of `term`.
 * `before` is the id of the last row of the previous page.
 */
export function searchSentMails(
  db: Queryable,
  { text: term, shopId, before, limit }: { text: string; shopId?: string; before?: string; limit: number },
): Promise<(SentMail & { shopId: string; orderId: string | null; reference: number | null })[]> {
  let query = db
    .selectFrom("sent_mails as m")
    .leftJoin("orders as o", "o.id", "m.order_id")
    .select(["m.id", "m.kind as job", "m.recipient", "m.subject", "m.sent_at as sentAt", "m.shop_id as shopId"])
    .select(["m.order_id as orderId", "o.reference", "m.is_suppressed as isSuppressed"]);
  for (const word of term.split(/\s+/).filter(Boolean)) {
    query = query.where(sql<boolean>`plain_text(m.recipient || ' ' || m.subject) LIKE ${likePattern(word)}`);
  }
  if (shopId !== undefined) query = query.where("m.shop_id", "=", shopId);
  if (before !== undefined) query = query.where("m.id", "<", before);
  // Ids are in order of creation.
  return query.orderBy("m.id", "desc").limit(limit).execute();
}

/** How many emails the mail server accepted today, in Mexico City. */
export async function countMailsToday(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom("sent_mails")
    .select((mail) => mail.fn.countAll<number>().as("count"))
    .where("is_suppressed", "=", false)
    .where("sent_at", ">=", sql<Date>`date_trunc('day', now(), 'America/Mexico_City')`)
    .executeTakeFirstOrThrow();
  return count;
}

/** The emails whose content stays true, unlike reminders of a deadline and vouchers. */
const REPEATABLE_JOBS = [
  "mail_order_created",
  "mail_order_moved",
  "mail_orders_joined",
  "mail_order_edited",
  "mail_tracking_corrected",
  "mail_parcel_left",
  "mail_pickup_ready",
  "mail_refund",
  "mail_transfer_refund",
  "mail_receipt_refused",
  "mail_payment_asked",
] as const satisfies readonly JobName[];

export function canSendAgain(job: string): job is (typeof REPEATABLE_JOBS)[number] {
  return (REPEATABLE_JOBS as readonly string[]).includes(job);
}
