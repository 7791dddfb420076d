import { createHash, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { mailboxCodeEmail } from "../mail/account-emails.ts";
import { sendEmail } from "../mail/send-email.ts";
import type { Shop } from "../shops/shop.ts";
import { tooManyAttempts, type TooManyAttempts } from "../sessions/too-many-attempts.ts";
import { enqueue } from "../jobs/enqueue.ts";

/** How long a code is valid. */
export const CODE_MINUTES = 30;
/** Failed attempts after which a code is void. With six digits, the chance to guess a code is one in 200,000. */
const MAX_ATTEMPTS = 5;

/**
 * Emails a code to the mailbox that the customer entered. Only the newest code is valid. Requests are limited per
 * IP address and per mailbox, so that this cannot flood another person's mailbox.
 */
export async function sendMailboxCode(
  app: App,
  shop: Shop,
  { customerId, email, ip }: { customerId: string; email: string; ip: string },
): Promise<"sent" | TooManyAttempts> {
  const mailboxHash = createHash("sha256").update(email).digest("base64url");
  const waitSeconds =
    (await app.limits.recordCall("mailboxCodePerIp", ip)) ??
    (await app.limits.recordCall("mailboxCodePerMailbox", mailboxHash));
  if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await transact(app.genericPlanDb, async (tx) => {
    await sql`
      INSERT INTO mailbox_codes (customer_id, email, code_hash, expires_at)
      VALUES (${customerId}, ${email}, ${hashCode(customerId, code)},
        clock_timestamp() + ${CODE_MINUTES}::int * interval '1 minute')
      ON CONFLICT (customer_id) DO UPDATE SET email = excluded.email, code_hash = excluded.code_hash, tries = 0,
        sent_at = clock_timestamp(), expires_at = excluded.expires_at`.execute(tx);
    const mail: MailboxCodeMail = { to: email, code, shopId: shop.id, id: randomUUID() };
    await enqueue(tx, "mail_mailbox_code", mail);
  });
  return "sent";
}

/** The payload of the job `mail_mailbox_code`. */
interface MailboxCodeMail {
  to: string;
  code: string;
  shopId: string;
  /** Created with the job, so that each attempt to send this email has the same id. */
  id: string;
}

/** Job: sends the email with the code. */
export async function mailMailboxCode(app: App, { to, code, shopId, id }: MailboxCodeMail): Promise<void> {
  const shop = await app.shops.byId(shopId);
  if (!shop) return;
  await sendEmail(app, shop, mailboxCodeEmail(shop, code, CODE_MINUTES), { to, id, job: "mail_mailbox_code" });
}

/**
 * Checks a code. If it is correct, its mailbox becomes the customer's confirmed one, and their email address if they
 * had none. The attempt is counted before it is checked, so that concurrent attempts cannot exceed the limit.
 */
export async function confirmMailbox(
  app: App,
  customerId: string,
  code: string,
): Promise<"confirmed" | Refusal<"mailbox_code_wrong" | "mailbox_code_over">> {
  const { rows } = await sql<{ email: string; code_hash: Buffer }>`
    UPDATE mailbox_codes SET tries = tries + 1
    WHERE customer_id = ${customerId} AND tries < ${MAX_ATTEMPTS}::int AND expires_at > clock_timestamp()
    RETURNING email, code_hash`.execute(app.genericPlanDb);
  const issuedCode = rows[0];
  if (!issuedCode) return refuse("mailbox_code_over");
  if (!timingSafeEqual(issuedCode.code_hash, hashCode(customerId, code))) return refuse("mailbox_code_wrong");
  return transact(app.genericPlanDb, async (tx) => {
    // Of two concurrent calls with the correct code the second finds no row. A newer code is not deleted.
    const { numDeletedRows } = await tx
      .deleteFrom("mailbox_codes")
      .where("customer_id", "=", customerId)
      .where("code_hash", "=", issuedCode.code_hash)
      .executeTakeFirst();
    if (numDeletedRows !== 1n) return refuse("mailbox_code_over");
    await sql`
      UPDATE customers SET confirmed_email = ${issuedCode.email}, email = coalesce(email, ${issuedCode.email})
      WHERE id = ${customerId} AND erased_at IS NULL`.execute(tx);
    return "confirmed" as const;
  });
}

function hashCode(customerId: string, code: string): Buffer {
  return createHash("sha256").update(`${customerId} ${code}`).digest();
}
